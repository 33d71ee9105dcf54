// Imports documentation that packages ship, as people bring it: each set through the API, and one changed word in each page
// written back, and the first block of each wrapper deleted and another put before it. Starts a server of its own from the build (`npm run build`). Exits with 1 when a change touched other lines.
// Usage: `npx tsx bench/real-sets.ts [--no-import] [--no-edits] [NAME]…`; the packages are downloaded to a temporary folder.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { textsIn } from '../test/markdown-files.ts';
import { changedWords, changedWrappers } from '../test/write-back.ts';
import { startServer } from './hostile/server.ts';
import { download, root, sets } from './sets/download.ts';
import { importSet, type ImportedSet } from './sets/import-set.ts';

const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const chosen = sets.filter(({ name }) => names.length === 0 || names.includes(name));
/** A changed word in each page. */
const edits = 1;
/** Wrappers of each page that are edited. */
const wrappers = 3;
const columns = ['set', 'generator', 'pages and files', 'reported', 'links', 'broken'];
const editColumns = ['edited pages', 'exact', 'same line', 'other lines', 'lost', 'refused'];
const wrapperColumns = ['edited wrappers', 'no other line', 'other lines', 'lost', 'refused'];
const head = [...columns, ...editColumns, ...wrapperColumns];
console.log(`| ${head.join(' | ')} |\n|${head.map(() => '---').join('|')}|`);

const server = flags.includes('--no-import')
  ? null
  : await startServer({ database: undefined, boxMs: 600_000, environment: { BULK_WORKER_HEAP_MIB: '1024' } });
/** The figures of `columns`. */
const figuresOf = ({ imported, skipped, links, broken }: ImportedSet) => [imported, skipped, links, broken];

/** Changes a word in each page of a folder and writes it back. Returns the figures of `editColumns`. */
async function editSet(folder: string): Promise<number[]> {
  const counts = { exact: 0, 'same line': 0, 'other lines': 0, lost: 0, refused: 0 };
  let pages = 0;
  for await (const { path, text } of textsIn(folder)) {
    const changes = changedWords(text, edits);
    if (changes.length > 0) pages += 1;
    for (const { outcome, detail } of changes) {
      counts[outcome] += 1;
      if (outcome !== 'exact' && outcome !== 'same line')
        console.error(`${path.slice(root.length)}: ${outcome}: ${detail}`);
    }
  }
  if (counts['other lines'] + counts.lost + counts.refused > 0) process.exitCode = 1;
  return [pages, ...Object.values(counts)];
}

/** Edits the first blocks of wrappers. Returns the figures of `wrapperColumns`. */
async function editWrappers(folder: string): Promise<number[]> {
  const counts = { exact: 0, 'other lines': 0, lost: 0, refused: 0 };
  for await (const { path, text } of textsIn(folder))
    for (const { outcome, detail } of changedWrappers(text, wrappers)) {
      counts[outcome] += 1;
      if (outcome !== 'exact') console.error(`${path.slice(root.length)}: ${outcome}: ${detail}`);
    }
  const all = Object.values(counts);
  return [all.reduce((sum, one) => sum + one, 0), ...all];
}

for (const set of chosen) {
  // Edits block the process for minutes. Only then does it see that the server has closed its idle connection.
  await nextTurn();
  const folder = download(set);
  const imported = server ? figuresOf(await importSet(server, folder)) : columns.slice(2).map(() => '');
  const edited = flags.includes('--no-edits') ? [] : await editSet(folder);
  const wrapped = flags.includes('--no-edits') ? [] : await editWrappers(folder);
  console.log(`| ${[set.package, set.generator, ...imported, ...edited, ...wrapped].join(' | ')} |`);
  rmSync(join(root, set.name), { recursive: true, force: true });
}
await server?.close();
