import { sql, readStatement } from '../../src/db/sql.ts';
import { copyIndex } from '../../src/domain/authoring/search-index/queries/copy-index.ts';
import { bar } from '../result.ts';
import type { Figures } from '../result.ts';
import { shown } from './figures.ts';
import { byTurns } from './meter.ts';
import type { Options } from './options.ts';
import { emptySpace } from './space.ts';
import { fillWithWords, japanese, wordOfRank } from './words.ts';
import type { World } from './world.ts';

/** Number of other spaces in the organization, and number of pages in each. */
const smallSpaces = 50;
const smallPages = 20;

/** Words that occur on all pages, on every tenth page, on every hundredth page, and on a few pages. */
const [everywhere, common, rare, rarest] = [wordOfRank(1), wordOfRank(60), wordOfRank(800), wordOfRank(9_000)];
const queries: readonly (readonly [kind: string, text: string])[] = [
  ['a rare word', rare],
  ['a common word', common],
  ['a word of every page', everywhere],
  ['two words', `${common} ${rare}`],
  ['three words', `${everywhere} ${common} ${rarest}`],
  ['many words', `${everywhere} ${wordOfRank(2)} ${wordOfRank(3)} ${wordOfRank(5)} ${common}`],
  ['a phrase', `"${everywhere} ${common}"`],
  ['a phrase of frequent words', `"${everywhere} ${wordOfRank(2)}"`],
  ['a beginning of two letters', rare.slice(0, 2)],
  ['a beginning of three letters', rare.slice(0, 3)],
  ['a misspelt word', `${rare.slice(0, -2)}x${rare.slice(-1)}`],
  ['a Japanese word', japanese.rare],
  ['a Japanese word of every page', japanese.everywhere],
  ['one without another', `${common} -${everywhere}`],
  ['nothing there', 'qqqqzzzz'],
];

/** Goal for the 95th percentile of searches in milliseconds. */
const mostMs = 50;

/**
 * Measures searches of one client through the HTTP server in this process, compared with ILIKE on the texts. Another
 * organization has a copy of the space with the same words.
 */
export async function measureSearch(world: World, { searched, rounds }: Options): Promise<Figures[]> {
  const { context, get, meter, client } = world;
  const { id: spaceId, organizationId } = await fillWithWords(context(), searched);
  for (let made = 0; made < smallSpaces; made += 1)
    await fillWithWords(context(), smallPages, { organizationId, seed: made });
  await copyOf(world, spaceId);
  await client.query('vacuum analyze');
  const inTexts = (text: string) =>
    client.query(
      `select e."entryId", e.title from content_entries e join documents d on d.id = e."documentId"
       where e.line = $1 and e."toSeq" is null and (e.title ilike all($2) or d.markdown ilike all($2)) limit 50`,
      [
        spaceId,
        text
          .replaceAll('"', '')
          .split(' ')
          .filter((word) => !word.startsWith('-'))
          .map((word) => `%${word}%`),
      ],
    );
  const rows: string[][] = [];
  let [inSpace, inOrganization] = [0, 0];
  for (const [kind, text] of queries) {
    const query = encodeURIComponent(text);
    const { count } = (await get(`/v1/spaces/${spaceId}/search?query=${query}`)).json<{ count: number }>();
    const [space, organization, peer] = await byTurns(
      meter,
      [
        () => get(`/v1/spaces/${spaceId}/search?query=${query}`),
        () => get(`/v1/orgs/${organizationId}/search?query=${query}`),
        () => inTexts(text),
      ],
      { rounds, warmUps: Math.ceil(rounds / 4) },
    );
    if (!space || !organization || !peer) throw new Error('A search was not measured');
    inSpace = Math.max(inSpace, space.p95Ms);
    inOrganization = Math.max(inOrganization, organization.p95Ms);
    rows.push([
      kind,
      String(count),
      ...[space.p50Ms, space.p95Ms, space.cpuMs, space.databaseMs].map(shown),
      ...[organization.p50Ms, organization.p95Ms, organization.databaseMs, peer.p50Ms].map(shown),
      `${(space.p50Ms / peer.p50Ms).toFixed(2)}×`,
    ]);
  }
  return [
    {
      title: `Search ${searched} pages, and an organization of these and ${smallSpaces} spaces of ${smallPages}`,
      columns: [
        'query',
        'found',
        'p50 ms',
        'p95 ms',
        'our CPU ms',
        'database CPU ms',
        'org. p50',
        'org. p95',
        'org. database',
        'ILIKE p50',
        'needs of it',
      ],
      rows,
      bars: [
        bar('the slowest kind in a space, p95 ms', inSpace, 'at most', mostMs),
        bar('the slowest kind in an organization, p95 ms', inOrganization, 'at most', mostMs),
      ],
    },
  ];
}

/** Copies the space to another organization, without a time limit. */
async function copyOf({ context, client }: World, spaceId: string): Promise<void> {
  const { id } = await emptySpace(context());
  const copy = sql`with ${copyIndex(spaceId, id)}`;
  await client.query(readStatement(copy), [...copy.values]);
}
