import remarkGfm from 'remark-gfm';
import remarkStringify, { type Options } from 'remark-stringify';
import { unified } from 'unified';
import type { MarkdownBlock } from './parser.ts';

type Join = NonNullable<Options['join']>[number];

/** Separates a table from the paragraph before it. Without a blank line, a header row of dashes would make it a heading. */
export const separateTables: Join = (left, right) =>
  left.type === 'paragraph' && right.type === 'table' ? 1 : undefined;

const processor = unified()
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkStringify, {
    bullet: '-',
    emphasis: '_',
    rule: '-',
    listItemIndent: 'one',
    join: [separateTables],
    unsafe: [
      { character: '{', after: '[%<#]', inConstruct: 'phrasing' },
      { character: '$', after: '\\$', inConstruct: 'phrasing' },
      { character: ':', after: '[a-z\\d_+-]+:', inConstruct: 'phrasing' },
      { atBreak: true, character: ':', after: '::' },
      { atBreak: true, character: '!', after: '!!' },
      { atBreak: true, character: '?', after: '\\?\\?' },
      { atBreak: true, character: '=', after: '==' },
    ],
  })
  .freeze();

/** Writes a tree as Markdown that parses to the same tree. */
export const writeMarkdown = (children: MarkdownBlock[]): string => processor.stringify({ type: 'root', children });
