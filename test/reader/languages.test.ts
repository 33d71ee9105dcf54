import { beforeAll, describe, expect, it } from 'vitest';
import type { Reply } from '../harness.ts';
import { aSectionedSite, aSitesWorld, type SitesWorld } from '../published-sites.ts';
import { aTranslation } from '../translation-factories.ts';
import { aSite, aSiteSpace, write } from '../visitors-world.ts';

let world: SitesWorld;
let site: Awaited<ReturnType<typeof aTranslatedSite>>;

beforeAll(async () => {
  world = await aSitesWorld('tongues');
  site = await aTranslatedSite();
});

/** A site of a space in English and its translation into German, of whose pages one is translated. */
async function aTranslatedSite() {
  const { server, owner, organizationId, base } = world;
  const organization = `/v1/orgs/${organizationId}`;
  const source = (await owner.rest(`POST ${organization}/spaces`, { title: 'Guide', language: 'en' })).body.id;
  const ids = await write(owner, source, [
    { operation: 'insert_page', ref: 'home', title: 'Welcome', document: { markdown: 'Good morning' } },
    { operation: 'insert_page', ref: 'setup', title: 'Setup', document: { markdown: 'Begin here' } },
  ]);
  const { id: settingsId } = await aTranslation(server, organizationId);
  const translations = `${organization}/translations/${settingsId}/spaces`;
  const copy = (await owner.rest(`POST ${translations}`, { space: source, language: 'de' })).body;
  const { xliff } = (await owner.rest(`POST ${translations}/${copy.id}/export`, {})).body;
  await owner.rest(`POST ${translations}/${copy.id}/import`, {
    xliff: xliff
      .replace('<source>Welcome</source>', '<source>Welcome</source><target>Willkommen</target>')
      .replace('<source>Good morning</source>', '<source>Good morning</source><target>Guten Morgen</target>'),
  });
  const { id, basename } = await aSite(server, organizationId, { visibility: 'public' });
  const at = { siteId: id, organizationId };
  await aSiteSpace(server, at, { path: 'en', isDefault: true, spaceId: source });
  await aSiteSpace(server, at, { path: 'de', spaceId: copy.space });
  const mark = (page: string) => owner.rest(`POST ${translations}/${copy.id}/pages`, { pages: [page] });
  return { url: `${base}/${basename}`, path: `/${basename}`, source, ids, copy: copy.space as string, mark };
}

const read = (url: string): Promise<Reply> => {
  const { host, pathname, search } = new URL(url);
  return world.server.call(`GET ${pathname}${search}`, undefined, { headers: { host } });
};

const languageLinks = (page: string) =>
  [...page.matchAll(/<a href="([^"]*)" lang="(\w+)" hreflang="\w+"/g)].map(([, href, lang]) => [lang, href]);

const alternates = (page: string) =>
  [...page.matchAll(/rel="alternate" hreflang="(\w+)" href="([^"]*)"/g)].map(([, lang, href]) => [lang, href]);

