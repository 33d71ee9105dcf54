import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { blockProcessor } from '../../src/text/markdown/block-tree.ts';
import { nativeParser } from '../../src/text/markdown/native-parser.ts';
import { documentFromMarkdown } from '../../src/text/rich-text/read/document-from-markdown.ts';
import { contentHash } from '../../src/text/rich-text/content-hash.ts';
import { markdownFromDocument } from '../../src/text/rich-text/write/markdown-from-document.ts';
import { applyTranslations, listUnits } from '../../src/text/translations/units.ts';
import type { Token } from '../../src/text/translations/tokens.ts';
import { readZip } from '../../src/text/imports/unpack/zip.ts';
import { leavesIn } from '../write-back.ts';

/** Characters that were parsed. Modules are shared by all files of a worker, so that a mock of one would be none. */
const parsed = { characters: 0 };
const parse = blockProcessor.parse.bind(blockProcessor);
beforeAll(() => {
  // What is read is counted by the parser that reads everything.
  vi.spyOn(nativeParser, 'parse').mockReturnValue(null);
  vi.spyOn(blockProcessor, 'parse').mockImplementation((text) => {
    parsed.characters += typeof text === 'string' ? text.length : 0;
    return parse(text);
  });
});
afterAll(() => {
  vi.restoreAllMocks();
});

const reading = { hasFrontMatter: true, maxMs: 60_000 };
const sections = (section: (at: number) => string) => Array.from({ length: 50 }, (_none, at) => section(at)).join('\n');

const kinds: readonly (readonly [string, string])[] = [
  [
    'link definitions',
    sections((at) => `## Section ${at}\n\nA word of [sentence ${at}].\n\n[sentence ${at}]: https://e.com/${at}\n`),
  ],
  ['footnotes', sections((at) => `## Section ${at}\n\nA word[^n${at}].\n\n[^n${at}]: Note ${at}\n`)],
  ['headings of one name', sections((at) => `## Section\n\nA word of [it](https://e.com/${at}).\n`)],
  ['headings of one name in lists', sections((at) => `- ## Section\n\n  A word of **${at}**.\n`)],
  ['HTML that is open', `<div>\n\n${sections((at) => `A word of *sentence ${at}*.\n`)}`],
  ['front matter and tables', `---\ntitle: a\n---\n\n${sections((at) => `| A |\n|---|\n| word ${at} |\n`)}`],
];

beforeEach(() => {
  parsed.characters = 0;
});

describe('a page of which every block is changed', () => {
  it.each(kinds)('with %s is read three times at most, and keeps its lines', (_kind, text) => {
    const document = JSON.parse(JSON.stringify(documentFromMarkdown(text, reading)));
    const once = parsed.characters;
    for (const leaf of leavesIn(document)) leaf.text = leaf.text.replace(/word|Section/, (word: string) => `${word}s`);
    parsed.characters = 0;
    const edited = markdownFromDocument(document, 'body', reading);
    expect(once).toBeGreaterThan(text.length / 2);
    expect(parsed.characters / once).toBeLessThanOrEqual(3);
    expect(edited).toBe(text.replaceAll(/word|Section/g, (word) => `${word}s`));
  });

  it('has each change that fits, also beside one that does not', () => {
    const text = sections((at) => `A word of ${at} and <b>more</b>.\n`);
    const document = JSON.parse(JSON.stringify(documentFromMarkdown(text, reading)));
    for (const [index, leaf] of leavesIn(document).entries())
      leaf.text = index === 3 ? '<div>' : leaf.text.replace('word', 'words');
    const edited = markdownFromDocument(document, 'body', reading);
    const back = documentFromMarkdown(edited, reading);
    expect(contentHash(back.nodes, ['meta'])).toBe(contentHash(document.nodes, ['meta']));
  });
});

describe('a page that is translated as a whole', () => {
  const translated = (token: Token): Token => {
    if (typeof token === 'string') return token.replace(/\p{L}{3,}/u, (word) => `${word}x`);
    return 'parts' in token ? { ...token, parts: token.parts.map(translated) } : token;
  };

  it('is written in linear time, with as many units, for pages that people wrote', async () => {
    const { entries } = await readZip(readFileSync('test/data/fastify-docs.zip'));
    const pages = entries.filter(({ path, body }) => path.endsWith('.md') && body.length < 20_000);
    expect(pages.length).toBeGreaterThan(10);
    for (const { path, body } of pages) {
      // A definition of its own, so that no part was read for another test.
      const text = `${body.toString()}\n\n[of-this-page]: https://example.org/${path}\n`;
      parsed.characters = 0;
      const units = listUnits(text).filter(({ isKept }) => !isKept);
      const once = parsed.characters;
      const targets = units.map(({ id, source }) => [id, { source, target: source.map(translated) }] as const);
      parsed.characters = 0;
      const written = applyTranslations(text, Object.fromEntries(targets));
      // A table alone is tried in several ways.
      expect([path, parsed.characters / once <= (text.length < 4_000 ? 4 : 3)]).toEqual([path, true]);
      expect([path, listUnits(written).length]).toEqual([path, listUnits(text).length]);
    }
  });
});
