import { beforeAll, describe, expect, it } from 'vitest';
import { deliveryTask, dispatchTask } from '../../../src/domain/core/events/fields.ts';
import { startServer, type Harness } from '../../harness.ts';
import { until } from '../../until.ts';
import { aReceiver } from '../../webhook-receiver.ts';
import { aHook, aScene, deliveriesUntil, rename } from '../../webhook-scene.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

/** Takes a job that waits, as the queue does, and calls `during` before the commit. */
async function takeJob(task: string, key: string, during: (blocks: () => Promise<unknown>) => Promise<void>) {
  const { pool } = server.platform.db;
  await pool.query(
    `select graphile_worker.add_job($1, json_build_object('id', $2::text), job_key => $2, run_at => now() + interval '1 day')`,
    [task, key],
  );
  const taker = await pool.connect();
  try {
    await taker.query('begin');
    // It is held for longer than any lease.
    await taker.query(
      `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() + interval '1 day', attempts = 1 where key = $1`,
      [key],
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
    await pool.query('delete from graphile_worker._private_jobs where locked_by = $1', [key]);
  }
}

// The embedded database has one connection, so nobody takes a job while another transaction adds it.
describe.runIf(process.env['TEST_ENGINE'] === 'postgres')('an event', () => {
  it.each([dispatchTask, deliveryTask])('is sent although the job %s is taken while it is written', async (task) => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const { at, id } = await aHook(scene, receiver);
    await server.statements.settled();
    // The taken job never runs, as one that has read before the event was there.
    await takeJob(task, task === dispatchTask ? scene.id : id, async (taken) => {
      const writing = rename(scene, 'New');
      await taken();
      await writing;
      await deliveriesUntil(scene, at, 'delivered 1');
      expect(receiver.calls.map(({ body }) => body['type'])).toEqual(['space.updated']);
    });
  });
});
