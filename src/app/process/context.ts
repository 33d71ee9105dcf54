import { setMaxListeners } from 'node:events';
import type { Db } from '../../db/client.ts';
import type { Actor } from '../../access/actor.ts';
import type { Context, Origin, Services } from '../../domain/core/context.ts';
import { createLoaders } from '../../loaders/index.ts';

/** What is known of the call of an operation besides its caller. */
interface Call extends Pick<Context, 'requestId' | 'origin'> {
  /** What it reads from outside of transactions; the database itself when omitted. */
  readonly reads?: Db | undefined;
}

/**
 * Creates the context of one operation, with new loaders and outside of a transaction. The members are written out because
 * spreading `services` takes ten times as long.
 */
export const contextOf = (
  services: Services,
  db: Db,
  actor: Actor,
  { requestId, origin, reads = db }: Call,
): Context => ({
  config: services.config,
  urls: services.urls,
  storage: services.storage,
  fetch: services.fetch,
  mailer: services.mailer,
  resolveTxt: services.resolveTxt,
  workers: services.workers,
  jobSignals: services.jobSignals,
  watches: services.watches,
  log: services.log,
  cursorKey: services.cursorKey,
  downloadKey: services.downloadKey,
  siteTokenKey: services.siteTokenKey,
  encryptionKey: services.encryptionKey,
  attempts: services.attempts,
  now: services.now,
  newId: services.newId,
  forgetTokens: services.forgetTokens,
  notifyRenderers: services.notifyRenderers,
  drawLook: services.drawLook,
  actor,
  db: reads.prisma,
  sql: reads.sql,
  loaders: createLoaders(reads.sql, actor),
  requestId,
  origin,
  signal: never,
  inTransaction: false,
  afterCommit: (run) => run(),
  emit: outsideOfTransaction,
  runTransaction: async (run, { timeoutMs, isLong = timeoutMs !== undefined, signal } = {}) => {
    const turn = { owner: actor.userId, isLong, ...untilOver(signal, services.config.TRANSACTION_WAIT_MS) };
    const result = await db.takeTurn(turn, () =>
      db.prisma.$transaction((tx) => run(tx), timeoutMs === undefined ? {} : { timeout: timeoutMs }),
    );
    await db.noteCaller?.(actor);
    return result;
  },
});

function outsideOfTransaction(): never {
  throw new Error('Events can only be emitted in a transaction');
}

/**
 * How long a transaction waits for its turn: until its work is over when a signal tells that, so that a long-running
 * operation has all of its time.
 */
const untilOver = (signal: AbortSignal | undefined, waitMs: number) =>
  signal === undefined || signal === never ? { waitMs } : { signal };

/** Returns a context whose work can be cancelled by the signal. */
export const stoppedBy = (signal: AbortSignal | undefined, ctx: Context): Context =>
  signal ? { ...ctx, signal } : ctx;

/**
 * A signal that never aborts, shared by short operations. Creating a signal for each would cost more than the rest of the
 * context.
 */
const never = new AbortController().signal;
setMaxListeners(0, never);

/** The origin of an operation that no request has called. */
export const originOf = (source: Origin['source']): Origin => ({ source, address: null, userAgent: null });
