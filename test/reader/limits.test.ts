import { describe, expect, it } from 'vitest';
import { aServer } from '../app/own-server.ts';
import { aPlainSite, aSitesWorld } from '../published-sites.ts';

describe('a reader whose address has taken too much processor time', () => {
  it('gets a page that says so, and when to come back', async () => {
    const site = await aPlainSite(await aSitesWorld('limited'), { visibility: 'public' });
    const { app } = await aServer({ ANONYMOUS_TIME_MS_PER_MINUTE: 0.001 });
    const { host, pathname } = new URL(`${site.url}/guide`);
    const open = () => app.inject({ url: pathname, headers: { host } });
    await open();
    const { statusCode, headers, body } = await open();
    expect([statusCode, headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body).toContain('from this address have taken too much processor time');
  });
});
