import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveEntry } from '../../text/imports/unpack/zip.ts';
import { docsFolder, filesUnder } from '../process/documents.ts';

/** Reads the README, the manual and the reference, with their paths in the repository and one table of contents for all. */
export async function manualSource(): Promise<ArchiveEntry[]> {
  const root = join(docsFolder, '..');
  const manual = await filesUnder(join(docsFolder, 'manual'), root);
  const rules = await filesUnder(join(docsFolder, 'reference'), root);
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const summary = manual.find(({ path }) => path === summaryPath)?.body.toString() ?? '';
  return [
    ...manual.filter(({ path }) => path !== summaryPath),
    ...rules,
    { path: 'README.md', body: Buffer.from(`---\ntitle: README\n---\n${readme}`) },
    { path: 'SUMMARY.md', body: Buffer.from(wholeSummary(summary, rules)) },
  ];
}

const summaryPath = 'docs/manual/SUMMARY.md';

/** Returns the table of contents: the README, the pages of the manual, then the reference sorted by path. */
function wholeSummary(summary: string, rules: readonly ArchiveEntry[]): string {
  const [welcome = '', ...parts] = summary.replaceAll('](', '](docs/manual/').split(/\n(?=## )/);
  const pages = rules.filter(({ path }) => !path.endsWith('/README.md')).map(({ path }) => `* [](${path})`);
  return [
    `${welcome.trimEnd()}\n* [README](README.md)\n`,
    ...parts,
    `## Rules\n\n* [](docs/reference/README.md)\n${pages.join('\n')}\n`,
  ].join('\n');
}
