/**
 * The cost of a page of which every block is changed, as a multiple of one reading of it: as a document, and as a translation. Reads paths
 * of Markdown files from its input: `find node_modules -name '*.md' -size +11k -size -18k | npx tsx bench/rewritten-pages.ts`. Exits with
 * 1 when the middle page costs more than three readings.
 */
import { readFileSync } from 'node:fs';
import { documentFromMarkdown } from '../src/text/rich-text/read/document-from-markdown.ts';
import { markdownFromDocument } from '../src/text/rich-text/write/markdown-from-document.ts';
import type { Token } from '../src/text/translations/tokens.ts';
import { applyTranslations, listUnits } from '../src/text/translations/units.ts';
import { leavesIn } from '../test/write-back.ts';

const rounds = 9;
const bar = 3;
const reading = { hasFrontMatter: true, maxMs: 60_000 };
const changed = (text: string) => text.replace(/\p{L}{3,}/u, (word) => `${word}z`);

/** The least processor time of several, in milliseconds. Each round has a definition of its own, so that no tree of an earlier one is kept. */
function least(text: string, prepare: (text: string) => () => unknown): number {
  const times = Array.from({ length: rounds }, (_none, at) => {
    const run = prepare(`${text}\n\n[round-${at}]: https://example.org/${at}\n`);
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

function editor(text: string): () => unknown {
  const document = JSON.parse(JSON.stringify(documentFromMarkdown(text, reading)));
  for (const leaf of leavesIn(document)) leaf.text = changed(leaf.text);
  return () => markdownFromDocument(document, 'body', reading);
}

const translated = (token: Token): Token => {
  if (typeof token === 'string') return changed(token);
  return 'parts' in token ? { ...token, parts: token.parts.map(translated) } : token;
};

function translator(text: string): () => unknown {
  const units = listUnits(text).filter(({ isKept }) => isKept !== true);
  const targets = units.map(({ id, source }) => [id, { source, target: source.map(translated) }] as const);
  return () => applyTranslations(text, Object.fromEntries(targets));
}

const rows = readFileSync(0, 'utf8')
  .trim()
  .split('\n')
  .map((file) => {
    const text = readFileSync(file, 'utf8');
    const read = least(text, (one) => () => documentFromMarkdown(one, reading));
    return { file, text, document: least(text, editor) / read, translation: least(text, translator) / read };
  });

console.log(
  `${rows.length} pages, ${Math.round(rows.reduce((sum, { text }) => sum + text.length, 0) / rows.length)} characters`,
);
for (const kind of ['document', 'translation'] as const) {
  const sorted = rows.map((row) => row[kind]).toSorted((one, other) => one - other);
  const [middle, late, most] = [0.5, 0.9, 1].map((part) => sorted[Math.ceil(sorted.length * part) - 1] ?? 0);
  const over = sorted.filter((one) => one > bar).length;
  console.log(
    `${kind}: middle ${middle?.toFixed(1)}, 90 % ${late?.toFixed(1)}, most ${most?.toFixed(1)}; ${over} beyond ${bar}`,
  );
  if ((middle ?? 0) > bar) process.exitCode = 1;
}
for (const { file, document } of rows.toSorted((one, other) => other.document - one.document).slice(0, 6))
  console.log(`${document.toFixed(1)} ${file}`);
