import type { Db } from '../db/client.ts';
import type { Actor, Context, Services } from '../domain/context.ts';
import { createLoaders } from '../loaders/index.ts';

/** The context of one operation: fresh loaders, the pool, nobody's transaction. Written out, for a spread costs ten times as much. */
export const contextOf = (services: Services, db: Db, actor: Actor, requestId: string): Context => ({
  config: services.config,
  urls: services.urls,
  storage: services.storage,
  fetch: services.fetch,
  queue: services.queue,
  log: services.log,
  cursorKey: services.cursorKey,
  downloadKey: services.downloadKey,
  now: services.now,
  newId: services.newId,
  forgetTokens: services.forgetTokens,
  actor,
  db: db.prisma,
  sql: db.sql,
  loaders: createLoaders(db.sql, actor),
  requestId,
  signal: never,
  inTransaction: false,
  afterCommit: (run) => run(),
  runTransaction: (run, { timeoutMs } = {}) =>
    db.prisma.$transaction((tx) => run(tx), timeoutMs === undefined ? {} : { timeout: timeoutMs }),
});

/** The context of work that can be stopped. */
export const stoppedBy = (signal: AbortSignal | undefined, ctx: Context): Context =>
  signal ? { ...ctx, signal } : ctx;

/** Most operations are short, and a signal of its own costs more than all the rest of a context. */
const never = new AbortController().signal;
