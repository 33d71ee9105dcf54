import { hintStyles } from './document.ts';
import { dataOf, memberOf, nodesOf, refuse, textAt, typeOf, type At } from './given.ts';
import { imageFrom, inlineFrom, plainFrom } from './inlines-to-markdown.ts';
import { hintEnd, writeMarkdown, type MarkdownBlock } from './markdown.ts';
import { tableFrom } from './table-to-markdown.ts';

type Of<Type extends MarkdownBlock['type']> = Extract<MarkdownBlock, { type: Type }>;

/**
 * A JSON document as Markdown; `path` is where it stands in the request. Throws validation_failed for what is no
 * document, and for blocks, inlines and marks outside the subset (decisions 2.3).
 */
export function markdownOf(document: unknown, path: string): string {
  const at: At = { value: document, path };
  const { object } = dataOf(at);
  if (object !== 'document') throw refuse({ value: object, path: `${path}.object` }, 'must be "document"');
  return writeMarkdown(blocksFrom(at, 0)).trim();
}

/** Levels of blocks in blocks; deeper ones are refused. */
const maxDepth = 20;

function blocksFrom(at: At, depth: number): MarkdownBlock[] {
  if (depth > maxDepth) throw refuse(at, `is nested deeper than ${maxDepth} blocks`);
  return nodesOf(at).flatMap((node) => blockFrom(node, depth + 1));
}

const headings = { 'heading-1': 1, 'heading-2': 2, 'heading-3': 3 } as const;

function blockFrom(at: At, depth: number): MarkdownBlock[] {
  const type = typeOf(at, 'block');
  switch (type) {
    case 'paragraph': {
      const children = inlineFrom(at, 'hard breaks');
      return children.length === 0 ? [] : [{ type: 'paragraph', children }];
    }
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return [{ type: 'heading', depth: headings[type], children: inlineFrom(at, 'one line') }];
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return [listFrom(at, type, depth)];
    case 'blockquote':
      return [{ type: 'blockquote', children: blocksFrom(at, depth) as Of<'blockquote'>['children'] }];
    case 'code':
      return [codeFrom(at)];
    case 'divider':
      return [{ type: 'thematicBreak' }];
    case 'images':
      return [imagesFrom(at)];
    case 'hint':
      return hintFrom(at, depth);
    case 'table':
      return [tableFrom(at)];
    case 'markdown':
      return verbatimFrom(at);
    default:
      throw refuse({ value: type, path: `${at.path}.type` }, 'is not a block that Markdown can hold');
  }
}

function listFrom(at: At, type: 'list-ordered' | 'list-unordered' | 'list-tasks', depth: number): Of<'list'> {
  const { start } = memberOf(at, 'data');
  if (start !== undefined && !(Number.isSafeInteger(start) && Number(start) >= 0 && Number(start) < 1e9))
    throw refuse({ value: start, path: `${at.path}.data.start` }, 'must be an integer from 0 to 999999999');
  const items = nodesOf(at).map((item): Of<'list'>['children'][number] => {
    typeOf(item, 'block', 'list-item');
    const { checked } = memberOf(item, 'data');
    const children = blocksFrom(item, depth) as Of<'list'>['children'][number]['children'];
    return {
      type: 'listItem',
      // Next to a line of text without a blank between, source might become part of the text.
      spread: children.some((child) => child.type === 'html'),
      ...(type === 'list-tasks' ? { checked: checked === true } : {}),
      children,
    };
  });
  const ordered = type === 'list-ordered';
  return { type: 'list', ordered, ...(ordered ? { start: Number(start ?? 1) } : {}), spread: false, children: items };
}

function codeFrom(at: At): Of<'code'> {
  const { syntax } = memberOf(at, 'data');
  if (syntax !== undefined && !(typeof syntax === 'string' && /^[^\s`~]{0,50}$/.test(syntax)))
    throw refuse({ value: syntax, path: `${at.path}.data.syntax` }, 'must be one word of 50 characters at most');
  const lines = nodesOf(at).map((line) => {
    typeOf(line, 'block', 'code-line');
    return plainFrom(line);
  });
  return { type: 'code', lang: typeof syntax === 'string' && syntax !== '' ? syntax : null, value: lines.join('\n') };
}

function verbatimFrom(at: At): MarkdownBlock[] {
  const value = textAt({ value: memberOf(at, 'data')['markdown'], path: `${at.path}.data.markdown` }) ?? '';
  return value === '' ? [] : [{ type: 'html', value }];
}

function imagesFrom(at: At): Of<'paragraph'> {
  const images = nodesOf(at).map((image) => {
    typeOf(image, 'block', 'image');
    return imageFrom(image);
  });
  const space = { type: 'text', value: ' ' } as const;
  return { type: 'paragraph', children: images.flatMap((image, index) => (index === 0 ? [image] : [space, image])) };
}

function hintFrom(at: At, depth: number): MarkdownBlock[] {
  const { style } = memberOf(at, 'data');
  if (!hintStyles.some((known) => known === style))
    throw refuse({ value: style, path: `${at.path}.data.style` }, `must be one of ${hintStyles.join(', ')}`);
  return [
    { type: 'html', value: `{% hint style="${String(style)}" %}` },
    ...blocksFrom(at, depth),
    { type: 'html', value: hintEnd },
  ];
}
