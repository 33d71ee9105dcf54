import { visit } from 'unist-util-visit';
import { fenceAfter, hintStart, type MarkdownTree } from './markdown.ts';
import { hintStyles } from './document.ts';

/** A text whose parts without blocks of their own stand as marks, and those parts by number. */
export interface CutText {
  readonly markdown: string;
  readonly pieces: readonly string[];
}

/** What no text of people holds: private use. A text that does is left whole. */
const [before, after] = ['\uE000', '\uE001'];
const mark = new RegExp(`${before}(\\d+)${after}`, 'g');

/**
 * Cuts out what Markdown does not know and no renderer shall touch: tags such as `{% tabs %}` with all up to their end,
 * and formulas between `$$`. One pass, linear.
 */
export function cutVerbatim(markdown: string): CutText {
  if (markdown.includes(before) || !/\{%|\$\$/.test(markdown)) return { markdown, pieces: [] };
  const lines = markdown.split('\n');
  const ends = endsOf(lines);
  const pieces: string[] = [];
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const end = ends.get(at);
    if (end === undefined) {
      kept.push(line);
      continue;
    }
    const margin = /^[ \t>]*/.exec(line)?.[0] ?? '';
    const inner = lines.slice(at, end + 1).map((one) => withoutMargin(one, margin));
    kept.push(margin.trimEnd(), `${margin}${before}${pieces.length}${after}`, margin.trimEnd());
    pieces.push(inner.join('\n'));
    at = end;
  }
  return { markdown: kept.join('\n'), pieces };
}

/**
 * Puts the pieces back into the tree of a text: as HTML, which is passed on as it is, where one stands alone, else into
 * the text around. A paragraph with a formula within is one piece.
 */
export function restoreVerbatim(tree: MarkdownTree, source: string, pieces: readonly string[]): MarkdownTree {
  if (pieces.length === 0 && !source.includes('$$')) return tree;
  const whole = (text: string) => text.replaceAll(mark, (_, index: string) => pieces[Number(index)] ?? '');
  visit(tree, (node, index, parent) => {
    if (node.type === 'paragraph' && parent && index !== undefined) {
      const text = sourceOf(node, source);
      if (new RegExp(`^${mark.source}$`).test(text) || formulaInText.test(text))
        parent.children[index] = { type: 'html', value: whole(text) };
    } else if ('value' in node) node.value = whole(node.value);
  });
  return tree;
}

/** The source of a node; of the containers it is in, nothing. */
function sourceOf({ position }: Pick<MarkdownTree, 'position'>, source: string): string {
  const margin = (position?.start.column ?? 1) - 1;
  const [first = '', ...more] = source.slice(position?.start.offset, position?.end.offset).split('\n');
  return [first, ...more.map((line) => line.replace(new RegExp(`^[ \\t>]{0,${margin}}`), ''))].join('\n');
}

const withoutMargin = (line: string, margin: string) =>
  line.startsWith(margin) ? line.slice(margin.length) : line.slice(Math.min(line.length, margin.trimEnd().length));

const tag = /^([ \t>]*)\{%-? *(end)?([a-z][\w-]*)(?: [^\n]*)?%\}\s*$/;
/** `$$` that opens a formula, with nothing or all of it behind; more behind its end is a line of text. */
const formula = /^[ \t>]*\$\$(?!.*\$\$.*\S)|^[ \t>]*\$\$[^$]+\$\$\s*$/;
const formulaLine = /^[ \t>]*\$\$[^$]+\$\$\s*$/;
const formulaInText = /\$\$[^$]+\$\$/;

/** Where each part that is cut out ends, by the line it starts in; parts in parts are not told. */
function endsOf(lines: readonly string[]): Map<number, number> {
  const pairs = pairsOf(lines);
  const ends = new Map<number, number>();
  let fence: string | null = null;
  let mayClose = true;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    fence = fenceAfter(line, fence);
    if (fence !== null) continue;
    const found = tag.exec(line);
    const name = found?.[3];
    if (name !== undefined && !isHint(line)) ends.set(at, pairs.get(at) ?? at);
    else if (formula.test(line) && mayClose) {
      const end = endOfFormula(lines, at);
      if (end === null) mayClose = false;
      else ends.set(at, end);
    }
    at = ends.get(at) ?? at;
  }
  return ends;
}

/** Hints have a block of their own; those of another style than the four have none. */
const isHint = (line: string) => {
  const text = line.replace(/^[ \t>]*/, '').trimEnd();
  if (text === '{% endhint %}') return true;
  const style = hintStart.exec(text)?.[1];
  return hintStyles.some((known) => known === style);
};

/** The line of the end tag of each start tag that has one; what is left open within ends with it. */
function pairsOf(lines: readonly string[]): Map<number, number> {
  const open: { name: string; margin: string; at: number }[] = [];
  const counts = new Map<string, number>();
  const pairs = new Map<number, number>();
  let fence: string | null = null;
  for (const [at, line] of lines.entries()) {
    fence = fenceAfter(line, fence);
    const [, margin = '', isEnd, name] = (fence === null && tag.exec(line)) || [];
    if (name === undefined) continue;
    const count = counts.get(name) ?? 0;
    if (isEnd === undefined) {
      open.push({ name, margin, at });
      counts.set(name, count + 1);
    } else if (count > 0)
      for (let last = open.pop(); last; last = open.pop()) {
        counts.set(last.name, (counts.get(last.name) ?? 1) - 1);
        if (last.name !== name) continue;
        if (last.margin === margin) pairs.set(last.at, at);
        break;
      }
  }
  return pairs;
}

/** A formula is a line, or ends with the first `$$` that ends a line; null when none does. */
function endOfFormula(lines: readonly string[], start: number): number | null {
  if (formulaLine.test(lines[start] ?? '')) return start;
  for (let at = start + 1; at < lines.length; at += 1) if (/\$\$\s*$/.test(lines[at] ?? '')) return at;
  return null;
}
