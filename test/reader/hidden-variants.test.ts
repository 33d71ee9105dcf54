import { beforeAll, describe, expect, it } from 'vitest';
import { readPublished } from '../proposals.ts';
import { aSitesWorld, type SitesWorld } from '../published-sites.ts';
import { aTranslation } from '../translation-factories.ts';
import { aSection, aSite, aSiteSpace, write } from '../visitors-world.ts';

const schema = { type: 'object', properties: { beta: { type: 'boolean' } }, additionalProperties: false };
const condition = 'visitor.claims.beta';

/** The parts that only visitors of the beta see, by what names them on pages. */
const hidden = ['Next version', 'Inner section', 'hreflang="de"', 'lang="de"', '/v2/', '/de/', '/inner/', 'Zukunft'];

let world: SitesWorld;
let site: Awaited<ReturnType<typeof aSiteWithHiddenParts>>;
beforeAll(async () => {
  world = await aSitesWorld('veiled');
  site = await aSiteWithHiddenParts();
});

/** A site of a section with a version, a translation and another section that a condition hides. */
async function aSiteWithHiddenParts() {
  const { server, owner, organizationId, base } = world;
  const organization = `/v1/orgs/${organizationId}`;
  const aSpace = async (title: string, language?: string): Promise<string> =>
    (await owner.rest(`POST ${organization}/spaces`, { title, ...(language && { language }) })).body.id;
  const pages = ['Welcome', 'Setup', 'Reference'].map((title) => ({
    operation: 'insert_page',
    ref: title,
    title,
    document: { markdown: `About ${title}` },
  }));
  const [shown, next, inner] = [await aSpace('Guide', 'en'), await aSpace('Next version'), await aSpace('Inner')];
  const ids = await write(owner, shown, pages);
  for (const space of [next, inner])
    await write(owner, space, [...pages, { ...pages[0], ref: 'more', title: 'Zukunft' }]);
  const { id: settingsId } = await aTranslation(server, organizationId);
  const translated = { space: shown, language: 'de' };
  const { body } = await owner.rest(`POST ${organization}/translations/${settingsId}/spaces`, translated);
  const made = await aSite(server, organizationId, { visibility: 'public', schema });
  const at = { siteId: made.id, organizationId };
  const docs = await aSection(server, made.id, { path: 'docs', isDefault: true });
  const other = await aSection(server, made.id, { path: 'inner', condition });
  await server.platform.db.prisma.siteSection.update({ where: { id: other }, data: { title: 'Inner section' } });
  await aSiteSpace(server, at, { path: 'v1', sectionId: docs, spaceId: shown, isDefault: true });
  await aSiteSpace(server, at, { path: 'v2', sectionId: docs, spaceId: next, condition });
  await aSiteSpace(server, at, { path: 'de', sectionId: docs, spaceId: body.space, condition });
  await aSiteSpace(server, at, { path: 'main', sectionId: other, spaceId: inner, isDefault: true });
  return { ...made, url: `${base}/${made.basename}`, ids };
}

/** Addresses of which each names other parts of the site: switches, lists, neighbours, search, 404. */
const addresses = [
  '/',
  '/setup',
  '/setup.md',
  '/sitemap.xml',
  '/robots.txt',
  '/llms.txt',
  '/llms-full.txt',
  '/~/sitemap.xml',
  '/~/updates.atom',
  '/~/search?q=about',
  '/~/search?q=zukunft',
  '/~/hidden',
  '/~/feedback',
  '/nothing-here',
];

/** What each address says of the hidden parts. */
const readAll = async (cookie = '') =>
  Promise.all(
    addresses.map(async (address) => {
      const { body } = await readPublished(world, `${site.url}${address}`, cookie === '' ? {} : { cookie });
      const said = String(body).replaceAll(/zukunft[”"]|q=zukunft|value="zukunft/gi, '');
      return [address, hidden.filter((one) => said.includes(one))] as const;
    }),
  );

describe('a variant, a language and a section that a condition hides', () => {
  it('are in no switch, list, feed, search or missing page, and lead nowhere', async () => {
    expect(await readAll()).toEqual(addresses.map((address) => [address, []]));
    const statuses = await Promise.all(
      [
        // With a slash at their end they are paths of pages, of which none has one.
        '/v2',
        '/docs/v2/setup',
        '/de',
        '/de/setup',
        '/inner',
        '/inner/main/setup',
        `/v2/~/pages/${site.ids.get('Setup')}`,
      ].map(async (path) => [path, (await readPublished(world, `${site.url}${path}`)).status]),
    );
    expect(statuses.filter(([, status]) => status !== 404)).toEqual([]);
  });

  it('are in all of them for a visitor whom the condition lets see them', async () => {
    const signedIn = await readPublished(world, `${site.url}/?jwt_token=${await site.tokenFor({ beta: true })}`);
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
    const said = new Map(await readAll(cookie));
    expect(said.get('/setup')).toEqual([
      'Next version',
      'Inner section',
      'hreflang="de"',
      'lang="de"',
      '/v2/',
      '/de/',
      '/inner/',
    ]);
    expect(said.get('/sitemap.xml')).toEqual(['/v2/', '/de/', '/inner/']);
    expect(said.get('/~/sitemap.xml')).toEqual(['hreflang="de"', 'lang="de"', '/de/']);
    expect(said.get('/~/search?q=zukunft')).toContain('Zukunft');
    expect(said.get('/nothing-here')).toContain('Next version');
  });
});
