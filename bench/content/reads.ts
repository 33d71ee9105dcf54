import { bar } from '../result.ts';
import type { Figures } from '../result.ts';
import { shown } from './figures.ts';
import { byTurns, type Summary } from './meter.ts';
import type { Options } from './options.ts';
import type { FilledSpace } from './space.ts';
import type { World } from './world.ts';

/** Measures reading the tree, whose cost grows with the space, and one page, whose cost must not. */
export async function measureReads(world: World, spaces: readonly FilledSpace[], options: Options): Promise<Figures[]> {
  const at = ({ id }: FilledSpace, path: string) => `/v1/spaces/${id}/content${path}`;
  const measured = (rounds: number, work: (space: FilledSpace) => Promise<unknown>) =>
    byTurns(
      world.meter,
      spaces.map((space) => () => work(space)),
      { rounds, warmUps: Math.ceil(rounds / 4) },
    );
  const few = Math.max(5, Math.floor(options.rounds / 4));
  const trees = await measured(few, (space) => world.get(at(space, '/pages')));
  const then = await measured(few, (space) => space.readFirst(world.context()));
  const bytes = await Promise.all(spaces.map(async (space) => (await world.get(at(space, '/pages'))).bytes));
  const tree: Figures = {
    title: 'Read the tree over REST: all pages, without their texts',
    columns: ['pages', 'p50 ms', 'p95 ms', 'our CPU ms', 'database CPU ms', 'µs per page', 'MB', 'as it was first, ms'],
    rows: trees.map(({ p50Ms, p95Ms, cpuMs, databaseMs }, index) => [
      String(spaces[index]?.pages),
      ...[p50Ms, p95Ms, cpuMs, databaseMs, (1_000 * p50Ms) / (spaces[index]?.pages ?? 1)].map(shown),
      shown((bytes[index] ?? 0) / 1e6),
      shown(then[index]?.p50Ms ?? 0),
    ]),
    bars: [bar(`the tree of ${spaces.at(-1)?.pages} pages, ms`, trees.at(-1)?.p50Ms ?? 0, 'at most', 500)],
  };
  const byPath = await measured(options.rounds, (space) => world.get(at(space, `/path/${space.path}`)));
  const byId = await measured(options.rounds, (space) => world.get(at(space, `/page/${space.edited}`)));
  return [tree, pageFigures('path', spaces, byPath), pageFigures('id', spaces, byId)];
}

function pageFigures(by: string, spaces: readonly FilledSpace[], summaries: readonly Summary[]): Figures {
  const ratio = (summaries.at(-1)?.p50Ms ?? 0) / (summaries[0]?.p50Ms ?? 1);
  return {
    title: `Read one page by its ${by} over REST, with its text`,
    columns: ['pages', 'p50 ms', 'p95 ms', 'our CPU ms', 'database CPU ms', 'statements'],
    rows: summaries.map(({ p50Ms, p95Ms, cpuMs, databaseMs, statements }, index) => [
      String(spaces[index]?.pages),
      ...[p50Ms, p95Ms, cpuMs, databaseMs].map(shown),
      String(statements),
    ]),
    bars: [bar(`${spaces.at(-1)?.pages} pages against ${spaces[0]?.pages}, time`, ratio, 'at most', 1.5)],
  };
}
