import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashSecret, newSecret } from '../../src/lib/secret-token.ts';
import { allOr } from '../setup/size.ts';
import { openSse } from '../sse.ts';
import { aWatchedSite, mergeText, readPage } from './read-elsewhere.ts';
import { programs, startPostgresPair, type PostgresPair } from './postgres-pair.ts';
import { aDirectory, ask, startServerProcess, type ServerProcess } from './server-process.ts';

const isSkipped = process.env['TEST_ENGINE'] !== 'postgres' || programs === null;
if (isSkipped) console.log('The tests of the standby need the programs of PostgreSQL');

/** Greater than any delay of the standby here, so that only what callers know keeps old answers from them. */
const maxLagMs = 120_000;

describe.skipIf(isSkipped)('two servers that read from a standby', () => {
  let pair: PostgresPair;
  let directory: Awaited<ReturnType<typeof aDirectory>>;
  let servers: [ServerProcess, ServerProcess];
  let site: Awaited<ReturnType<typeof aWatchedSite>>;
  const colleague = newSecret('user');

  beforeAll(async () => {
    [pair, directory] = await Promise.all([startPostgresPair(), aDirectory()]);
    const settings = {
      DATABASE_URL: pair.primary,
      DATABASE_READ_URL: pair.standby,
      DATABASE_READ_MAX_LAG_MS: String(maxLagMs),
      DATA_DIR: directory.path,
      POOL_SIZE: '4',
      RATE_LIMIT_PER_MINUTE: '1000000',
      SITES_DOMAIN: 'localhost',
    };
    const first = await startServerProcess(settings);
    const second = { ...(await startServerProcess(settings)), token: first.token };
    servers = [first, second];
    site = await aWatchedSite(first);
    await addColleague();
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await directory.remove();
    await pair.stop();
  });

  /** A member with a token of its own, who has written nothing. */
  async function addColleague() {
    const client = new Client({ connectionString: pair.primary });
    await client.connect();
    await client.query(`insert into users (id, "displayName") values ('usr_colleague', 'Colleague')`);
    await client.query(
      `insert into members ("organizationId", "userId", role) select id, 'usr_colleague', 'admin' from organizations`,
    );
    await client.query(
      `insert into api_tokens (id, "userId", kind, name, hash, prefix, "lastFour", scopes)
       select 'tok_colleague', 'usr_colleague', kind, name, $1, prefix, "lastFour", scopes from api_tokens limit 1`,
      [hashSecret(colleague)],
    );
    await client.end();
  }

  const titleOf = async (server: { url: string; token: string }) => {
    const { status, body } = await ask(server, `GET /v1/spaces/${site.spaceId}`);
    expect(status).toBe(200);
    return body.title as string;
  };
  const rename = (server: ServerProcess, title: string) => ask(server, `PATCH /v1/spaces/${site.spaceId}`, { title });

  test('pages are read from the standby, as soon as it has them', async () => {
    await mergeText(servers[0], site.spaceId, site.pages[0], 'New text');
    await expect.poll(async () => (await readPage(servers[1], site.url)).body).toContain('New text');
    const before = await pair.countReads();
    for (let turn = 0; turn < 20; turn += 1) expect((await readPage(servers[turn % 2]!, site.url)).status).toBe(200);
    await expect.poll(async () => (await pair.countReads()) - before).toBeGreaterThan(20);
  });

  test('who has written reads it at once from either process, however late the standby is', async () => {
    await pair.setDelay(allOr(5_000, 1_000));
    for (let turn = 0; turn < allOr(100, 20); turn += 1) {
      const [writer, reader] = turn % 2 ? servers : [servers[1], servers[0]];
      expect((await rename(writer, `Title ${turn}`)).status).toBe(200);
      expect(await titleOf(reader)).toBe(`Title ${turn}`);
    }
  });

  test('who has written nothing may read what was, and never goes back', async () => {
    const readers = servers.map(({ url }) => ({ url, token: colleague }));
    const seen: number[] = [];
    const last = 1_000 + allOr(100, 20);
    for (let turn = 1_000; turn < last; turn += 1) {
      const [, ...titles] = await Promise.all([rename(servers[turn % 2]!, `Title ${turn}`), titleOf(readers[0]!)]);
      titles.push(await titleOf(readers[1]!));
      seen.push(...titles.map((title) => Number(title.replace(/\D+/, ''))));
    }
    expect(seen.length).toBeGreaterThan(10);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(Math.min(...seen)).toBeLessThan(1_000);
    await expect.poll(async () => titleOf(readers[0]!)).toBe(`Title ${last - 1}`);
  });

  test('who hears of a change in a stream then reads it', async () => {
    const { url } = servers[1];
    const headers = { authorization: `Bearer ${colleague}`, accept: 'text/event-stream' };
    const stream = await openSse(`${url}${site.at.replace(/\/sites.*/, '')}/events/stream`, { headers });
    expect(stream.response.status).toBe(200);
    await rename(servers[0], 'Heard');
    for (let message = await stream.next(); ; message = await stream.next())
      if (message?.data?.includes('space.updated') || message?.event === 'space.updated') break;
      else expect(message).not.toBeNull();
    expect(await titleOf({ url, token: colleague })).toBe('Heard');
    stream.close();
  });

  test('without the standby everything is answered, and it is used again when it is back', async () => {
    await pair.setDelay(0);
    await pair.stopStandby();
    for (let turn = 0; turn < 10; turn += 1) {
      await rename(servers[0], `Alone ${turn}`);
      expect(await titleOf({ url: servers[turn % 2]!.url, token: colleague })).toMatch(/^(Heard|Alone \d)$/);
      expect((await readPage(servers[turn % 2]!, site.url)).status).toBe(200);
    }
    await expect.poll(() => servers[0].output.out).toContain('reads are answered from the primary');
    expect(await titleOf({ url: servers[0].url, token: colleague })).toBe('Alone 9');
    await pair.startStandby();
    const before = await pair.countReads();
    await expect
      .poll(async () => {
        await readPage(servers[0], site.url);
        return (await pair.countReads()) - before;
      })
      .toBeGreaterThan(100);
    const failed = servers.flatMap(({ output }) =>
      (output.out + output.err).split('\n').filter((line) => /"level":"error"/.test(line)),
    );
    expect(failed).toEqual([]);
  });
});
