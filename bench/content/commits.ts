import { bar } from '../result.ts';
import type { Figures } from '../result.ts';
import { shown } from './figures.ts';
import { peakGrowth, summaryOf } from './meter.ts';
import type { Options } from './options.ts';
import { fillSpace } from './space.ts';
import type { World } from './world.ts';

/** Measures writing many new pages in one revision. The time per page must not grow with their number. */
export async function measureCommits({ context, meter }: World, { commits }: Options): Promise<Figures[]> {
  const rows: string[][] = [];
  const perPage: number[] = [];
  for (const pages of commits) {
    let megabytes = 0;
    const sample = await meter.sample(async () => {
      megabytes = await peakGrowth(() => fillSpace(context(), pages, { atOnce: pages }));
    });
    const { p50Ms, cpuMs, databaseMs, bytes, statements } = summaryOf([sample]);
    perPage.push(p50Ms / pages);
    rows.push([
      String(pages),
      ...[p50Ms, p50Ms / pages, cpuMs, databaseMs, bytes / 1e6].map(shown),
      String(statements),
      shown(megabytes),
    ]);
  }
  return [
    {
      title: 'Write new pages of two kilobytes with links and search index, in one revision',
      columns: [
        'pages',
        'ms',
        'ms per page',
        'our CPU ms',
        'database CPU ms',
        'MB written',
        'statements',
        'MB of memory',
      ],
      rows,
      bars: [bar('time for a page, most against fewest', (perPage.at(-1) ?? 0) / (perPage[0] ?? 1), 'at most', 1.5)],
    },
  ];
}
