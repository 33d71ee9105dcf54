import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from './client.ts';
import { sql, type Fragment, type Sql } from './sql.ts';
import { createProgress } from './standby-progress.ts';

/** A standby of the primary, from which reads may be answered. */
export interface Standby {
  readonly db: Db;
  /** Whether it has everything that was committed `maxLagMs` ago, and did so for a while if it had been away for longer. */
  readonly isFresh: () => boolean;
  /** Whether it may be asked again so soon that what callers have read from the primary must be noted. */
  readonly isExpected: () => boolean;
  /** Milliseconds since the latest moment before which it is known to have everything; Infinity when none is known. */
  readonly lagMs: () => number;
  /** Whether it has the log up to a position of the primary. Asks it when its last look does not tell. */
  readonly hasReplayed: (position: number) => Promise<boolean>;
  /** Waits until it has what the primary has now, or is not fresh any more. */
  readonly settled: () => Promise<void>;
  /** Takes no reads until it has answered the next look. */
  readonly suspend: () => void;
  readonly close: () => Promise<void>;
}

interface Options {
  readonly primary: Sql;
  readonly standby: Db;
  readonly maxLagMs: number;
  /** Called when it begins and ends to be one that reads can be answered from, with why not. */
  readonly onChange: (problem: string | null) => void;
}

/** Time between two looks at the positions of both servers, in milliseconds. */
const everyMs = 250;

/** Pause between two looks whether the standby has caught up, in milliseconds. */
const pauseMs = 10;

/**
 * SQL expression for the position of the log of a primary. Each commit that was answered is before it, even where `synchronous_commit` is off
 * and the log has not been flushed yet.
 */
export const presentPosition: Fragment = sql`pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint`;

const readPosition = async (primary: Sql): Promise<number> =>
  (await primary.first<{ position: number }>(sql`select ${presentPosition} as position`))?.position ?? 0;

/** The position that a standby has replayed; null for a server that is none. */
const readReplayed = async (standby: Sql): Promise<number | null> =>
  (
    await standby.first<{ position: number | null }>(
      sql`select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint end as position`,
    )
  )?.position ?? null;

/**
 * Watches a standby. Its lag is measured by positions of the log and not by its own times, because a primary that nobody
 * writes to sends none.
 */
export function watchStandby({ primary, standby, maxLagMs, onChange }: Options): Standby {
  const progress = createProgress(maxLagMs, onChange);
  const { isFresh, isExpected, lagMs, forget: suspend } = progress;
  const look = async () => {
    const at = performance.now();
    const [position, replayed] = await Promise.all([readPosition(primary), readReplayed(standby.sql)]);
    progress.mark(position, at);
    if (replayed !== null) progress.reach(replayed);
    progress.judge(replayed === null ? 'the server of DATABASE_READ_URL is not a standby' : null);
  };
  const hasReplayed = async (position: number) =>
    progress.reach(-1) >= position || progress.reach((await readReplayed(standby.sql)) ?? -1) >= position;
  const settled = async () => {
    if (!isFresh()) return;
    const position = await readPosition(primary);
    while (isFresh() && !(await hasReplayed(position))) await sleep(pauseMs);
  };
  const stopLooking = repeat(() => look().catch(() => progress.judge('the standby or the primary does not answer')));
  const close = async () => {
    await stopLooking();
    await standby.close();
  };
  return { db: standby, isFresh, isExpected, lagMs, hasReplayed, settled, suspend, close };
}

/** Does something again and again, with a pause after each time. Returns what stops it. */
function repeat(run: () => Promise<void>): () => Promise<void> {
  let timer: NodeJS.Timeout;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  const begin = () => {
    running = run().finally(() => {
      if (!isStopped) timer = setTimeout(begin, everyMs).unref();
    });
  };
  begin();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    return running;
  };
}
