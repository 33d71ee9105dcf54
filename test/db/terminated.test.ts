import { beforeAll, expect, it } from 'vitest';
import { sql } from '../../src/db/sql.ts';
import { findFailure } from '../../src/engine/failures.ts';
import { transact } from '../../src/domain/core/transact.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';

let server: Harness;
let ada: Caller;
beforeAll(async () => {
  server = await startServer();
  ada = await server.aUser();
});

const isEmbedded = process.env['TEST_ENGINE'] !== 'postgres';

/** Returns the error that a caller gets when the connection of a transaction is terminated at a given moment. */
async function failureAfter(
  work: (ctx: Parameters<Parameters<typeof transact>[1]>[0], pid: number) => Promise<unknown>,
) {
  try {
    await transact(ada.context(), async (ctx) => {
      const row = await ctx.sql.first<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await work(ctx, row?.pid ?? 0);
    });
    return null;
  } catch (error) {
    const meaning = findFailure(error);
    if (meaning === null) throw error;
    return meaning;
  }
}

const terminate = (pid: number) =>
  server.platform.db.sql.rows(sql`select pg_terminate_backend(${pid}::int)::text as done`);

it.skipIf(isEmbedded)('a connection that is terminated inside a transaction is 503 with Retry-After', async () => {
  const unavailable = { status: 503, type: 'unavailable', retryAfterSeconds: expect.any(Number) as number };
  const between = await failureAfter(async (ctx, pid) => {
    await terminate(pid);
    await ctx.sql.rows(sql`select 1 as one`);
  });
  expect(between).toMatchObject(unavailable);
  const atCommit = await failureAfter((_ctx, pid) => terminate(pid));
  expect(atCommit).toMatchObject(unavailable);
  const byPrisma = await failureAfter(async (ctx, pid) => {
    await terminate(pid);
    await ctx.db.user.count();
  });
  expect(byPrisma).toMatchObject(unavailable);
  const during = await failureAfter((ctx, pid) =>
    Promise.all([ctx.sql.rows(sql`select pg_sleep(5)::text`), terminate(pid)]),
  );
  expect(during).toMatchObject(unavailable);
});
