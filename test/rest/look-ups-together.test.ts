import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Harness } from '../harness.ts';
import { aPlainSite, aSectionedSite, aSitesWorld, type SitesWorld } from '../published-sites.ts';
import { aRedirect } from '../site-settings-factories.ts';
import { aShareLink, lookUp } from '../visitors-world.ts';

let world: SitesWorld;
let server: Harness;
beforeAll(async () => {
  world = await aSitesWorld('together-docs');
  ({ server } = world);
});

/** Returns the number of statements since the last reset that look up a site. */
const lookUpStatements = () => server.statements.texts.filter((text) => text.includes('wanted(id, via, place)')).length;

const together = (looks: readonly Parameters<typeof lookUp>[]) => Promise.all(looks.map((look) => lookUp(...look)));

describe('look-ups of one site that arrive together', () => {
  it('share a few statements, and each has the answer that it has alone', async () => {
    const site = await aSectionedSite(world);
    for (let at = 0; at < 5; at += 1)
      await aRedirect(server, site.id, `/old${at}`, { kind: 'url', url: `https://example.org/${at}` });
    const beta = await site.tokenFor({ beta: true });
    const paths = ['', '/api', '/docs/v1/guide', '/v1', '/api/x/y', ...[0, 1, 2, 3, 4, 5].map((at) => `/old${at}`)];
    const looks = paths.flatMap((path): Parameters<typeof lookUp>[] => [
      [server, `${site.url}${path}`],
      [server, `${site.url}${path}`, { jwtToken: beta }],
    ]);
    const alone = [];
    for (const look of looks) alone.push((await lookUp(...look)).body);
    await server.statements.reset();
    expect((await together(looks)).map(({ body }) => body)).toEqual(alone);
    // Two, unless a token takes longer to verify than the first statement takes.
    expect(lookUpStatements()).toBeLessThanOrEqual(4);
  });

  it('look-ups of one site by share links that arrive together are each let in by their own key alone', async () => {
    const site = await aPlainSite(world, { visibility: 'share-link' });
    const keys = [await aShareLink(server, site.id), await aShareLink(server, site.id)].map(({ key }) => key);
    const looks = [...keys, 'none', ...keys, ''].map((key): Parameters<typeof lookUp> => [
      server,
      `${site.url}/${key}`,
    ]);
    const answers = await together([...looks, ...looks]);
    const expected = [keys[0], keys[1], undefined, keys[0], keys[1], undefined];
    expect(answers.map(({ body }) => body.shareKey)).toEqual([...expected, ...expected]);
    expect(answers.map(({ status }) => status)).toEqual([...expected, ...expected].map((key) => (key ? 200 : 404)));
  });

  it('look-ups of many sites that arrive together find each its own site', async () => {
    const sites = await Promise.all([1, 2, 3].map(() => aPlainSite(world)));
    const looks = [...sites, ...sites, ...sites].map(({ url }): Parameters<typeof lookUp> => [server, url]);
    const found = (await together(looks)).map(({ body }) => body.site);
    expect(found).toEqual([...sites, ...sites, ...sites].map(({ id }) => id));
  });

  it('look-ups whose callers leave hold nothing, take a statement each at most, and do not disturb the one that stays', async () => {
    const site = await aSectionedSite(world);
    const address = new URL(await server.listen());
    await lookUp(server, site.url);
    await server.statements.reset();
    const before = server.app.inFlight.count;
    const connected = async () => {
      const socket = connect(Number(address.port), address.hostname);
      await once(socket, 'connect');
      return socket;
    };
    const leaving = await Promise.all(Array.from({ length: 40 }, connected));
    const staying = await connected();
    const send = (socket: Socket, path: string) => {
      const body = JSON.stringify({ url: `${site.url}${path}`, visitor: { unsignedClaims: {} } });
      const headers = `host: a\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${body.length}`;
      socket.write(`POST /v1/urls/published HTTP/1.1\r\n${headers}\r\n\r\n${body}`);
    };
    for (const [at, socket] of leaving.entries()) send(socket, `/api/${at}`);
    send(staying, '/docs/v1/guide');
    let answer = '';
    staying.on('data', (chunk) => (answer += String(chunk)));
    for (const socket of leaving) socket.destroy();
    await once(staying, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toMatchObject({
      siteSpace: site.older.id,
      pathname: '/guide',
    });
    await expect.poll(() => server.app.inFlight.count).toBe(before);
    await server.statements.settled();
    expect(lookUpStatements()).toBeLessThanOrEqual(leaving.length + 1);
  });
});
