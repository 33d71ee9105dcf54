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
