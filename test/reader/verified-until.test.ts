import { beforeAll, expect, it } from 'vitest';
import { addressOf, enter, propose, readPublished } from '../proposals.ts';
import { aPlainSite, aSitesWorld, customize, type SitesWorld } from '../published-sites.ts';
import { clock } from '../setup/clock.ts';

const dayMs = 86_400_000;

let world: SitesWorld;
let site: Awaited<ReturnType<typeof aPlainSite>>;

beforeAll(async () => {
  world = await aSitesWorld('verified');
  site = await aPlainSite(world, { visibility: 'public' });
});

const inDays = (days: number) => new Date(clock.now().getTime() + days * dayMs).toISOString();
const show = (showVerifiedUntil: boolean) => customize(world, site.id, { freshness: { showVerifiedUntil } });

async function change(method: 'POST' | 'PATCH', page: 'guide' | 'deep', body: object): Promise<void> {
  const at = `/v1/spaces/${site.spaceId}/content/page/${site.idOf(page)}`;
  const { status } = await world.owner.rest(`${method} ${at}/${method === 'POST' ? 'verify' : 'freshness'}`, body);
  expect(status).toBe(200);
}

/** What a page says of its verification; null for nothing. */
async function readMark(path = 'guide', headers = {}): Promise<string | null> {
  const { status, body } = await readPublished(world, `${site.url}/${path}`, headers);
  expect(status).toBe(200);
  return />((?:Verified|Geprüft)[^<]*)<\/time>/.exec(String(body))?.[1] ?? null;
}

const markOf = (time: string, locale = 'en', words = 'Verified until') =>
  `${words} ${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time))}`;

it('a page says until when it is verified with the next request, where its site wants it, in the language of the site', async () => {
  const [first, second] = [inDays(40), inDays(80)];
  await change('POST', 'guide', { reviewAt: first });
  expect(await readMark()).toBeNull();
  await show(true);
  expect(await readMark()).toBe(markOf(first));
  await change('POST', 'guide', { reviewAt: second });
  expect(await readMark()).toBe(markOf(second));
  await customize(world, site.id, { internationalization: { locale: 'de' } });
  expect(await readMark()).toBe(markOf(second, 'de', 'Geprüft, gültig bis'));
  await customize(world, site.id, { internationalization: null });
  await change('PATCH', 'guide', { reviewAt: null });
  expect(await readMark()).toBeNull();
});

it('a page says nothing that nobody has found to be right, nor one that is not published', async () => {
  const reviewAt = inDays(40);
  await show(true);
  await change('PATCH', 'deep', { reviewAt });
  expect(await readMark('guide/deep')).toBeNull();
  await change('POST', 'guide', { reviewAt });
  expect(await readMark()).toBe(markOf(reviewAt));
  const request = await propose(world, site.spaceId, [
    { operation: 'update_page', page: site.idOf('guide'), document: { markdown: 'Other words' } },
  ]);
  const { cookie } = await enter(world, await addressOf(world, site.id, { changeRequest: request.id }));
  expect(await readMark(`~/changes/${request.number}/guide`, { cookie })).toBeNull();
});

it('a kept page says so no longer once the date has come, without a write', async () => {
  const reviewAt = inDays(3);
  await show(true);
  await change('POST', 'guide', { reviewAt });
  expect(await readMark()).toBe(markOf(reviewAt));
  expect(await clock.ahead(3 * dayMs, () => readMark())).toBeNull();
});
