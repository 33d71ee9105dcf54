import { bar } from '../result.ts';
import type { Figures } from '../result.ts';
import { shown } from './figures.ts';
import { byTurns, type Summary } from './meter.ts';
import type { Options } from './options.ts';
import { addAndRemovePage, editPage, type FilledSpace } from './space.ts';
import type { World } from './world.ts';

/** Measures one edit in spaces of growing size. Its cost must be constant. */
export async function measureEdits(world: World, spaces: readonly FilledSpace[], options: Options): Promise<Figures[]> {
  const measured = async (work: (space: FilledSpace, round: number) => Promise<unknown>) =>
    byTurns(
      world.meter,
      spaces.map((space) => (round: number) => work(space, round)),
      { rounds: options.rounds, warmUps: Math.ceil(options.rounds / 4) },
    );
  return [
    figuresOf(
      'Edit: a new text for one page',
      spaces,
      await measured((space, round) => editPage(world.context(), space, round)),
    ),
    figuresOf(
      'Edit: one page added in front of its siblings, and removed again',
      spaces,
      await measured((space) => addAndRemovePage(world.context(), space)),
    ),
  ];
}

function figuresOf(title: string, spaces: readonly FilledSpace[], summaries: readonly Summary[]): Figures {
  const [first, last] = [summaries[0], summaries.at(-1)];
  if (!first || !last) throw new Error('There is no space to edit');
  const ratio = (of: (summary: Summary) => number) => of(last) / of(first);
  const range = `${spaces.at(-1)?.pages} pages against ${spaces[0]?.pages}`;
  return {
    title,
    columns: [
      'pages',
      'p50 ms',
      'p95 ms',
      'our CPU ms',
      'database CPU ms',
      'bytes of records',
      'bytes of whole blocks',
      'statements',
    ],
    rows: summaries.map(({ p50Ms, p95Ms, cpuMs, databaseMs, bytes, wholeBlockBytes, statements }, index) => [
      String(spaces[index]?.pages),
      ...[p50Ms, p95Ms, cpuMs, databaseMs, bytes, wholeBlockBytes].map(shown),
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
        `${range}, bytes of records`,
        ratio(({ bytes }) => bytes),
        'at most',
        1.25,
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
