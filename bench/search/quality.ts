import { generateNKeysBetween } from 'fractional-indexing';
import { commitContent } from '../../src/domain/authoring/content/commit.ts';
import { transact } from '../../src/domain/core/transact.ts';
import { storedTextOf } from '../../src/text/content/changes.ts';
import { analyze } from '../../src/text/search/analyze.ts';
import type { Figures } from '../result.ts';
import { emptySpace } from '../content/space.ts';
import { openWorld, type World } from '../content/world.ts';
import { bar } from '../result.ts';
import { createMiniSearch } from './minisearch.ts';
import { readPages, searchSets, type SearchSet, type SetPage } from './sets.ts';

/** What `--only` calls this part of the benchmark. */
export const searchName = 'search';

/** Shares of queries whose page must come first, and among the first three. */
const wantedFirst = 0.95;
const wantedInThree = 0.98;

/** How many queries found their page: first, and among the first three. */
interface Score {
  readonly first: number;
  readonly inThree: number;
}

/** Searches, and returns ids of pages, the best first. */
type Search = (query: string) => string[] | Promise<string[]>;

/**
 * Asks the queries of all sets, of our search and of MiniSearch, and counts where the expected pages are found. `note` is told
 * what was not found first.
 */
export async function measureQuality(databaseUrl: string, note: (text: string) => void): Promise<Figures> {
  const world = await openWorld(maintenanceUrl(databaseUrl));
  try {
    const rows: string[][] = [];
    const scores: { ours: Score; peer: Score; asked: number }[] = [];
    const { organizationId } = await emptySpace(world.context());
    for (const set of searchSets) {
      const pages = await readPages(set);
      const ours = await scoreOf(set, 'ours', await fillWithPages(world, organizationId, pages), note);
      const peer = await scoreOf(set, 'MiniSearch', await createMiniSearch(pages), note);
      scores.push({ ours, peer, asked: set.asked.length });
      rows.push([
        set.name,
        set.language,
        ...[pages.length, set.asked.length].map(String),
        ...cells(ours),
        ...cells(peer),
      ]);
    }
    const asked = sum(scores.map((score) => score.asked));
    const [ours, peer] = [scores.map((score) => score.ours), scores.map((score) => score.peer)].map((all) => ({
      first: sum(all.map(({ first }) => first)),
      inThree: sum(all.map(({ inThree }) => inThree)),
    }));
    if (!ours || !peer) throw new Error('Nothing was asked');
    return {
      title: 'search: the expected page first, and among the first three',
      columns: ['set', 'language', 'pages', 'queries', 'ours first', 'in three', 'MiniSearch first', 'in three'],
      rows: [...rows, ['all', '', '', String(asked), ...cells(ours), ...cells(peer)]],
      bars: [
        bar('share of queries whose page comes first', ours.first / asked, 'at least', wantedFirst),
        bar('share of queries whose page is among the first three', ours.inThree / asked, 'at least', wantedInThree),
        bar('pages first, beside MiniSearch', ours.first, 'at least', peer.first),
      ],
    };
  } finally {
    await world.close();
  }
}

/** The database that every server has, for the one of the benchmark may not exist yet. */
const maintenanceUrl = (databaseUrl: string) => Object.assign(new URL(databaseUrl), { pathname: '/postgres' }).href;

const cells = ({ first, inThree }: Score) => [String(first), String(inThree)];

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

async function scoreOf(
  { name, language, asked }: SearchSet,
  engine: string,
  search: Search,
  note: (text: string) => void,
): Promise<Score> {
  let [first, inThree] = [0, 0];
  for (const [query, page] of asked) {
    const found = await search(query);
    const rank = found.indexOf(page);
    if (rank === 0) first += 1;
    else
      note(`${engine}, ${name} ${language}: "${query}" finds ${page} at ${rank + 1}: ${found.slice(0, 3).join(', ')}`);
    if (rank >= 0 && rank < 3) inThree += 1;
  }
  return { first, inThree };
}

/** How many pages one revision writes. */
const pagesAtOnce = 50;

/** Writes pages to a space, and returns a search of that space. */
async function fillWithPages(
  { context, get }: World,
  organizationId: string,
  pages: readonly SetPage[],
): Promise<Search> {
  const { id: spaceId } = await emptySpace(context(), organizationId);
  const positions = generateNKeysBetween(null, null, pages.length);
  const ids = new Map(pages.map((page) => [context().newId('pg'), page]));
  const put = [...ids].map(([id, { title, description, markdown }], index) => ({
    id,
    kind: 'page' as const,
    parentId: null,
    position: positions[index] ?? '',
    type: 'document' as const,
    title,
    slug: `page-${index}`,
    documentId: storedTextOf(markdown)?.id ?? null,
    blobHash: null,
    attributes: { description },
    description,
    markdown,
  }));
  for (let at = 0; at < put.length; at += pagesAtOnce) {
    const some = put.slice(at, at + pagesAtOnce);
    // Links do not matter, so texts are not parsed for them.
    const texts = some.flatMap(({ markdown }) => storedTextOf(markdown) ?? []).map((text) => ({ ...text, urls: [] }));
    const analyses = new Map(
      some.map(({ id, title, documentId, description, markdown }) => [
        id,
        analyze(spaceId, { id, title, documentId, description }, markdown),
      ]),
    );
    const changes = { put: some, remove: [], texts, links: [], analyses };
    await transact(context(), (ctx) => commitContent(ctx, { spaceId }, async () => changes), { timeoutMs: 60_000 });
  }
  return async (query) => {
    const answer = await get(`/v1/spaces/${spaceId}/search?limit=10&query=${encodeURIComponent(query)}`);
    const { items } = answer.json<{ items: { id: string }[] }>();
    return items.map(({ id }) => ids.get(id)?.id ?? id);
  };
}
