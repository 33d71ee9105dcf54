import { readFileSync } from 'node:fs';
import { type ImportedFile, type ImportedPage, walkPages } from '../src/text/imports/import-tree.ts';
import { buildMarkdownTree } from '../src/text/imports/markdown-tree.ts';
import type { ArchiveEntry } from '../src/text/imports/unpack/zip.ts';
import { buildSite, readSite, removeSite } from './generators/built-site.ts';
import { compared, compareSite, type Comparison, type ImportedSet } from './generators/compare-site.ts';
import { chosenSets, type DocumentationSet, generatorsOf } from './generators/documentation-sets.ts';
import { prepareSet } from './generators/prepared-set.ts';
import type { Generator } from './generators/site-generators.ts';

/**
 * Builds sets of documentation by VitePress, Starlight, MkDocs and Docusaurus, imports the same files, and compares both page by page: which
 * pages there are, titles, order, where the ids of headings and the links lead, and the bytes of files. `bench/README.md` says what it needs.
 *
 *   npx tsx bench/compare-generators.ts [--all] [NAME or archive.zip]…     with every difference, of the sets that are named
 */
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const shownLines = process.argv.includes('--all') ? Number.POSITIVE_INFINITY : 5;

interface Project {
  /** What is imported, and what is built. */
  readonly imported: readonly ArchiveEntry[];
  readonly built: ReadonlyMap<string, Buffer | string>;
  /** Where the imported files stand in what is built. */
  readonly at: string;
  readonly docs?: string | undefined;
}

function ownProject(own: NonNullable<DocumentationSet['own']>, entries: readonly ArchiveEntry[]): Project {
  const files = new Map(entries.map(({ path, body }) => [path, body]));
  const kept = [...files].filter(([path]) => own.without?.test(path) !== true);
  const built = [
    ...kept.map(([path, body]) => [`${own.at}${path}`, body] as const),
    ...Object.entries(own.files(files)),
  ];
  return { imported: entries, built: new Map<string, Buffer | string>(built), at: own.at, docs: own.docs };
}

function madeProject(generator: Generator, entries: readonly ArchiveEntry[]): Project {
  const set = prepareSet(generator, entries);
  return {
    imported: [...set].map(([path, body]) => ({ path, body: Buffer.from(body) })),
    built: set,
    at: '',
  };
}

const bytesOf = (body: ImportedFile['body']) => (Buffer.isBuffer(body) ? body : readFileSync(body.path));

async function importSet({ imported, at, docs = 'docs/' }: Project): Promise<ImportedSet> {
  const tree = await buildMarkdownTree(imported);
  const sourceOf = (key: string) => `${at}${tree.root ?? ''}${key}`.replace(/^docs\//, docs);
  const found = [...walkPages(tree.pages)].filter(({ kind, key }) => kind === 'document' && /\.mdx?$/.test(key));
  return {
    pages: new Map(found.map((page): [string, ImportedPage] => [sourceOf(page.key), page])),
    sourceOf,
    files: new Map(tree.files.map(({ key, body }) => [key, bytesOf(body)])),
  };
}

function show(set: string, generator: string, comparison: Comparison): void {
  for (const { what, where } of comparison.differing.slice(0, shownLines)) console.error(`  ${what}: ${where}`);
  const more = comparison.differing.length - shownLines;
  if (more > 0) console.error(`  and ${more} more`);
  console.log(`| ${[set, generator, ...compared.map((what) => comparison.numberOf(what))].join(' | ')} |`);
}

console.log(`| set | generator | ${compared.join(' | ')} |\n|${'---|'.repeat(compared.length + 2)}`);
for (const set of chosenSets(names)) {
  const entries = await set.entries();
  for (const generator of generatorsOf(set)) {
    const project = set.own ? ownProject(set.own, entries) : madeProject(generator, entries);
    try {
      buildSite(generator, project.built);
      const site = readSite(generator, [...project.built.keys()]);
      show(set.name, generator.name, compareSite(site, await importSet(project)));
    } catch (error) {
      const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
      console.log(`| ${set.name} | ${generator.name} | not built |`);
      console.error(said.slice(0, 1500));
    }
    if (!process.argv.includes('--keep')) removeSite(generator);
  }
}
