import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { blockTypes, inlineTypes, marks } from '../../src/text/rich-text/document.ts';
import { contentHash } from '../../src/text/rich-text/content-hash.ts';
import { documentFromMarkdown } from '../../src/text/rich-text/read/document-from-markdown.ts';
import { markdownFromDocument } from '../../src/text/rich-text/write/markdown-from-document.ts';
import { problemsIn } from '../document-checks.ts';
import { allBlocksDocument } from './all-blocks-document.ts';

const text = readFileSync('test/data/all-blocks.md', 'utf8');
const references = [
  ['files/manual.pdf', { kind: 'file', file: 'file_manual' }],
  ['guide.md', { kind: 'page', page: 'pg_guide' }],
  ['include:../includes/legal.md', { kind: 'reusable-content', reusableContent: 'rc_legal' }],
] as const;
const options = { hasFrontMatter: true, references };
const sent = (document: unknown): any => JSON.parse(JSON.stringify(document));

describe('a page with every block', () => {
  it('gives the document that the types of the published client describe', () => {
    const { object, data, nodes } = sent(documentFromMarkdown(text, { ...options, keepsSource: false }));
    expect({ object, data, nodes: nodes.filter(({ type }: any) => type !== 'markdown') }).toEqual(allBlocksDocument);
  });

  it('has every type of block, inline and mark', () => {
    const json = JSON.stringify(documentFromMarkdown(text, options));
    for (const type of [...blockTypes, ...inlineTypes, ...marks]) expect(json).toContain(`"type":"${type}"`);
  });

  it('is a document that every renderer can show, and is written back byte for byte', () => {
    const document = sent(documentFromMarkdown(text, options));
    expect(problemsIn(document)).toEqual([]);
    expect(markdownFromDocument(document, 'body')).toBe(text);
  });

  it('says the same when its blocks are written anew without their source', () => {
    const written = markdownFromDocument(allBlocksDocument, 'body');
    const again = documentFromMarkdown(
      written
        .replaceAll('/files/file_manual', 'files/manual.pdf')
        .replaceAll('/pages/pg_guide', 'guide.md')
        .replaceAll('/reusable-contents/rc_legal', '../includes/legal.md'),
      { references },
    );
    const said = (nodes: readonly any[]) =>
      nodes.filter(({ type }) => type !== 'markdown').map((node) => [node.type, contentHash(node, ['meta'])]);
    expect(said(again.nodes)).toEqual(said(allBlocksDocument.nodes));
  });
});
