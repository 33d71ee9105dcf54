import { expect, it } from 'vitest';
import { readPublished } from '../proposals.ts';
import { aPlainSite, aSitesWorld } from '../published-sites.ts';
import { write } from '../visitors-world.ts';

const spelling = `The bindings for C++ and for C# are in one package; .NET 8 is needed.

Use the operator ||> to pass two values, and ?? for a default.

The option --dry-run prints what would happen. Set @quokka/core in package.json.`;

it('searches with signs find the page that spells them, in the API and on a site, and all pages when none does', async () => {
  const world = await aSitesWorld('signs');
  const site = await aPlainSite(world, { visibility: 'public' });
  const page = (title: string, markdown: string) => ({ operation: 'insert_page', title, document: { markdown } });
  await write(world.owner, site.spaceId, [
    page('A net', 'A net for fish. The net is large.'),
    page('C', 'C is a language. A dry run of the quokka core.'),
    page('Spelling', spelling),
  ]);
  const first = async (query: string) => {
    const { body } = await world.owner.rest(`GET /v1/spaces/${site.spaceId}/search?query=${encodeURIComponent(query)}`);
    const published = await readPublished(world, `${site.url}/~/search?q=${encodeURIComponent(query)}`, {
      accept: 'application/json',
    });
    return [body.items[0]?.title, published.body.results[0]?.title];
  };
  for (const query of ['.NET', 'C++', 'c#', '||>', '??', '--dry-run', '--dry', '@quokka/core', 'package ".NET" C++']) {
    expect([query, ...(await first(query))]).toEqual([query, 'Spelling', 'Spelling']);
  }
  expect(await first('#language')).toEqual(['C', 'C']);
  expect(await first('net')).toEqual(['A net', 'A net']);
});

it('a word that no page has is left out, and the page of results says so in the language of the site', async () => {
  const world = await aSitesWorld('left-out');
  const site = await aPlainSite(world, { visibility: 'public' });
  await world.owner.rest(`PATCH /v1/spaces/${site.spaceId}`, { language: 'de' });
  await write(world.owner, site.spaceId, [
    { operation: 'insert_page', title: 'Slices', document: { markdown: 'Of the state.' } },
  ]);
  const ask = (headers: Record<string, string>) =>
    readPublished(world, `${site.url}/~/search?q=${encodeURIComponent('slices <xyzzy>')}`, headers);
  const json = (await ask({ accept: 'application/json' })).body;
  expect([json.results[0]?.title, json.leftOut]).toEqual(['Slices', ['xyzzy']]);
  expect(json.notes).toEqual(['Gesucht wurde ohne „xyzzy“, was auf keiner Seite steht.']);
  const text = (await ask({ accept: 'text/html' })).body;
  expect(text).toContain('<p class="quiet">Gesucht wurde ohne „xyzzy“, was auf keiner Seite steht.</p>');
  expect(text).toContain('Slices</a>');
});
