import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from 'pg';
import { createThrowawayDatabase } from '../db/throwaway-database.ts';
import { isWhole } from '../setup/size.ts';
import { until } from '../until.ts';
import { aReceiver } from '../webhook-receiver.ts';
import { importing } from './import-jobs.ts';
import { aDirectory, ask, startServerProcess, type ServerProcess } from './server-process.ts';

const database = isWhole ? await createThrowawayDatabase() : null;

describe.skipIf(database === null)('events, over one PostgreSQL', () => {
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

  /** Runs a statement in a transaction beside the server. */
  const hold = async (text: string, values: readonly unknown[] = []) => {
    const client = new Client({ connectionString: database?.url });
    await client.connect();
    await client.query('begin');
    await client.query(text, [...values]);
    const { rows } = await client.query('select pg_backend_pid() as pid');
    return {
      /** Returns when something in the server waits for it. */
      blocks: () =>
        until(
          () => query('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [rows[0].pid]),
          (waiting) => waiting.length > 0,
        ),
      release: async () => {
        await client.query('rollback');
        await client.end();
      },
    };
  };

  test('come to a webhook at least once, whenever the process is killed: before they are given, before, during and after a call', async () => {
    await using receiver = await aReceiver();
    const input = { url: receiver.url, types: ['collection.created'] };
    const webhookId = (await ask(server, `POST /v1/orgs/${organizationId}/webhooks`, input)).body.webhook.id;
    const written: string[] = [];
    const arrived = () => new Set(receiver.calls.map(({ body }) => body['subject'].id as string));
    const allArrived = () => until(arrived, (ids) => written.every((id) => ids.has(id)));
    const locked = async (task: string) =>
      (await query('select from event_tasks where task = $1 and "lockedBy" is not null', [task])).length;

    // Before they are given to the webhook: the job waits for a row that another transaction holds.
    const holder = await hold('select from webhooks where id = $1 for update', [webhookId]);
    written.push(await write('First'));
    await until(
      () => locked('dispatch-events'),
      (count) => count > 0,
    );
    expect(await server.stop('SIGKILL')).toBe('SIGKILL');
    await holder.release();
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

  test('notify people of each exactly once, whenever the process is killed: before, meanwhile, in the commit, and after it', async () => {
    const collectionId = await write('Watched');
    const invited = { emails: ['watcher@example.com'], role: 'read' };
    const [userId] = (await ask(server, `POST /v1/orgs/${organizationId}/invites`, invited)).body.users;
    const graphql = async (text: string, variables: Record<string, unknown>) => {
      const { body } = await ask(server, 'POST /graphql', { query: text, variables });
      expect(body.errors).toBeUndefined();
      return body.data;
    };
    await graphql(
      'mutation ($nodeId: ID!, $userId: ID) { watch(nodeId: $nodeId, userId: $userId, input: {}) { watch { id } } }',
      { nodeId: collectionId, userId },
    );
    const spaces: string[] = [];
    const addSpace = async () => {
      const input = { title: 'New', parent: collectionId };
      spaces.push((await ask(server, `POST /v1/orgs/${organizationId}/spaces`, input)).body.id);
    };
    await addSpace();
    const { createPage } = await graphql(
      'mutation ($id: ID!) { createPage(spaceId: $id, input: { title: "Page" }) { page { id } } }',
      { id: spaces[0] },
    );
    const pageId: string = createPage.page.id;
    let edits = 1;
    /** Creates a space, which is a notification of its own, and edits the page, which is counted with the edits before. */
    const change = async () => {
      await addSpace();
      await graphql(
        `
          mutation ($spaceId: ID!, $pageId: ID!, $markdown: String!) {
            updatePage(spaceId: $spaceId, pageId: $pageId, input: { document: { markdown: $markdown } }) {
              page {
                id
              }
            }
          }
        `,
        { spaceId: spaces[0], pageId, markdown: `Edit ${edits}` },
      );
      edits += 1;
    };
    const told = () =>
      query('select type, "subjectId", count from notifications where "userId" = $1 order by type, position', [userId]);
    const all = () => [
      { type: 'content.updated', subjectId: pageId, count: edits },
      ...spaces.map((subjectId) => ({ type: 'space.created', subjectId, count: 1 })),
    ];
    const allJobsEnd = () =>
      until(
        () => query(`select from event_tasks where task = 'dispatch-events'`),
        (jobs) => jobs.length === 0,
      );
    const killWhile = async ({ blocks, release }: Awaited<ReturnType<typeof hold>>) => {
      await blocks();
      expect(await server.stop('SIGKILL')).toBe('SIGKILL');
      await release();
      await startAgain();
      await allJobsEnd();
      expect(await told()).toEqual(all());
    };
    await allJobsEnd();
    expect(await told()).toEqual(all());

    // Before: the job waits for the position up to which people were told.
    const holdPosition = () =>
      hold('select from notification_cursors where "organizationId" = $1 for update', [organizationId]);
    const before = await holdPosition();
    await change();
    await killWhile(before);

    // Meanwhile: it knows whom to tell, and cannot write.
    const meanwhile = await hold('lock table notifications in share mode');
    await change();
    await killWhile(meanwhile);

    // In the commit, which the database completes without the process.
    await query(`create function wait_in_commit() returns trigger language plpgsql
      as 'begin perform pg_advisory_xact_lock(1); return null; end'`);
    await query(`create constraint trigger wait_in_commit after update on notification_cursors
      deferrable initially deferred for each row execute function wait_in_commit()`);
    const inCommit = await hold('select pg_advisory_xact_lock(1)');
    await change();
    await killWhile(inCommit);
    await query('drop function wait_in_commit() cascade');

    // After it, before the task has ended.
    const first = await holdPosition();
    await change();
    await first.blocks();
    const jobs = await hold('select from event_tasks where key = $1 for update', [organizationId]);
    await first.release();
    await jobs.blocks();
    expect(await told()).toEqual(all());
    await killWhile(jobs);
  });
});
