import { cpus } from 'node:os';
import type { Figures } from './result.ts';
import { measureCommits } from './content/commits.ts';
import { measureEdits } from './content/edits.ts';
import { measureImports } from './content/imports.ts';
import { measureMerges } from './content/merges.ts';
import { help, readOptions, type Options, type PartName } from './content/options.ts';
import { measureReads } from './content/reads.ts';
import { measureSearch } from './content/search.ts';
import { fillSpace, type FilledSpace } from './content/space.ts';
import { openWorld, type World } from './content/world.ts';
import { figuresText, verdict } from './report.ts';

/** Prints progress to stderr, because the result goes to stdout. */
const say = (text: string) => console.error(text);

async function bench(asked: Options) {
  const world = await openWorld(asked.databaseUrl);
  try {
    const spaces = await fillSpaces(world, asked);
    const figures: Figures[] = [];
    for (const part of asked.only) {
      say(`${part} …`);
      const found = await parts[part](world, spaces, asked);
      for (const table of found) say(figuresText(table));
      figures.push(...found);
    }
    const machine = await toFacts(world, asked);
    console.log(asked.json ? JSON.stringify({ machine, figures }, null, 2) : report(machine, figures));
    if (figures.some(({ bars }) => bars.some(({ pass }) => !pass))) process.exitCode = 1;
  } finally {
    await world.close();
  }
}

type Part = (world: World, spaces: readonly FilledSpace[], options: Options) => Promise<Figures[]>;

const parts: Readonly<Record<PartName, Part>> = {
  edit: measureEdits,
  read: measureReads,
  merge: measureMerges,
  commit: (world, _, asked) => measureCommits(world, asked),
  import: (world, _, asked) => measureImports(world, asked),
  search: (world, _, asked) => measureSearch(world, asked),
};

/** Creates spaces of the compared sizes if a selected part needs them. */
async function fillSpaces({ context, client }: World, { sizes, only }: Options): Promise<FilledSpace[]> {
  if (!only.some((part) => part === 'edit' || part === 'read' || part === 'merge')) return [];
  const spaces: FilledSpace[] = [];
  for (const pages of sizes) {
    const start = performance.now();
    spaces.push(await fillSpace(context(), pages));
    say(`wrote ${pages} pages: ${(performance.now() - start).toFixed(0)} ms`);
  }
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  return spaces;
}

async function toFacts({ client }: World, { rounds, quick }: Options) {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  return {
    cores: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}`,
    PostgreSQL: rows[0]?.server_version.split(' ')[0] ?? 'unknown',
    Node: process.version,
    rounds,
    quick,
  };
}

const report = (machine: object, figures: readonly Figures[]) =>
  [
    Object.entries(machine)
      .map(([name, value]) => `${name} ${value}`)
      .join(' · '),
    ...figures.map(figuresText),
    verdict(figures),
  ].join('\n\n');

const options = readOptions(process.argv.slice(2));
if (options === null) console.log(help);
else await bench(options);
