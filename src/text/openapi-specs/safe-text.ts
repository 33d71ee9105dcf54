import { LRUCache } from 'lru-cache';
import { visit } from 'unist-util-visit';
import { outcomeOf } from '../../lib/text-outcome.ts';
import { parseMarkdown, type MarkdownRoot } from '../markdown/parser.ts';
import { cut, escapeAngles, isSimpleLine, replaceTags, simpleCode } from './letters.ts';

/** How headings of a description are written on a page. */
type Headings = 'bold' | 'lower';

/**
 * Makes Markdown of a specification safe for a page, where it can neither close the enclosing block nor open another: tags
 * of HTML and of blocks are no tags there. Everything else keeps its letters.
 */
export function safeText(text: string, max: number, headings: Headings = 'bold'): string {
  const source = cut(text.replaceAll(/\r\n?/g, '\n'), max).toWellFormed().trim();
  if (!/[<#`~]|\{%|^ {0,3}(?:=+|-{3,}|\*{3,}|_{3,})\s*$/m.test(source)) return source;
  const safe = outcomeOf(() => {
    const plain = source.includes('<') ? edited(source, htmlEdits) : source;
    const closed = closeFence(edited(plain, (tree, read) => blockEdits(tree, read, headings)));
    // A fence that is not one in Markdown could be taken for one by who reads line by line.
    return hasOpenFence(closed) ? closed.replaceAll(/```|~~~/g, '') : closed;
  });
  return 'value' in safe ? safe.value.trim() : escapeAll(source);
}

/** A text that cannot be read as Markdown. */
const escapeAll = (text: string) =>
  escapeAngles(text)
    .replaceAll('{%', '{ %')
    .replaceAll(/```|~~~/g, '');

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
type Offsets = { readonly start: number; readonly end: number };
type FindEdits = (tree: MarkdownRoot, source: string) => Edit[];

function edited(source: string, find: FindEdits): string {
  const edits = find(parseMarkdown(source), source).toSorted((one, other) => one.start - other.start);
  let [result, from] = ['', 0];
  for (const { start, end, text } of edits) {
    if (start < from) continue;
    result += source.slice(from, start) + text;
    from = end;
  }
  return result + source.slice(from);
}

const offsetsOf = ({ position }: { position?: MarkdownRoot['position'] }): Offsets => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
});

/** Tags of HTML become blanks, because renderers of pages would read them as blocks of the page. */
function htmlEdits(tree: MarkdownRoot, source: string): Edit[] {
  const edits: Edit[] = [];
  visit(tree, (node) => {
    if (node.type !== 'html' && node.type !== 'text') return;
    const { start, end } = offsetsOf(node);
    const text = source.slice(start, end);
    if (!text.includes('<')) return;
    const safe =
      node.type === 'text'
        ? escapeAngles(text)
        : replaceTags(text, source.slice(Math.max(0, start - 2), start), { element: () => ' ', letters: escapeAngles });
    edits.push({ start, end, text: safe });
  });
  return edits;
}

function blockEdits(tree: MarkdownRoot, source: string, headings: Headings): Edit[] {
  const edits: Edit[] = [];
  visit(tree, (node) => {
    const { start, end } = offsetsOf(node);
    if (node.type === 'thematicBreak') edits.push({ start, end, text: '***' });
    else if (node.type === 'heading') {
      const [first = node] = node.children;
      const inside = source.slice(offsetsOf(first).start, offsetsOf(node.children.at(-1) ?? first).end);
      const line = node.children.length === 0 ? '' : tagless(inside).replaceAll('\n', ' ');
      const bold = line === '' || line.includes('**') ? line : `**${line}**`;
      const text = headings === 'bold' ? bold : `${'#'.repeat(Math.min(6, node.depth + 1))} ${line}`;
      edits.push({ start, end, text });
      return 'skip';
    } else if (node.type === 'text' || node.type === 'inlineCode') {
      const text = source.slice(start, end);
      if (text.includes('{%')) edits.push({ start, end, text: tagless(text) });
    }
    return undefined;
  });
  return edits;
}

/** The second character of a tag as a reference, which readers of tags do not know. Code spans show references. */
const tagless = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => part.replaceAll('{%', part.startsWith('`') ? '{ %' : '{&#37;'))
    .join('');

const fence = /^[ \t>]{0,40}(`{3,}|~{3,})/;

/** The fence that is open at the end of a text, read line by line, with what stands before it. */
function openFence(text: string): { readonly before: string; readonly mark: string } | null {
  let open: { before: string; mark: string } | null = null;
  for (const line of text.split('\n')) {
    const found = fence.exec(line);
    if (!found) continue;
    const [whole, mark = ''] = found;
    if (open === null) open = { before: whole.slice(0, -mark.length), mark };
    else if (mark.startsWith(open.mark)) open = null;
  }
  return open;
}

const hasOpenFence = (text: string) => openFence(text) !== null;

/** Closes a fence that the text leaves open, so that it does not swallow what follows. */
function closeFence(text: string): string {
  const open = openFence(text);
  return open === null ? text : `${text}\n${open.before}${open.mark}`;
}

/** Lines that were converted, by description, because specifications repeat them on each operation. */
const lines = new LRUCache<string, string>({
  max: 5_000,
  maxSize: 4_000_000,
  sizeCalculation: (line, text) => line.length + text.length + 1,
});

/** Converts Markdown to one line of its letters, without marks. */
export function plainLine(markdown: string, max = 300): string {
  const key = `${max} ${markdown}`;
  const line = lines.get(key) ?? makeLine(markdown, max);
  lines.set(key, line);
  return line;
}

function makeLine(markdown: string, max: number): string {
  const source = cut(markdown, 10 * max).toWellFormed();
  const text = isSimpleLine(source) ? source.replaceAll(simpleCode, '$1') : lettersOf(source);
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= max ? line : `${cut(line, max - 1)}…`;
}

function lettersOf(source: string): string {
  const letters: string[] = [];
  const read = outcomeOf(() =>
    visit(parseMarkdown(source), (node) => {
      if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code') letters.push(node.value);
      else if (node.type === 'image' || node.type === 'imageReference') letters.push(node.alt ?? '');
      else if (node.type === 'html') {
        const before = source.slice(0, node.position?.start.offset).slice(-2);
        letters.push(replaceTags(node.value, before, { element: () => ' ', letters: (text) => text }));
      } else if (!inline.has(node.type)) letters.push(' ');
    }),
  );
  return 'problem' in read ? source : letters.join('');
}

const inline: ReadonlySet<string> = new Set(['emphasis', 'strong', 'delete', 'link', 'linkReference']);

/** Writes one line of letters as Markdown. */
export const escapeLine = (line: string): string =>
  escapeAngles(
    line.replaceAll(
      /\\(?=[!-/:-@[-`{-~])|[`*]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|~(?=~)|\$(?=\$)/gu,
      String.raw`\$&`,
    ),
  )
    .replaceAll(/&(?=#?\w{1,31};)/g, '&amp;')
    .replaceAll(/\[(?=\^|[^\]]*\][([:])/g, String.raw`\[`)
    .replaceAll('{%', '{&#37;');
