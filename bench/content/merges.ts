import { mergeChangeRequest } from '../../src/domain/authoring/merging/merge.ts';
import { storedTextOf, changesTo } from '../../src/text/content/changes.ts';
import { commitContent } from '../../src/domain/authoring/content/commit.ts';
import { listEntries } from '../../src/domain/authoring/content/queries/entries.ts';
import { readMarkdownFacts } from '../../src/text/markdown/markdown-facts.ts';
import { bar } from '../result.ts';
import type { Figures } from '../result.ts';
import { shown } from './figures.ts';
import { summaryOf, type Summary } from './meter.ts';
import type { Options } from './options.ts';
import { textOf, type FilledSpace } from './space.ts';
import type { World } from './world.ts';

/** Number of rounds. Merges of a thousand pages take longer, so they have fewer rounds. */
const roundsOf = (changed: number, { rounds }: Options) => (changed === 1 ? Math.ceil(rounds / 3) : 3);

/** Measures merging a change request. The cost must depend on the changes and not on the size of the space. */
export async function measureMerges(
  world: World,
  spaces: readonly FilledSpace[],
  options: Options,
): Promise<Figures[]> {
  const [small, large] = [spaces[0], spaces.at(-1)];
  if (!small || !large) throw new Error('There is no space to merge into');
  const many = Math.min(1_000, large.pages);
  const cases = [
    { space: small, changed: 1 },
    { space: large, changed: 1 },
    { space: large, changed: many },
  ];
  const summaries: Summary[] = [];
  for (const one of cases) summaries.push(await merges(world, one, roundsOf(one.changed, options)));
  const ms = (index: number) => summaries[index]?.p50Ms ?? 0;
  const perPage = ms(2) / many;
  return [
    {
      title: 'Merge a change request with new texts, by number of changed pages',
      columns: [
        'pages',
        'changed',
        'p50 ms',
        'ms per page',
        'our CPU ms',
        'database CPU ms',
        'bytes written',
        'statements',
      ],
      rows: cases.map(({ space, changed }, index) => {
        const { p50Ms, cpuMs, databaseMs, bytes, statements } = summaries[index] ?? summaryOf([]);
        return [
          String(space.pages),
          String(changed),
          ...[p50Ms, p50Ms / changed, cpuMs, databaseMs, bytes].map(shown),
          String(statements),
        ];
      }),
      bars: [
        bar(`1 page, ${large.pages} pages against ${small.pages}, time`, ms(1) / ms(0), 'at most', 1.5),
        bar(`a page of ${many} against a page of one, time`, perPage / ms(1), 'at most', 0.5),
      ],
    },
  ];
}

let version = 0;

async function merges(
  { context, post, meter }: World,
  { space, changed }: { readonly space: FilledSpace; readonly changed: number },
  rounds: number,
): Promise<Summary> {
  const samples = [];
  for (let round = 0; round <= rounds; round += 1) {
    const { id } = (await post(`/v1/spaces/${space.id}/change-requests`, {})).json<{ id: string }>();
    const word = `merge ${version}`;
    version += 1;
    // Prepared before the transaction, as for an edit. All ids have the same length.
    const { urls } = readMarkdownFacts(textOf(space.ids[0] ?? '', word));
    const text = (pageId: string) => {
      const document = storedTextOf(textOf(pageId, word));
      return document && { ...document, urls };
    };
    await commitContent(context(), { spaceId: space.id, changeRequestId: id }, async (ctx, head) => {
      const pages = await listEntries(ctx.sql, head, space.ids.slice(-changed));
      const put = pages.map((page) => [page.id, { ...page, documentId: text(page.id)?.id ?? null }] as const);
      return changesTo(put, { texts: pages.flatMap((page) => text(page.id) ?? []) });
    });
    const sample = await meter.sample(async () => {
      const { result } = await mergeChangeRequest(context(), { id, spaceId: space.id });
      if (result !== 'merge') throw new Error(`The change request ended with ${result}`);
    });
    if (round > 0) samples.push(sample);
  }
  return summaryOf(samples);
}
