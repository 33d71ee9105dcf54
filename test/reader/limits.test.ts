import { beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '../../src/config.ts';
import { aServer } from '../app/own-server.ts';
import { aPlainSite, aSitesWorld, type SitesWorld } from '../published-sites.ts';
import { clock } from '../setup/clock.ts';

let world: SitesWorld;
beforeAll(async () => {
  world = await aSitesWorld('limited');
});

/** Opens pages of a public site at a server with these settings, whose clock the test moves. */
async function aLimitedSite(settings: Partial<Config>) {
  const site = await aPlainSite(world, { visibility: 'public' });
  const time = { at: clock.now() };
  const { app } = await aServer(settings, { now: () => time.at });
  const { host, pathname } = new URL(site.url);
  const open = (path: string, accept = 'text/html') =>
    app.inject({ url: `${pathname}/${path}`, headers: { host, accept } });
  return { time, open };
}

describe('a reader whose address has taken too much processor time', () => {
  it('gets a page that says so, and when to come back', async () => {
    const { open } = await aLimitedSite({ ANONYMOUS_TIME_MS_PER_MINUTE: 0.001 });
    await open('guide');
    const { statusCode, headers, body } = await open('guide');
    expect([statusCode, headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body).toContain('from this address have taken too much processor time');
  });
});

describe('a reader whose address has searched too often', () => {
  it('is told so until the minute has passed, as a page and in the dialog', async () => {
    const { time, open } = await aLimitedSite({ SITE_SEARCHES_PER_MINUTE: 2 });
    const search = '~/search?q=guide';
    expect([(await open(search)).statusCode, (await open(search, 'application/json')).statusCode]).toEqual([200, 200]);
    const page = await open(search);
    expect([page.statusCode, page.headers['retry-after']]).toEqual([429, '60']);
    expect(page.body).toContain('Too many searches. Please try again in a minute.');
    expect((await open(search, 'application/json')).statusCode).toBe(429);
    expect((await open('~/search')).statusCode).toBe(200);
    time.at = new Date(time.at.getTime() + 60_000);
    expect((await open(search)).statusCode).toBe(200);
  });
});
