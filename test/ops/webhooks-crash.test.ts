import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from 'pg';
import { createThrowawayDatabase } from '../db/throwaway-database.ts';
import { isWhole } from '../setup/size.ts';
import { until } from '../until.ts';
import { aReceiver } from '../webhook-receiver.ts';
import { importing } from './import-jobs.ts';
import { aDirectory, ask, startServerProcess, type ServerProcess } from './server-process.ts';

const database = isWhole ? await createThrowawayDatabase() : null;

describe.skipIf(database === null)('events for webhooks, over one PostgreSQL', () => {
  let directory: Awaited<ReturnType<typeof aDirectory>>;
  let settings: Record<string, string>;
  let server: ServerProcess;
  let token: string;
  let organizationId: string;

  beforeAll(async () => {
    directory = await aDirectory();
    settings = { ...importing, JOB_LEASE_MS: '3000', DATABASE_URL: database?.url ?? '', DATA_DIR: directory.path };
    server = await startServerProcess(settings);
    ({ token } = server);
    organizationId = (await ask(server, 'GET /v1/orgs')).body.items[0].id;
  });
  afterAll(async () => {
    await server.stop();
    await directory.remove();
    await database?.drop();
  });

  const startAgain = async () => {
    server = { ...(await startServerProcess(settings)), token };
  };
  const write = async (title: string) =>
    (await ask(server, `POST /v1/orgs/${organizationId}/collections`, { title })).body.id as string;

  /** Runs a statement beside the server. */
  const query = async (text: string, values: readonly unknown[] = []) => {
    const client = new Client({ connectionString: database?.url });
    await client.connect();
    try {
      return (await client.query(text, [...values])).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  };

  test('come at least once, whenever the process is killed: before they are given, before, during and after a call', async () => {
    await using receiver = await aReceiver();
    const input = { url: receiver.url, types: ['collection.created'] };
    const webhookId = (await ask(server, `POST /v1/orgs/${organizationId}/webhooks`, input)).body.webhook.id;
    const written: string[] = [];
    const arrived = () => new Set(receiver.calls.map(({ body }) => body['subject'].id as string));
    const allArrived = () => until(arrived, (ids) => written.every((id) => ids.has(id)));
    const locked = async (task: string) =>
      (await query('select from graphile_worker.jobs where task_identifier = $1 and locked_by is not null', [task]))
        .length;

    // Before they are given to the webhook: the job waits for a row that another transaction holds.
    const holder = new Client({ connectionString: database?.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from webhooks where id = $1 for update', [webhookId]);
    written.push(await write('First'));
    await until(
      () => locked('dispatch-events'),
      (count) => count > 0,
    );
    expect(await server.stop('SIGKILL')).toBe('SIGKILL');
    await holder.query('rollback');
    await holder.end();
    await startAgain();
    await allArrived();

    // During a call.
    const held: (() => void)[] = [];
    receiver.answers((response) => void held.push(() => response.writeHead(200).end()));
    written.push(await write('Second'), await write('Third'));
    await until(
      () => held.length,
      (count) => count > 0,
    );
    expect(await server.stop('SIGKILL')).toBe('SIGKILL');
    receiver.answers(200);
    await startAgain();
    await allArrived();

    // After the answer, before it is recorded.
    const lock = new Client({ connectionString: database?.url });
    await lock.connect();
    await lock.query('begin');
    receiver.answers((response) => {
      void lock
        .query('select from webhooks where id = $1 for update', [webhookId])
        .then(() => response.writeHead(200).end());
    }, 200);
    written.push(await write('Fourth'));
    await until(arrived, (ids) => ids.has(written.at(-1) ?? ''));
    await until(
      async () => (await query(`select from pg_locks where not granted`)).length,
      (count) => count > 0,
    );
    expect(await server.stop('SIGKILL')).toBe('SIGKILL');
    await lock.query('rollback');
    await lock.end();
    await startAgain();
    const delivered = () =>
      query(`select state, count(*)::int from webhook_deliveries where "webhookId" = $1 group by 1`, [webhookId]);
    await until(
      delivered,
      (rows) => JSON.stringify(rows) === JSON.stringify([{ state: 'delivered', count: written.length }]),
    );
    expect(arrived()).toEqual(new Set(written));
    const bodies = new Map<string, Set<string>>();
    for (const { body, text } of receiver.calls)
      bodies.set(body['id'], (bodies.get(body['id']) ?? new Set<string>()).add(text));
    expect([...bodies.values()].map(({ size }) => size)).toEqual(written.map(() => 1));
  });
});
