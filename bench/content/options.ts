import { parseArgs } from 'node:util';

/** The parts of a run in order. */
const partNames = ['edit', 'read', 'merge', 'commit', 'import', 'search'] as const;
export type PartName = (typeof partNames)[number];

/** Options of a run. */
export interface Options {
  readonly databaseUrl: string;
  readonly only: readonly PartName[];
  readonly quick: boolean;
  readonly json: boolean;
  /** Pages of the compared spaces, smallest first. */
  readonly sizes: readonly number[];
  /** Pages written in one revision. */
  readonly commits: readonly number[];
  /** Pages of the searched space. */
  readonly searched: number;
  /** Pages of the archives that are imported. */
  readonly imports: readonly number[];
  /** Rounds of edits and searches. A quarter as many warm-up rounds come before them. */
  readonly rounds: number;
}

export const help = `Usage: npx tsx bench/content.ts [--quick] [--json] [--only PARTS] [--pages N] [--rounds N] [POSTGRES_URL]

  --quick       spaces of 1,000 pages in place of 10,000, fewer rounds: for looking, not for quoting
  --only A,B    parts: ${partNames.join(', ')}
  --pages N     pages of the largest space and of the one that is searched
  --imports A,B pages of the archives that are imported, by default 100,1000
  --rounds N    edits of each space and searches of each kind
  --json        the result as JSON on stdout

Makes and drops a database of its own beside the one named (default: BENCH_DATABASE_URL, else
postgresql://postgres@127.0.0.1:5432/postgres).`;

/** Parses the command line; null requests the help text. */
export function readOptions(args: readonly string[]): Options | null {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      help: { type: 'boolean' },
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      only: { type: 'string' },
      pages: { type: 'string' },
      rounds: { type: 'string' },
      imports: { type: 'string', default: '100,1000' },
    },
  });
  if (values.help) return null;
  const { quick, json, only } = values;
  const largest = positive(values.pages ?? (quick ? '1000' : '10000'));
  return {
    databaseUrl: positionals[0] ?? process.env['BENCH_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres',
    only: only === undefined ? partNames : only.split(',').map(partOf),
    quick,
    json,
    sizes: [100, 1_000, largest].filter((size, index, all) => all.indexOf(size) === index && size <= largest),
    commits: [1_000, largest].filter((size, index, all) => all.indexOf(size) === index),
    searched: largest,
    imports: values.imports.split(',').map(positive),
    rounds: positive(values.rounds ?? (quick ? '20' : '60')),
  };
}

function partOf(text: string): PartName {
  const name = partNames.find((known) => known === text);
  if (name === undefined) throw new Error(`"${text}" is no part; parts are ${partNames.join(', ')}`);
  return name;
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`"${text}" is not a number above 0`);
  return value;
}
