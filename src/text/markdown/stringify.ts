import { defaultHandlers, type Options, toMarkdown } from 'mdast-util-to-markdown';
import remarkCjkFriendly from 'remark-cjk-friendly/serializeOnly';
import remarkStrikethroughCjkFriendly from 'remark-cjk-friendly-gfm-strikethrough/serializeOnly';
import remarkGfm from 'remark-gfm';
import { type Processor, unified } from 'unified';
import { visit } from 'unist-util-visit';
import type { MarkdownBlock, MarkdownRoot } from './parser.ts';

type Join = NonNullable<Options['join']>[number];

/** Separates a table from the paragraph before it. Without a blank line, a header row of dashes would make it a heading. */
export const separateTables: Join = (left, right) =>
  left.type === 'paragraph' && right.type === 'table' ? 1 : undefined;

/** How an author spells Markdown. What is left out is spelled as usual here. */
export interface Spelling {
  readonly bullet?: '*' | '+' | '-';
  readonly bulletOrdered?: '.' | ')';
  readonly incrementListMarker?: boolean;
  readonly emphasis?: '*' | '_';
  readonly strong?: '*' | '_';
  readonly fence?: '`' | '~';
  readonly rule?: '*' | '-' | '_';
  readonly setext?: boolean;
  /** Blanks after the marker of a list item, if more than one. */
  readonly gap?: number;
  readonly gapOrdered?: number;
}

type Handlers = NonNullable<Options['handlers']>;
type Handle = NonNullable<Handlers['listItem']>;

/** Writes list items with as many blanks after their marker as the author. */
const itemWithGap =
  (handle: Handle): Handle =>
  (node, parent, state, info) => {
    const { gap, gapOrdered } = state.options as Spelling;
    const more = ' '.repeat(((parent?.type === 'list' && parent.ordered ? gapOrdered : gap) ?? 1) - 1);
    const value = handle(node, parent, state, info);
    if (more === '') return value;
    return value.replace(/^(\S+ )(?=\S)/, `$1${more}`).replaceAll(/\n(?=[^\n])/g, `\n${more}`);
  };

/** Takes the handlers that GFM replaced. It must come last, because its paragraphs write the boxes of tasks. */
export function completeHandlers(this: Processor): void {
  const extensions = (this.data().toMarkdownExtensions ??= []);
  const { delete: strikethrough } = Object.assign(
    {},
    ...extensions.map(({ handlers }) => handlers),
  ) as Partial<Handlers>;
  const handlers = { ...(strikethrough && { delete: strikethrough }), listItem: itemWithGap(defaultHandlers.listItem) };
  extensions.push({ handlers });
}

const usual: Options = {
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
    { atBreak: true, character: '/', after: '//' },
    { atBreak: true, character: '!', after: '!!' },
    { atBreak: true, character: '?', after: '\\?\\?' },
    { atBreak: true, character: '=', after: '==' },
  ],
};

/** What the plugins add to the writing. It is asked for once, because a processor that is made takes longer than a paragraph that is written. */
const extensions = unified()
  .use(remarkCjkFriendly)
  .use(remarkStrikethroughCjkFriendly)
  .use(remarkGfm, { tablePipeAlign: false })
  .use(completeHandlers)
  .freeze()
  .data('toMarkdownExtensions');

/** Writes a tree as Markdown that parses to the same tree. */
export function writeMarkdown(children: MarkdownBlock[], spelling: Spelling = {}): string {
  const tree = { type: 'root' as const, children };
  const settings = { ...usual, ...spelling, ...(hasEmphasisInWord(tree) && { emphasis: '*' as const }) };
  return toMarkdown(tree, { ...settings, extensions: extensions ?? [] });
}

/** Whether emphasis begins or ends within a word, where `_` is a letter. */
function hasEmphasisInWord(tree: MarkdownRoot): boolean {
  let found = false;
  visit(tree, 'emphasis', (_node, index = 0, parent) => {
    const [before, after] = [parent?.children[index - 1], parent?.children[index + 1]];
    found ||= before?.type === 'text' && /[\p{L}\p{N}\p{M}]$/u.test(before.value);
    found ||= after?.type === 'text' && /^[\p{L}\p{N}\p{M}]/u.test(after.value);
    return !found;
  });
  return found;
}
