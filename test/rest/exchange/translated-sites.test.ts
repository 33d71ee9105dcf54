import { expect, test } from 'vitest';
import { aSitesWorld } from '../../published-sites.ts';
import { aTranslation } from '../../translation-factories.ts';
import { aSite, lookUp, readerOf, write } from '../../visitors-world.ts';

test('a site shows a space and its translation as variants, each of which tells visitors its language', async () => {
  const { server, owner, organizationId, base } = await aSitesWorld('spoken-docs');
  const organization = `/v1/orgs/${organizationId}`;
  const created = async (path: string, body: object) => {
    const reply = await owner.rest(`POST ${organization}${path}`, body);
    expect([path, reply.status]).toEqual([path, 201]);
    return reply.body;
  };
  const { id: sourceId } = await created('/spaces', { title: 'Guide', language: 'en' });
  const pages = await write(owner, sourceId, [
    {
      operation: 'insert_page',
      ref: 'page',
      title: 'Welcome',
      slug: 'welcome',
      document: { markdown: 'Good morning' },
    },
  ]);
  const { id: settingsId } = await aTranslation(server, organizationId);
  const translations = `/translations/${settingsId}/spaces`;
  const translated = await created(translations, { space: sourceId, language: 'de' });
  const site = await aSite(server, organizationId, {});
  const english = await created(`/sites/${site.id}/site-spaces`, { spaceId: sourceId });
  const german = await created(`/sites/${site.id}/site-spaces`, { spaceId: translated.space });
  await owner.rest(`PATCH ${organization}/sites/${site.id}/site-spaces/${german.id}`, { path: 'de' });
  const { xliff } = (await owner.rest(`POST ${organization}${translations}/${translated.id}/export`, {})).body;
  const imported = await owner.rest(`POST ${organization}${translations}/${translated.id}/import`, {
    xliff: xliff
      .replace('<source>Welcome</source>', '<source>Welcome</source><target>Willkommen</target>')
      .replace('<source>Good morning</source>', '<source>Good morning</source><target>Guten Morgen</target>'),
  });
  expect(imported.body.written).toEqual([pages.get('page')]);

  const shown = async (path: string) => {
    const { status, body } = await lookUp(server, `${base}/${site.basename}${path}`);
    expect(status).toBe(200);
    const read = readerOf(server, body.apiToken);
    const { body: published } = await read(`GET ${organization}/sites/${site.id}/published`);
    const languages = published.structure.structure.map((item: any) => [item.id, item.space.language]);
    const page = (await read(`GET /v1/spaces/${body.space}/content/path/welcome`)).body;
    return { space: body.space, languages, title: page.title, text: page.markdown.trim() };
  };
  const languages = [
    [english.id, 'en'],
    [german.id, 'de'],
  ];
  expect(await shown('/welcome')).toEqual({ space: sourceId, languages, title: 'Welcome', text: 'Good morning' });
  const inGerman = { space: translated.space, languages, title: 'Willkommen', text: 'Guten Morgen' };
  expect(await shown('/de/welcome')).toEqual(inGerman);
});
