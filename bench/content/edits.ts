import { bar } from '../result.ts';
import { shown, type Figures } from './figures.ts';
import { byTurns, type Summary } from './meter.ts';
import type { Options } from './options.ts';
import { addAndRemovePage, editPage, type FilledSpace } from './space.ts';
import type { World } from './world.ts';

/** What one edit costs in spaces of growing size. It must be flat. */
export async function measureEdits(world: World, spaces: readonly FilledSpace[], options: Options): Promise<Figures[]> {
  const measured = async (work: (space: FilledSpace, round: number) => Promise<unknown>) =>
    byTurns(
      world.meter,
      spaces.map((space) => (round: number) => work(space, round)),
      { rounds: options.rounds, warmUps: Math.ceil(options.rounds / 4) },
    );
  return [
    figuresOf(
      { title: 'Edit: a new text for one page', mostBytes: mostBytesOf.text },
      spaces,
      await measured((space, round) => editPage(world.context(), space, round)),
    ),
    figuresOf(
      { title: 'Edit: one page added in front of its siblings, and removed again', mostBytes: mostBytesOf.page },
      spaces,
      await measured((space) => addAndRemovePage(world.context(), space)),
    ),
  ];
}

/** The texts of one page lie together. A new page has a random id: where there are more blocks, more of them are logged whole. */
const mostBytesOf = { text: 1.25, page: 5 };

function figuresOf(
  { title, mostBytes }: { readonly title: string; readonly mostBytes: number },
  spaces: readonly FilledSpace[],
  summaries: readonly Summary[],
): Figures {
  const [first, last] = [summaries[0], summaries.at(-1)];
  if (!first || !last) throw new Error('There is no space to edit');
  const ratio = (of: (summary: Summary) => number) => of(last) / of(first);
  const range = `${spaces.at(-1)?.pages} pages against ${spaces[0]?.pages}`;
  return {
    title,
    columns: ['pages', 'p50 ms', 'p95 ms', 'our CPU ms', 'database CPU ms', 'bytes written', 'statements'],
    rows: summaries.map(({ p50Ms, p95Ms, cpuMs, databaseMs, bytes, statements }, index) => [
      String(spaces[index]?.pages),
      ...[p50Ms, p95Ms, cpuMs, databaseMs, bytes].map(shown),
      String(statements),
    ]),
    bars: [
      bar(
        `${range}, time`,
        ratio(({ p50Ms }) => p50Ms),
        'at most',
        1.5,
      ),
      bar(
        `${range}, bytes`,
        ratio(({ bytes }) => bytes),
        'at most',
        mostBytes,
      ),
      bar(
        `${range}, statements`,
        ratio(({ statements }) => statements),
        'at most',
        1,
      ),
    ],
  };
}
