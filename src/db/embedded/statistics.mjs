// @ts-check

/** @import { PGlite } from '@electric-sql/pglite' */

const intervalMs = 1000;
/** Minimum interval between collections, as a multiple of the duration of the last one. */
const minPauseFactor = 20;

/** Tables that have changed enough to collect statistics again. The thresholds are those of autovacuum. */
const changedTables = `select string_agg(format('%I.%I', schemaname, relname), ', ') as names
  from pg_stat_user_tables where n_mod_since_analyze > 50 + 0.1 * n_live_tup`;

/**
 * Collects statistics of growing tables, as autovacuum does on a PostgreSQL server; PGlite has no autovacuum. Without
 * statistics, the planner assumes that all tables are empty, and keeps such plans. `ANALYZE` reads a sample of bounded
 * size and invalidates the cached plans of the table.
 */
export class StatisticsCollector {
  #isDue = false;
  #restUntil = 0;
  #timer;

  /** @param {() => void} onDue called when a collection is due; `collect` is to be called when the database is idle */
  constructor(onDue) {
    this.#timer = setInterval(() => {
      this.#isDue = true;
      onDue();
    }, intervalMs).unref();
  }

  /**
   * Collects statistics if they are due, unless a transaction is open, which would include the collection.
   *
   * @param {PGlite} db
   */
  async collect(db) {
    if (!this.#isDue || db.isInTransaction() || performance.now() < this.#restUntil) return;
    this.#isDue = false;
    await db.exec('select pg_stat_force_next_flush()');
    const { rows } = await db.query(changedTables);
    const { names } = /** @type {{ names: string | null }} */ (rows[0]);
    if (names === null) return;
    const begunAt = performance.now();
    await db.exec(`analyze ${names}`);
    const endedAt = performance.now();
    this.#restUntil = endedAt + minPauseFactor * (endedAt - begunAt);
  }

  stop() {
    this.#isDue = false;
    clearInterval(this.#timer);
  }
}
