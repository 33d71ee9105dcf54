import type { ArchiveEntry } from '../../src/text/imports/unpack/zip.ts';
import type { Generator } from './site-generators.ts';

/** Words of headings that generators spell in ways of their own. */
const spelled =
  '# Spellings\n\n## A & B\n\n## vue.config.js\n\n## 2. Steps\n\n## Über uns\n\n## Use\n\n## Use\n\n## `code` and *more*\n\n## What is it?\n\n## a_b / c-d\n\n## 设置 x\n\nSee [first](#use).\n';

/** Links in lower case, as the paths are, and no signs of Vue. */
const prepared = (markdown: string) =>
  markdown.replaceAll('{{', '{ {').replaceAll(/\]\((?![a-z]+:)([^)\s#]+\.md)/gi, (link) => link.toLowerCase());
const isPage = (file: string) => file.endsWith('.md');
const textOf = (body: ArchiveEntry['body']) => body;

/**
 * The project of a generator for pages that have none of their own: paths in lower case, which all generators publish alike, with a page of spellings, one to
 * begin with, and a navigation in reverse order.
 */
export function prepareSet(generator: Generator, entries: readonly ArchiveEntry[]): Map<string, Buffer | string> {
  const sources = new Map<string, Buffer | string>();
  for (const { path: file, body } of entries) {
    const name = file.toLowerCase().replace(/^docs\//, '');
    sources.set(name, isPage(name) ? prepared(textOf(body).toString()) : textOf(body));
  }
  sources.set('spelled.md', spelled);
  if (!sources.has('index.md')) sources.set('index.md', '# Start\n');
  const order = [...sources.keys()].filter(isPage).toSorted((one, other) => (one < other ? 1 : -1));
  const texts = [...sources].map(
    ([file, body]) =>
      [`${generator.pages}${file}`, generator.withTitle && isPage(file) ? titled(body.toString()) : body] as const,
  );
  return new Map([...texts, ...Object.entries(generator.configure(order))]);
}

/** A page whose title is in its front matter, as Starlight wants it. */
function titled(markdown: string): string {
  const title = /^#[ \t]+(.+)$/m.exec(markdown)?.[1] ?? 'Untitled';
  const rest = markdown.replace(/^#[ \t]+.+\n/m, '').replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '');
  return `---\ntitle: ${JSON.stringify(title.replaceAll(/[`*]/g, ''))}\n---\n\n${rest.replace(/^---\n[^]*?\n---\n/, '')}`;
}
