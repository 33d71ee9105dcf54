import type { TakeTurn } from '../../../lib/turns.ts';
import type { Share } from './share.ts';

/** Tells those who stream when rows change, whichever process changes them. */
export interface RowWatch {
  /** Begins to watch a row. Close it, or the row is looked at for ever. */
  readonly open: (id: string) => WatchedRow;
  /** Looks at once, because this process has changed a row. Costs nothing while nobody watches. */
  readonly look: () => void;
}

export interface WatchedRow {
  /**
   * Returns the state of the row once it is another one than `known`; null when the row is gone. After `ms` milliseconds, or
   * when the signal is aborted, it returns `known`.
   */
  next(known: string | null, ms: number, signal: AbortSignal): Promise<string | null>;
  close(): void;
}

/** What streams of this process watch. */
export interface Watches {
  /** The streams of events, by organization. Their state is the newest position. */
  readonly events: RowWatch;
  /** Jobs. Their state is that of the job and its progress. */
  readonly jobs: RowWatch;
  /** The newest notifications of people, by the id of the user. Their state changes when one comes or is read. */
  readonly notifications: RowWatch;
  /** Runs a read of a stream when it is its turn. */
  readonly takeTurn: TakeTurn;
  /** Runs a read once for the streams that need the same; see `inSharedTurn`. */
  readonly share: Share;
}

export interface RowWatchOptions {
  /** Reads what changes with each change of the rows, by id. It is one statement for all of them. */
  readonly read: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Interval at which to look for changes of other processes, in milliseconds. Nothing is read while nobody watches. */
  readonly everyMs: number;
  readonly onError: (error: unknown) => void;
}

interface Row {
  state: string | null;
  watchers: number;
  readonly waiting: Set<() => void>;
}

export function createRowWatch(options: RowWatchOptions): RowWatch {
  const rows = new Map<string, Row>();
  const looks = createLooks(options, rows);
  const close = (id: string, row: Row) => {
    row.watchers -= 1;
    if (row.watchers > 0) return;
    rows.delete(id);
    if (rows.size === 0) looks.pause();
  };
  return {
    look: looks.now,
    open: (id) => {
      const row = rows.get(id) ?? { state: null, watchers: 0, waiting: new Set() };
      rows.set(id, row);
      row.watchers += 1;
      if (row.state === null) looks.now();
      let isOpen = true;
      return {
        next: (known, ms, signal) =>
          row.state === known ? untilChanged(row, known, ms, signal) : Promise.resolve(row.state),
        close: () => {
          if (isOpen) close(id, row);
          isOpen = false;
        },
      };
    },
  };
}

/** Looks at the rows regularly and on demand, one statement at a time, and wakes those who wait for changed ones. */
function createLooks({ read, everyMs, onError }: RowWatchOptions, rows: ReadonlyMap<string, Row>) {
  let timer: NodeJS.Timeout | null = null;
  let isLooking = false;
  let again = false;
  const now = () => {
    if (rows.size === 0) return;
    timer ??= setInterval(now, everyMs).unref();
    again = isLooking;
    if (isLooking) return;
    isLooking = true;
    // What is opened during the look is not read by it.
    const asked = [...rows];
    read(asked.map(([id]) => id))
      .then((states) => asked.forEach(([id, row]) => update(row, states.get(id) ?? null)))
      .catch(onError)
      .finally(() => {
        isLooking = false;
        if (again) now();
      });
  };
  const pause = () => {
    if (timer) clearInterval(timer);
    timer = null;
  };
  return { now, pause };
}

function update(row: Row, state: string | null): void {
  if (row.state === state) return;
  row.state = state;
  for (const wake of row.waiting) wake();
}

function untilChanged(row: Row, known: string | null, ms: number, signal: AbortSignal): Promise<string | null> {
  if (signal.aborted) return Promise.resolve(known);
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      row.waiting.delete(end);
      resolve(row.state);
    };
    const timer = setTimeout(end, ms).unref();
    signal.addEventListener('abort', end);
    row.waiting.add(end);
  });
}
