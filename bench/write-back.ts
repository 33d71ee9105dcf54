// Measures what one changed word changes: reads each Markdown page as a document, changes one word, writes it back and
// compares the lines. Exits with 1 when a change touched other lines, or was lost.
// Usage: `npx tsx bench/write-back.ts [--edits=N] [--verbose] [FOLDER or ARCHIVE]…`; without folders, the documentation in
// the packages below, which are downloaded to a temporary folder and removed.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textsIn } from '../test/markdown-files.ts';
import { changedWords, type ChangedWord } from '../test/write-back.ts';

/** Packages that ship their documentation: MDX, CommonMark and GFM, some with HTML. */
const packages = [
  'next@16.4.6',
  'npm@11.21.2',
  'fastify@5.12.8',
  'ai@6.0.326',
  'undici@7.30.2',
  'mercurius@16.10.1',
  'pino@10.4.0',
  'codeceptjs@4.1.0',
  'eslint-plugin-jest@29.17.0',
  'bootstrap-vue@2.23.1',
];

const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const given = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const edits = Number(/^--edits=(\d+)$/.exec(flags.find((flag) => flag.startsWith('--edits=')) ?? '')?.[1] ?? 3);
const isVerbose = flags.includes('--verbose');

function downloaded(): { folder: string; sources: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-write-back-'));
  for (const name of packages) execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, name]);
  const archives = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  for (const archive of archives) {
    const target = join(folder, archive.slice(0, -'.tgz'.length));
    mkdirSync(target);
    execFileSync('tar', ['xzf', join(folder, archive), '-C', target]);
  }
  return { folder, sources: archives.map((archive) => join(folder, archive.slice(0, -'.tgz'.length))) };
}

const { folder, sources } = given.length > 0 ? { folder: null, sources: given } : downloaded();
const seen = new Set<string>();
const started = process.cpuUsage();
const outcomes = ['exact', 'same line', 'other lines', 'lost', 'refused'] as const;
console.log(`| Source | Pages | Changed words | ${outcomes.join(' | ')} | Pages that changed other lines |`);
console.log(`|---|---|---|${outcomes.map(() => '---').join('|')}|---|`);
try {
  for (const source of sources) {
    const found: ChangedWord[] = [];
    let pages = 0;
    let touched = 0;
    for await (const { path, text } of textsIn(source)) {
      if (seen.has(text)) continue;
      seen.add(text);
      pages += 1;
      const changes = changedWords(text, edits);
      found.push(...changes);
      const bad = changes.filter(({ outcome }) => outcome !== 'exact' && outcome !== 'same line');
      if (bad.length > 0) touched += 1;
      for (const { outcome, detail } of isVerbose ? changes.filter((one) => one.outcome !== 'exact') : bad)
        console.error(`${path}: ${outcome}: ${detail}`);
    }
    const counts = outcomes.map((outcome) => found.filter((one) => one.outcome === outcome).length);
    console.log(`| ${source} | ${pages} | ${found.length} | ${counts.join(' | ')} | ${touched} |`);
    if (touched > 0) process.exitCode = 1;
  }
} finally {
  if (folder !== null) rmSync(folder, { recursive: true });
}
const { user, system } = process.cpuUsage(started);
console.log(`\n${((user + system) / 1e6).toFixed(0)} s of processor time`);