describe('a page of a translated site', () => {
  it('leads to the same page in each language, for readers and for search engines', async () => {
    const { url, path } = site;
    const { body } = await read(`${url}/setup`);
    expect(languageLinks(body)).toEqual([
      ['en', `${path}/setup`],
      ['de', `${path}/de/setup`],
    ]);
    const known = [
      ['en', `${url}/setup`],
      ['de', `${url}/de/setup`],
    ];
    expect(alternates(body)).toEqual(known);
    expect(alternates((await read(`${url}/de/setup`)).body)).toEqual(known);
    expect(alternates((await read(`${url}/de/`)).body)).toEqual([
      ['en', `${url}/`],
      ['de', `${url}/de/`],
    ]);
    expect(body).toContain('>Deutsch</a>');
    expect(body).not.toContain('class="drop variants"');
  });

  it('is in the sitemap with its languages', async () => {
    const { body } = await read(`${site.url}/~/sitemap.xml`);
    expect(alternates(body)).toEqual([
      ['en', `${site.url}/`],
      ['de', `${site.url}/de/`],
      ['en', `${site.url}/setup`],
      ['de', `${site.url}/de/setup`],
    ]);
  });

  it('that is not translated yet says so, and marks its language', async () => {
    const { body } = await read(`${site.url}/de/setup`);
    expect(body).toContain('<html lang="de">');
    expect(body).toContain('Diese Seite ist noch nicht übersetzt.');
    expect(body).toMatch(/<div class="text" lang="en" dir="ltr">.*Begin here/s);
    const { body: home } = await read(`${site.url}/de/`);
    expect(home).toContain('Guten Morgen');
    expect(home).not.toMatch(/class="notice"|class="text" lang/);
  });

  it('says that the original has changed, until it is marked as translated', async () => {
    const { url, source, ids, mark } = await aTranslatedSite();
    const change = { operation: 'update_page', page: ids.get('home'), document: { markdown: 'Good evening' } };
    await read(`${url}/de/`);
    await write(world.owner, source, [change]);
    const { body } = await read(`${url}/de/`);
    expect(body).toMatch(/class="notice">Das Original wurde geändert.*<a href="[^"]*\/" hreflang="en">Original lesen</);
    expect((await mark(ids.get('home') ?? '')).status).toBe(200);
    expect((await read(`${url}/de/`)).body).not.toContain('class="notice"');
  });

  it('that is missing in a language leads to the first page there, which says so', async () => {
    const { url, path, source } = await aTranslatedSite();
    await write(world.owner, source, [
      { operation: 'insert_page', ref: 'new', title: 'New', document: { markdown: 'New' } },
    ]);
    const { body } = await read(`${url}/new`);
    expect(languageLinks(body)).toEqual([
      ['en', `${path}/new`],
      ['de', `${path}/de/?missing`],
    ]);
    expect(body).toContain('(first page)');
    expect(alternates(body)).toEqual([]);
    expect((await read(`${url}/de/?missing`)).body).toContain('gibt es hier nicht');
    expect((await read(`${url}/de/`)).body).not.toContain('gibt es hier nicht');
  });
});

describe('a version of a page', () => {
  it('is found by its path, and where it is missing the first page says so', async () => {
    const { url, latest, older } = await aSectionedSite(world, { visibility: 'public' });
    const first = { operation: 'insert_page', ref: 'first', title: 'First', document: { markdown: 'One' } };
    const second = { operation: 'insert_page', ref: 'second', title: 'Second', document: { markdown: 'Two' } };
    await write(world.owner, older.spaceId, [first, second]);
    const third = { ...second, ref: 'third', title: 'Third' };
    await write(world.owner, latest.spaceId, [first, second, third]);
    const follow = async (page: string) => {
      const { body } = await read(`${url}/${page}`);
      const [, href = ''] = /<a href="([^"]*\/v1\/~\/pages\/[^"]*)"/.exec(body) ?? [];
      return (await read(new URL(href, url).href)).headers['location'];
    };
    expect(await follow('second')).toBe(`${url}/v1/second`);
    expect(await follow('third')).toBe(`${url}/v1/?missing`);
    expect((await read(`${url}/v1/?missing`)).body).toContain('The page that you came from is not here.');
  });
});

it('spaces of one title in several languages are languages of one version', async () => {
  const { server, owner, organizationId, base } = world;
  const { id, basename } = await aSite(server, organizationId, { visibility: 'public' });
  const all = [
    ['2.0', 'en', 'home'],
    ['2.0', 'fr', 'fr'],
    ['1.0', 'fr', '1.0-fr'],
    ['1.0', 'en', '1.0'],
    ['0.9', 'en', '0.9'],
  ] as const;
  for (const [title, language, path] of all) {
    const space = (await owner.rest(`POST /v1/orgs/${organizationId}/spaces`, { title, language })).body.id;
    await write(owner, space, [{ operation: 'insert_page', ref: 'a', title: 'A', document: { markdown: 'A' } }]);
    await aSiteSpace(server, { siteId: id, organizationId }, { path, isDefault: path === 'home', spaceId: space });
  }
  const links = async (path: string) => {
    const { body } = await read(`${base}/${basename}/${path}`);
    const [, variants = ''] = /<details class="drop variants".*?<ul>(.*?)<\/ul>/s.exec(body) ?? [];
    const named = [...variants.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => placeOf(href));
    return [languageLinks(body).map(([, href = '']) => placeOf(href)), named];
  };
  const placeOf = (href: string) => new URL(href, base).pathname.split('/').slice(2, 3).join('') || 'home';
  expect(await links('')).toEqual([
    ['home', 'fr'],
    ['home', '1.0', '0.9'],
  ]);
  expect(await links('1.0/')).toEqual([
    ['1.0-fr', '1.0'],
    ['home', '1.0', '0.9'],
  ]);
  expect(await links('1.0-fr/')).toEqual([
    ['1.0-fr', '1.0'],
    ['fr', '1.0-fr', '0.9'],
  ]);
});
