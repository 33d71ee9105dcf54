import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createThrowawayDatabase } from '../db/throwaway-database.ts';
import { aDirectory, ask, runCommand, startServerProcess, type ServerProcess } from '../ops/server-process.ts';
import { runHere } from './run-here.ts';

describe('octavo', () => {
  test('--help names every command, and each command has its own help', async () => {
    const { code, out } = await runCommand(['--help']);
    expect(code).toBe(0);
    for (const name of [
      'serve',
      'migrate',
      'token',
      'users',
      'import',
      'export',
      'demo',
      'dump',
      'restore',
      'openapi',
      'doctor',
    ])
      expect(out).toContain(name);
    expect(await runHere(['token', 'create', '--help'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('--expires-days') as string,
    });
  });

  test('refuses unknown commands and options in one sentence', async () => {
    expect(await runCommand(['fly'])).toMatchObject({
      code: 1,
      err: expect.stringContaining("unknown command 'fly'") as string,
    });
    expect(await runHere(['restore'])).toMatchObject({
      code: 1,
      err: expect.stringContaining("missing required argument 'file'") as string,
    });
    const scope = await runHere(['token', 'create', '--user', 'x', '--scopes', 'fly:high']);
    expect(scope).toMatchObject({ code: 1, err: expect.stringContaining('"fly:high" is none of') as string });
  });

  test('openapi prints the document that the server serves', async () => {
    const { out } = await runHere(['openapi']);
    expect(JSON.parse(out)).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\./) as string,
      info: { version: expect.any(String) as string },
    });
  });
});

// A second process beside the server is possible on PostgreSQL only.
const database = await createThrowawayDatabase();

