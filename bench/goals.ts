import type { Measured } from './measure.ts';
import { bar, quietBar, type Bar, type Row } from './result.ts';
import type { Goals, Workload } from './workloads.ts';

/** Name of the row of Octavo with requests of many tokens. */
export const manyTokensName = (ours: string) => `${ours}, many tokens`;

/** Which figure a goal is about, of which row of Octavo. */
interface Figure {
  readonly goal: keyof Goals;
  readonly what: string;
  readonly of: (row: Measured) => number;
  readonly manyTokens?: boolean;
}

const figures: readonly Figure[] = [
  { goal: 'server', what: 'server µs', of: ({ serverMicros }) => serverMicros },
  { goal: 'serverOfManyTokens', what: 'server µs', of: ({ serverMicros }) => serverMicros, manyTokens: true },
  { goal: 'database', what: 'database µs', of: ({ databaseMicros }) => databaseMicros },
];

/** Compares the rows of a workload with its goals. The first row is that of Octavo. */
export function listBars(workload: Workload, rows: readonly Row[], isQuiet: boolean): Bar[] {
  const [ours] = rows;
  if (!ours) return [];
  const { name, goals, p99Ms, statements } = workload;
  const many = rows.find((row) => row.name === manyTokensName(ours.name));
  const relative = rows.flatMap((row) => {
    const wanted = goals[row.name] ?? {};
    const processor = figures.flatMap(({ goal, what, of, manyTokens = false }) => {
      const measured = manyTokens ? many : ours;
      const most = wanted[goal];
      if (most === undefined || measured === undefined) return [];
      return [bar(`${name}, ${what} of ${measured.name} / ${row.name}`, ratio(of(measured), of(row)), 'at most', most)];
    });
    if (wanted.throughput === undefined) return processor;
    const reached = ratio(ours.throughput[0], row.throughput[0]);
    const text = `${name}, throughput of ${ours.name} / ${row.name}`;
    return [...processor, quietBar(isQuiet, text, reached, 'at least', wanted.throughput)];
  });
  return [
    ...relative,
    ...(p99Ms === undefined ? [] : [quietBar(isQuiet, `${name}, p99 ms`, ours.p99Ms, 'at most', p99Ms)]),
    bar(`${name}, statements per request, whatever the page size`, ours.statements ?? Infinity, 'at most', statements),
  ];
}

const ratio = (ours: number, theirs: number) => ours / Math.max(1, theirs);
