/** Start parameters of the worker that runs the database. */
export interface WorkerSettings {
  /** Directory of the database; null keeps it in memory. */
  readonly dataDir: string | null;
  /** Tarball of a dump that initializes a new database. */
  readonly loadDataDir: string | null;
}

/** Messages to the worker, which handles them in order, one at a time. */
export type ToWorker =
  /** Complete frontend messages of the PostgreSQL protocol. */
  | { readonly kind: 'query'; readonly session: number; readonly bytes: Uint8Array }
  /** The client of the session disconnected. Discards its transaction, statements, settings and listens. */
  | { readonly kind: 'end' }
  | { readonly kind: 'dump' }
  /** Writes a checkpoint, shuts the database down and exits. */
  | { readonly kind: 'close' };

/** Messages from the worker. A request ends with `answer` with `done`, or with any of the kinds after it. */
export type FromWorker =
  | {
      readonly kind: 'answer';
      readonly session: number;
      readonly bytes: Uint8Array | null;
      readonly done: boolean;
    }
  | { readonly kind: 'ended' }
  | { readonly kind: 'dumped'; readonly bytes: Uint8Array }
  | { readonly kind: 'closed' }
  | { readonly kind: 'opened' }
  | { readonly kind: 'failed'; readonly message: string; readonly output: readonly string[] };
