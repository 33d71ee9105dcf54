import { isAnonymous, type Actor } from '../../access/actor.ts';
import type { Config } from '../../config.ts';
import { openDb, type Db } from '../../db/client.ts';
import { optionsOf } from '../../db/session-settings.ts';
import { watchStandby, type Standby } from '../../db/standby.ts';
import { findCallerPosition, noteCallerPosition } from '../../domain/core/positions/queries.ts';
import { isManyCallers } from '../../domain/core/acting.ts';
import { findFailure } from '../../engine/failures.ts';
import type { Meters } from '../../infra/metrics/meters.ts';
import { dbOptions, poolOf, sessionSettings, type DatabaseOptions } from './database.ts';

/** Where work that only reads is done. */
export interface Reads {
  /**
   * Runs work over the standby when this has all that the caller may know of, else over the primary. Work that the standby
   * cannot do, because it throws a failure with status 503 or its result is refused, is done again over the primary.
   */
  run<Result>(actor: Actor, work: Work<Result>, isRefused?: (result: Result) => boolean): Promise<Result> | Result;
  /** Waits until the standby would show what the primary has now. At once without a standby. */
  readonly settled: () => Promise<void>;
}

/** Work over a standby, or over the primary when there is none. */
type Work<Result> = (standby?: Db) => Promise<Result> | Result;

/** A database, and what reads from it. */
interface WithReads<Opened extends Db> {
  readonly db: Opened;
  readonly reads: Reads;
}

/** Opens the standby of DATABASE_READ_URL. It need not answer: reads go to the primary until it does. */
export function openReads<Opened extends Db>(
  config: Config,
  primary: Opened,
  { meters, ...options }: Pick<DatabaseOptions, 'log' | 'onStatement'> & { readonly meters: Meters },
): WithReads<Opened> {
  const { DATABASE_READ_URL: url, DATABASE_READ_MAX_LAG_MS: maxLagMs } = config;
  if (url === undefined) return { db: primary, reads: { run: (_actor, work) => work(), settled: () => atOnce } };
  const { log } = options;
  const standby = watchStandby({
    primary: primary.sql,
    standby: openDb(
      { ...poolOf(config, url), options: optionsOf(sessionSettings(config)) },
      dbOptions(config, options),
    ),
    maxLagMs,
    onChange: (problem) =>
      problem === null
        ? log.info({}, 'reads are answered from the standby')
        : log.warn({ problem }, 'reads are answered from the primary'),
  });
  const noteCaller = async (actor: Actor) => {
    if (hasNoPast(actor)) return;
    await noteCallerPosition(primary.sql, actor.userId).catch((error: unknown) => {
      // What was written is written. Until it has caught up, the standby answers nobody of this process.
      standby.suspend();
      log.warn({ err: error }, 'a write could not be noted for the standby');
    });
  };
  const close = async () => {
    await standby.close();
    await primary.close();
  };
  return { db: { ...primary, noteCaller, close }, reads: readsOf(primary, standby, meters.standby(standby.lagMs)) };
}

const atOnce = Promise.resolve();

/** Reads of a database with a standby. Callers see what they have written, and nothing older than what they have seen. */
function readsOf(primary: Db, standby: Standby, count: (server: 'primary' | 'standby') => void): Reads {
  const choose = async (actor: Actor): Promise<Standby | null> => {
    if (!standby.isFresh() || seesUnpublished(actor)) return null;
    if (hasNoPast(actor)) return standby;
    const position = await findCallerPosition(primary.sql, actor.userId);
    return position === null || (await standby.hasReplayed(position)) ? standby : null;
  };
  return {
    settled: () => standby.settled().catch(() => undefined),
    run: async (actor, work, isRefused = () => false) => {
      const chosen = await choose(actor).catch(() => null);
      if (chosen !== null)
        try {
          const result = await work(chosen.db);
          if (!isRefused(result)) {
            count('standby');
            return result;
          }
          standby.suspend();
        } catch (error) {
          if (findFailure(error)?.status !== 503) throw error;
          standby.suspend();
        }
      count('primary');
      const result = await work();
      if (standby.isExpected() && !hasNoPast(actor)) await noteCallerPosition(primary.sql, actor.userId);
      return result;
    },
  };
}

/** Whether the visitor of a preview reads what its maker has just written. */
const seesUnpublished = ({ visitor }: Actor) => visitor?.admission.preview === true || visitor?.view !== undefined;

/** Whether what the actor knows of cannot be told, because many people call as it. */
const hasNoPast = (actor: Actor) => isAnonymous(actor) || isManyCallers(actor);
