import type { Db } from '../db/client.ts';
import type { Actor, Context, Services } from '../domain/context.ts';
import { createLoaders } from '../loaders/index.ts';

/** The context of one operation: fresh loaders, the pool, nobody's transaction. */
export const contextOf = (services: Services, db: Db, actor: Actor, requestId: string): Context => ({
  ...services,
  actor,
  db: db.prisma,
  sql: db.sql,
  loaders: createLoaders(db.sql, actor),
  requestId,
  inTransaction: false,
  runTransaction: (run) => db.prisma.$transaction((tx) => run(tx)),
});
