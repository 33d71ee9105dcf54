import { visit } from 'unist-util-visit';
import { outcomeOf } from '../../lib/text-outcome.ts';
import { parseMarkdown, type Span } from './parser.ts';

/**
 * A tag of a conditional block: `{% if condition %}`, `{% elseif condition %}`, `{% else %}` or `{% endif %}`. It takes up
 * its whole line when nothing else is on it.
 */
export interface ConditionalTag extends Span {
  readonly kind: 'if' | 'elseif' | 'else' | 'endif';
  /** The expression; blank for `else` and `endif`. */
  readonly condition: string;
}

const tag = /\{%-?[ \t]*(if|elseif|elif|else|endif)\b((?:[^%]|%(?!\}))*)%\}/g;

/** Whether a text may have conditional blocks. */
export const hasConditionalBlocks = (markdown: string): boolean => /\{%-?[ \t]*if\b/.test(markdown);

/**
 * The tags of conditional blocks, in order. Tags in fenced and inline code are text. In a text that cannot be parsed none
 * is, so that no condition is missed.
 */
export function conditionalTags(markdown: string): ConditionalTag[] {
  if (!hasConditionalBlocks(markdown)) return [];
  const code = codeSpans(markdown);
  const tags: ConditionalTag[] = [];
  for (const match of markdown.matchAll(tag)) {
    const { index: start, 1: word, 2: rest = '' } = match;
    if (code.some((span) => span.start < start && start < span.end)) continue;
    const kind = word === 'elif' ? 'elseif' : (word as ConditionalTag['kind']);
    const span = readLine(markdown, { start, end: start + match[0].length });
    tags.push({ kind, condition: rest.replace(/-$/, '').trim(), ...span });
  }
  return tags;
}

/** Fenced and inline code. Indented code is left out: an indented tag in a list is a condition. */
function codeSpans(markdown: string): Span[] {
  const read = outcomeOf(() => {
    const spans: Span[] = [];
    visit(parseMarkdown(markdown), ['code', 'inlineCode'], ({ position }) => {
      const [start, end] = [position?.start.offset, position?.end.offset];
      if (start === undefined || end === undefined) return;
      if (/^[`~]/.test(markdown.slice(start, start + 1))) spans.push({ start, end });
    });
    return spans;
  });
  return 'value' in read ? read.value : [];
}

/** Decides whether a condition holds. */
type Holds = (condition: string) => boolean;

/**
 * The parts of a text that are not shown: the tags themselves, and the content of blocks whose condition does not hold. A
 * block without an end reaches to the end of the text.
 */
export function hiddenSpans(length: number, tags: readonly ConditionalTag[], holds: Holds): Span[] {
  const spans: Span[] = [];
  const open: Branch[] = [];
  let from = 0;
  const isHidden = () => open.some(({ shown }) => !shown);
  for (const one of tags) {
    if (isHidden()) spans.push({ start: from, end: one.start });
    spans.push({ start: one.start, end: one.end });
    from = one.end;
    enter(open, one, holds);
  }
  if (isHidden()) spans.push({ start: from, end: length });
  return spans;
}

/** A part of a text that a condition hides. Parts inside it are not named. */
export interface HiddenBlock extends Span {
  /** The expression; for `elseif` and `else` with the negation of those before it. */
  readonly condition: string;
}

/** The blocks whose content is not shown, in order, without their tags. */
export function hiddenBlocks(length: number, tags: readonly ConditionalTag[], holds: Holds): HiddenBlock[] {
  const blocks: HiddenBlock[] = [];
  const open: Branch[] = [];
  let hidden: { readonly depth: number; readonly start: number; readonly condition: string } | null = null;
  for (const one of tags) {
    if (hidden && one.kind !== 'if' && open.length === hidden.depth) {
      blocks.push({ start: hidden.start, end: one.start, condition: hidden.condition });
      hidden = null;
    }
    enter(open, one, holds);
    const branch = open.at(-1);
    if (hidden === null && branch?.shown === false)
      hidden = { depth: open.length, start: one.end, condition: readCondition(branch) };
  }
  if (hidden) blocks.push({ start: hidden.start, end: length, condition: hidden.condition });
  return blocks;
}

/** When a branch is shown: its own condition holds, and none of those before it. */
function readCondition({ conditions, isElse }: Branch): string {
  if (conditions.length === 1 && !isElse) return conditions[0] ?? '';
  const before = isElse ? conditions : conditions.slice(0, -1);
  const own = isElse ? [] : conditions.slice(-1);
  return [...before.map((one) => `!(${one})`), ...own.map((one) => `(${one})`)].join(' && ');
}

/** A block that is open: whether its present branch is shown, and whether any was. */
interface Branch {
  shown: boolean;
  decided: boolean;
  /** The conditions of its branches so far. */
  readonly conditions: string[];
  /** Whether the present branch is that of `else`. */
  isElse: boolean;
}

function enter(open: Branch[], { kind, condition }: ConditionalTag, holds: Holds): void {
  const branch = open.at(-1);
  if (kind === 'if') {
    const shown = holds(condition);
    open.push({ shown, decided: shown, conditions: [condition], isElse: false });
  } else if (kind === 'endif') open.pop();
  else if (branch) {
    branch.shown = !branch.decided && (kind === 'else' || holds(condition));
    branch.decided ||= branch.shown;
    branch.isElse = kind === 'else';
    if (kind === 'elseif') branch.conditions.push(condition);
  }
}

/** A tag with the rest of its line, when nothing else is on it. */
function readLine(markdown: string, { start, end }: Span): Span {
  const lineStart = markdown.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = markdown.indexOf('\n', end);
  const until = lineEnd === -1 ? markdown.length : lineEnd + 1;
  const isAlone = markdown.slice(lineStart, start).trim() === '' && markdown.slice(end, until).trim() === '';
  return isAlone ? { start: lineStart, end: until } : { start, end };
}

/** A text without some of its parts, which are in order. */
export function withoutSpans(markdown: string, spans: readonly Span[]): string {
  let text = '';
  let from = 0;
  for (const { start, end } of spans) {
    text += markdown.slice(from, Math.max(from, start));
    from = Math.max(from, end);
  }
  return text + markdown.slice(from);
}