describe.skipIf(database === null)('commands on a database that a server uses', () => {
  let directory: Awaited<ReturnType<typeof aDirectory>>;
  let settings: Record<string, string>;
  let server: ServerProcess;
  let userId: string;
  let missing: string;
  beforeAll(async () => {
    directory = await aDirectory();
    settings = {
      DATABASE_URL: database?.url ?? '',
      DATA_DIR: directory.path,
      LOG_LEVEL: 'warn',
      BOOTSTRAP_EMAIL: 'ada@example.org',
    };
    missing = (await runHere(['migrate', '--status'], settings)).out;
    server = await startServerProcess(settings);
    userId = (await ask(server, 'GET /v1/user')).body.id as string;
  });
  afterAll(async () => {
    await server.stop();
    await directory.remove();
    await database?.drop();
  });

  test('octavo migrate --status names the migrations that are missing', async () => {
    expect(missing).toContain('missing  0001_foundation');
    expect(await runHere(['migrate', '--status'], settings)).toMatchObject({
      code: 0,
      out: 'The schema is up to date.\n',
    });
  });

  test('octavo token creates, lists and revokes a token by the e-mail address of its user', async () => {
    const options = ['--user', 'ADA@example.org', '--name', 'Deploy', '--expires-days', '2', '--scopes', 'user:read'];
    const created = await runHere(['token', 'create', ...options], settings);
    expect(created.code).toBe(0);
    const mine = { url: server.url, token: created.out.trim() };
    const tokenId = /tok_\S+/.exec(created.err)?.[0] ?? '';
    expect((await ask(mine, 'GET /v1/user')).body.id).toBe(userId);
    expect((await ask(mine, 'GET /v1/orgs')).status).toBe(403);
    const listed = await runHere(['token', 'list', '--user', userId], settings);
    expect(listed.out).toMatch(new RegExp(`${tokenId}  ocu_…\\w{4}  until .+Deploy`));
    expect(listed.out).not.toContain(mine.token);
    expect(await runHere(['token', 'revoke', tokenId], settings)).toMatchObject({ code: 0 });
    const after = await runHere(['token', 'list', '--user', userId], settings);
    expect(after.out).toMatch(new RegExp(`${tokenId}  ocu_…\\w{4}  revoked .+Deploy`));
    expect((await runHere(['token', 'revoke', 'tok_none'], settings)).err).toContain('No token "tok_none"');
    await expect.poll(async () => (await ask(mine, 'GET /v1/user')).status).toBe(401);
  });

  test('octavo token create without --user issues a token of the first administrator, whom octavo users lists', async () => {
    const created = await runHere(['token', 'create'], settings);
    const mine = { url: server.url, token: created.out.trim() };
    expect((await ask(mine, 'GET /v1/user')).body.id).toBe(userId);
    const { out } = await runHere(['users'], settings);
    expect(out).toMatch(new RegExp(`^${userId}  ada@example\\.org  .+  1 organizations  administrator$`, 'm'));
  });

  test('octavo import reads a file or a URL and prints its result', async () => {
    const organizationId = (await ask(server, 'GET /v1/orgs')).body.items[0].id as string;
    const { id } = (await ask(server, `POST /v1/orgs/${organizationId}/spaces`, { title: 'Imported' })).body;
    const file = join(directory.path, 'page.md');
    await writeFile(file, '# Hello\n\nFrom a file.\n');
    const done = await runCommand(['import', '--space', id, '--source', 'markdown', file], settings);
    expect(done).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^1 of 1 pages and files, revision rev_/) as string,
    });
    expect((await ask(server, `GET /v1/spaces/${id}/content`)).body.pages).toMatchObject([{ title: 'Hello' }]);
    await writeFile(file, '# Hello\n\nFrom a changed file.\n');
    const again = ['import', '--space', id, '--source', 'markdown', '--update', file];
    const counts = 'update: 0 added, 1 updated, 0 removed, 0 unchanged';
    const dry = await runHere([...again, '--dry-run'], settings);
    expect(dry).toMatchObject({ code: 0, out: expect.stringContaining(counts) as string });
    const updated = await runHere(again, settings);
    expect(updated).toMatchObject({ code: 0, out: expect.stringContaining(counts) as string });
    expect((await ask(server, `GET /v1/spaces/${id}/content`)).body.pages).toHaveLength(1);
    const refused = await runCommand(['import', '--space', id, '--source', 'zip', file], settings);
    expect(refused).toMatchObject({ code: 1, out: '' });
    const absent = await runHere(
      ['import', '--space', id, '--source', 'zip', join(directory.path, 'none.zip')],
      settings,
    );
    expect(absent).toMatchObject({ code: 1, err: expect.stringContaining('none.zip') as string });
    const inside = await runHere(['import', '--space', id, '--source', 'html', 'http://127.0.0.1:1/'], settings);
    expect(inside).toMatchObject({ code: 1 });
  });

  test('octavo sso reset lets the members of an organization in without single sign-on', async () => {
    const { id, title } = (await ask(server, 'GET /v1/orgs')).body.items[0];
    const { Client } = await import('pg');
    const client = new Client({ connectionString: database?.url });
    await client.connect();
    await client.query('update organizations set sso = true where id = $1', [id]);
    await client.query('update members set sso = true where "organizationId" = $1', [id]);
    const done = await runHere(['sso', 'reset', id], settings);
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining(`"${title}" no longer requires`) as string });
    const { rows } = await client.query(
      'select o.sso as organization, m.sso as member from organizations o join members m on m."organizationId" = o.id',
    );
    await client.end();
    expect(rows).toEqual([{ organization: false, member: false }]);
    expect((await runHere(['sso', 'reset', 'nobody'], settings)).err).toContain('No organization "nobody"');
  });

  test('octavo domain verify confirms an email domain that an organization lists, at once and without DNS', async () => {
    const { id } = (await ask(server, 'GET /v1/orgs')).body.items[0];
    const domain = `${id.toLowerCase().replaceAll(/[^a-z0-9]/g, 'x')}.test`;
    const unlisted = await runHere(['domain', 'verify', id, domain], settings);
    expect(unlisted).toMatchObject({ code: 1, err: expect.stringContaining(`No email domain "${domain}"`) as string });
    await ask(server, `PATCH /v1/orgs/${id}`, { emailDomains: [domain] });
    expect((await ask(server, `GET /v1/orgs/${id}`)).body.verifiedEmailDomains).toEqual([]);
    const done = await runHere(['domain', 'verify', id, domain.toUpperCase()], settings);
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining(`"${domain}"`) as string });
    expect((await ask(server, `GET /v1/orgs/${id}`)).body.verifiedEmailDomains).toEqual([domain]);
    expect((await runHere(['domain', 'verify', 'nobody', domain], settings)).err).toContain('No organization "nobody"');
  });

  test('octavo users names the organization that manages a user, who gets tokens for that organization only', async () => {
    const { Client } = await import('pg');
    const client = new Client({ connectionString: database?.url });
    await client.connect();
    const { id } = (await ask(server, 'GET /v1/orgs')).body.items[0];
    await client.query(
      `insert into users (id, "displayName", "organizationId", "assertedEmail") values ('usr_managed', 'Managed', $1, 'm@managed.test')`,
      [id],
    );
    await client.query(`insert into members ("organizationId", "userId", role) values ($1, 'usr_managed', 'read')`, [
      id,
    ]);
    await client.end();
    const { out } = await runHere(['users'], settings);
    expect(out).toMatch(new RegExp(`^usr_managed  m@managed\\.test  Managed  1 organizations  managed by ${id}$`, 'm'));
    const created = await runHere(['token', 'create', '--user', 'm@managed.test'], settings);
    const theirs = { url: server.url, token: created.out.trim() };
    const { items } = (await ask(theirs, 'GET /v1/user/tokens')).body;
    expect(items).toEqual([expect.objectContaining({ organization: id })]);
  });

  test('octavo ends with exit code 2 on a database of a newer version', async () => {
    const own = await createThrowawayDatabase();
    const other = { ...settings, DATABASE_URL: own?.url ?? '' };
    expect(await runHere(['migrate'], other)).toMatchObject({
      code: 0,
      out: expect.stringContaining('applied  0001_foundation') as string,
    });
    const { Client } = await import('pg');
    const client = new Client({ connectionString: own?.url });
    await client.connect();
    await client.query(
      `update _prisma_migrations set migration_name = '9999_future' where migration_name = '0001_foundation'`,
    );
    await client.end();
    expect(await runHere(['serve'], { ...other, HOST: '127.0.0.1', PORT: '0' })).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        '9999_future, which Octavo 0.1.0 (sources) does not know: Octavo 0.1.0 (sources) has used it',
      ) as string,
    });
    await own?.drop();
  });

  test('octavo doctor ends with exit code 1 when something is wrong, and with 0 after --fix', async () => {
    const { Client } = await import('pg');
    const client = new Client({ connectionString: database?.url });
    await client.connect();
    await client.query('update spaces set comments = comments + 1');
    await client.end();
    expect(await runCommand(['doctor'], settings)).toMatchObject({
      code: 1,
      out: expect.stringContaining('comment counters: spc_') as string,
    });
    expect(await runHere(['doctor', '--fix'], settings)).toMatchObject({ code: 0 });
    expect(await runHere(['doctor'], settings)).toMatchObject({
      code: 0,
      out: expect.stringContaining(' 0 findings') as string,
    });
  });
});
