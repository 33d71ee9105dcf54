import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aMigratedDatabase, type MigratedDatabase } from './migrated-database.ts';
import { isInstalled, startPgBouncer } from './pgbouncer.ts';
import { ask, startServerProcess, type ServerProcess } from './server-process.ts';

const isSkipped = process.env['TEST_ENGINE'] !== 'postgres' || !isInstalled('pgbouncer');
if (isSkipped) console.log('The tests of the pooler need PostgreSQL and pgbouncer');

describe.skipIf(isSkipped)('a server behind pgBouncer in transaction mode', () => {
  let database: MigratedDatabase;
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  const servers: ServerProcess[] = [];
  beforeAll(async () => {
    database = await aMigratedDatabase();
    pooler = await startPgBouncer(database.settings['DATABASE_URL'] ?? '');
    const settings = {
      ...database.settings,
      DATABASE_POOLED_URL: pooler.url,
      POOL_SIZE: '8',
      STATEMENT_TIMEOUT_MS: '4321',
    };
    servers.push(await startServerProcess({ ...settings, BOOTSTRAP_ORGANIZATION: 'Acme' }));
    servers.push(await startServerProcess(settings));
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await pooler.stop();
    await database.remove();
  });

  test('answers parallel reads and writes of two processes over three connections', async () => {
    const token = servers[0]?.token ?? '';
    const faces = servers.map(({ url }) => ({ url, token }));
    const organization = (await ask(faces[0]!, 'GET /v1/orgs')).body.items[0].id as string;
    const statuses = await Promise.all(
      Array.from({ length: 24 }, async (_, nth) => {
        const face = faces[nth % 2]!;
        const space = await ask(face, `POST /v1/orgs/${organization}/spaces`, { title: `Space ${nth}` });
        const change = { operation: 'insert_page', title: `Page ${nth}`, document: { markdown: `Text ${nth}` } };
        const edit = await ask(face, `POST /v1/spaces/${space.body.id}/content`, { changes: [change] });
        const read = await ask(faces[(nth + 1) % 2]!, `GET /v1/spaces/${space.body.id}/content/pages`);
        return [space.status, edit.status, read.status, read.body.pages.length];
      }),
    );
    expect(statuses).toEqual(statuses.map(() => [201, expect.any(Number), 200, 1]));
    expect(new Set(statuses.map(([, edit]) => Number(edit) < 300))).toEqual(new Set([true]));
    const lines = servers.flatMap(({ output }) => (output.out + output.err).split('\n'));
    expect(lines.filter((line) => /"err":|"level":"error"|POOLED_URL/.test(line))).toEqual([]);
  });

  test('runs background jobs', async () => {
    const server = servers[0]!;
    const organization = (await ask(server, 'GET /v1/orgs')).body.items[0].id as string;
    const job = await ask(server, `POST /v1/orgs/${organization}/export`, {});
    expect(job.status).toBeLessThan(300);
    await expect
      .poll(async () => (await ask(server, `GET /v1/jobs/${job.body.id}`)).body.state as string)
      .toBe('completed');
  });

  test('keeps its timeouts and its planner settings, as defaults of the role in its database', async () => {
    const client = new Client({ connectionString: pooler.url });
    await client.connect();
    const { rows } = await client.query(
      "select current_setting('statement_timeout') as time, current_setting('enable_seqscan') as scan",
    );
    await client.end();
    expect(rows).toEqual([{ time: '4321ms', scan: 'off' }]);
  });
});
