/** What the worker that runs the database is started with. */
export interface WorkerSettings {
  /** Directory of the database files; null keeps everything in memory. */
  readonly dataDir: string | null;
  /** Tarball of a dump that a new database starts from. */
  readonly loadDataDir: string | null;
}

/** Messages to the worker; it handles them strictly one after the other. */
export type ToWorker =
  /** Frontend messages of the PostgreSQL protocol, whole ones only. */
  | { readonly kind: 'query'; readonly session: number; readonly bytes: Uint8Array }
  /** The client of this session is gone: forget its transaction, statements, settings and listens. */
  | { readonly kind: 'end' }
  | { readonly kind: 'dump' }
  /** Checkpoint, shut the database down, exit. */
  | { readonly kind: 'close' };

/** Messages from the worker; `answer` with `done` and every later kind end one request. */
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
