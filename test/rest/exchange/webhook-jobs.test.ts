import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../src/db/sql.ts';
import { dispatchTask, sendTask } from '../../../src/domain/core/events/fields.ts';
import { endTask } from '../../../src/domain/core/events/queries/tasks.ts';
import { startServer, type Harness } from '../../harness.ts';
import { until } from '../../until.ts';
import { aReceiver } from '../../webhook-receiver.ts';
import { aHook, aScene, deliveriesUntil, rename } from '../../webhook-scene.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

const worker = 'another process';

/** Claims a task as another process does, and calls `during` before the commit. */
async function claim(task: string, key: string, during: (blocks: () => Promise<unknown>) => Promise<void>) {
  const { pool } = server.platform.db;
  const taker = await pool.connect();
  try {
    await taker.query('begin');
    // It is held for longer than any lease.
    await taker.query(
      `insert into event_tasks (key, task, "organizationId", "dueAt", "lockedBy", "lockedUntil")
        values ($1, $2, $1, 'infinity', $3, now() + interval '1 day')
        on conflict (key) do update set "dueAt" = excluded."dueAt", "lockedBy" = $3, "lockedUntil" = excluded."lockedUntil"`,
      [key, task, worker],
    );
    const { rows } = await taker.query('select pg_backend_pid() as pid');
    await during(async () => {
      await until(
        async () =>
          (await pool.query('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [rows[0].pid])).rows,
        (waiting) => waiting.length > 0,
      );
      await taker.query('commit');
    });
  } finally {
    taker.release(true);
  }
}

// The embedded database has one connection, so nobody claims a task while another transaction adds it.
describe.runIf(process.env['TEST_ENGINE'] === 'postgres')('an event', () => {
  it.each([dispatchTask, sendTask])('is sent although the task %s is claimed while it is written', async (task) => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const { at, id } = await aHook(scene, receiver);
    await server.statements.settled();
    const key = task === dispatchTask ? scene.id : id;
    const { sql: reader } = server.platform.db;
    // The claimed run has read before the event was there.
    await claim(task, key, async (claimed) => {
      const writing = rename(scene, 'New');
      await claimed();
      await writing;
      await until(
        () => reader.rows(sql`select key from event_tasks where key = ${key} and "dueAt" < 'infinity'`),
        (rows) => rows.length === 1,
      );
      const run = { key, organizationId: scene.id, worker, isFailing: false };
      await endTask(reader, run);
      server.platform.services.jobSignals.wakeDispatch();
      await deliveriesUntil(scene, at, 'delivered 1');
      expect(receiver.calls.map(({ body }) => body['type'])).toEqual(['space.updated']);
    });
  });
});
