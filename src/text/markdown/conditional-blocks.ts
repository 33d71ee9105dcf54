import { visit } from 'unist-util-visit';
import { outcomeOf } from '../../lib/text-outcome.ts';
import { findSyntaxError } from '../expressions/parse.ts';
import { ExpressionTooLarge } from '../expressions/tokens.ts';
import { parseMarkdown, type MarkdownRoot } from './parser.ts';
import type { Span } from './url-spans.ts';

/**
 * A tag of a conditional block: `{% if condition %}`, `{% elseif condition %}`, `{% else %}` or `{% endif %}`. It takes up
 * its whole line when nothing else is on it.
 */
export interface ConditionalTag extends Span {
  readonly kind: 'if' | 'elseif' | 'else' | 'endif';
  /** The expression; blank for `else` and `endif`. */
  readonly condition: string;
}

const opening = /\{%-?[ \t]*(if|elseif|elif|else|endif)\b/g;

/** Whether a text may have conditional blocks. */
export const hasConditionalBlocks = (markdown: string): boolean => /\{%-?[ \t]*if\b/.test(markdown);

/**
 * The tags of conditional blocks, in order. Tags in fenced and inline code are text. In a text that cannot be parsed none
 * is, so that no condition is missed.
 */
export function conditionalTags(markdown: string): ConditionalTag[] {
  if (!hasConditionalBlocks(markdown)) return [];
  // Parsing takes a hundred times as long as finding the tags.
  if (!/[`~]/.test(markdown)) return tagsOutside([], markdown);
  const read = outcomeOf(() => codeSpans(parseMarkdown(markdown), markdown));
  return tagsOutside('value' in read ? read.value : [], markdown);
}

function tagsOutside(code: readonly Span[], markdown: string): ConditionalTag[] {
  const tags: ConditionalTag[] = [];
  let [before, from] = [0, 0];
  for (const { 0: begun, 1: word, index: start } of markdown.matchAll(opening)) {
    if (start < from) continue;
    const close = markdown.indexOf('%}', start + begun.length);
    // Searched for once where none follows, however many tags begin.
    if (close === -1) break;
    from = close + 2;
    while ((code[before]?.end ?? Infinity) <= start) before += 1;
    if ((code[before]?.start ?? Infinity) < start) continue;
    const kind = word === 'elif' ? 'elseif' : (word as ConditionalTag['kind']);
    const condition = markdown
      .slice(start + begun.length, close)
      .replace(/-$/, '')
      .trim();
    tags.push({ kind, condition, ...readLine(markdown, { start, end: from }) });
  }
  return tags;
}

/** Fenced and inline code, in order. Indented code is left out: an indented tag in a list is a condition. */
function codeSpans(root: MarkdownRoot, markdown: string): Span[] {
  const spans: Span[] = [];
  visit(root, ['code', 'inlineCode'], ({ position }) => {
    const [start, end] = [position?.start.offset, position?.end.offset];
    if (start === undefined || end === undefined) return;
    if (/^[`~]/.test(markdown.slice(start, start + 1))) spans.push({ start, end });
  });
  return spans.toSorted((one, other) => one.start - other.start);
}

/** A condition of a text that cannot be evaluated, so that it is false for every visitor. */
export interface ConditionProblem {
  readonly line: number;
  readonly problem: string;
  /** Whether the condition is larger than an expression may be, which is refused on write. */
  readonly isTooLarge: boolean;
}

/** Maximum number of conditions of one text that are listed, beside those that are too large, and that are named. */
const maxListed = 100;
const maxNamed = 5;

export const describeProblem = ({ line, problem }: ConditionProblem): string =>
  `The condition in line ${line} cannot be evaluated, so its block is hidden from visitors: ${problem}`;

/** Describes problems in sentences, of which there are few however many problems there are. */
export const describeProblems = (problems: readonly ConditionProblem[]): string[] => [
  ...problems.slice(0, maxNamed).map(describeProblem),
  ...(problems.length > maxNamed ? ['More conditions of the text cannot be evaluated'] : []),
];

/** Lists the conditions of a parsed text that cannot be evaluated. */
export function findConditionProblems(root: MarkdownRoot, markdown: string): ConditionProblem[] {
  if (!hasConditionalBlocks(markdown)) return [];
  const problems: ConditionProblem[] = [];
  let [line, end] = [1, markdown.indexOf('\n')];
  for (const { condition, start } of tagsOutside(codeSpans(root, markdown), markdown)) {
    for (; end !== -1 && end < start; end = markdown.indexOf('\n', end + 1)) line += 1;
    const error = findSyntaxError(condition);
    const isTooLarge = error instanceof ExpressionTooLarge;
    if (error && (isTooLarge || problems.length < maxListed))
      problems.push({ line, problem: error.message, isTooLarge });
  }
  return problems;
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
  for (const one of tags) {
    if (open.at(-1)?.isHidden) spans.push({ start: from, end: one.start });
    spans.push({ start: one.start, end: one.end });
    from = one.end;
    enter(open, one, holds);
  }
  if (open.at(-1)?.isHidden) spans.push({ start: from, end: length });
  return spans;
}

/** A part of a text that a condition hides. Parts inside it are not named. */
export interface HiddenBlock extends Span {
  /** The expression; for `elseif` and `else` with the negation of those before it. */
  readonly condition: string;
  /** Why a part of it cannot be evaluated; null when it can. */
  readonly problem: string | null;
}

/** The blocks whose content is not shown, in order, without their tags. */
export function hiddenBlocks(length: number, tags: readonly ConditionalTag[], holds: Holds): HiddenBlock[] {
  const blocks: HiddenBlock[] = [];
  const open: Branch[] = [];
  let hidden: (Omit<HiddenBlock, 'end'> & { readonly depth: number }) | null = null;
  for (const one of tags) {
    if (hidden && one.kind !== 'if' && open.length === hidden.depth) {
      const { depth: _depth, ...block } = hidden;
      blocks.push({ ...block, end: one.start });
      hidden = null;
    }
    enter(open, one, holds);
    const branch = open.at(-1);
    if (hidden === null && branch?.shown === false)
      hidden = { depth: open.length, start: one.end, ...readCondition(branch) };
  }
  if (hidden) {
    const { depth: _depth, ...block } = hidden;
    blocks.push({ ...block, end: length });
  }
  return blocks;
}

/** Maximum number of conditions that the description of a branch joins. Text may have any number of branches. */
const maxJoined = 20;

/** When a branch is shown: its own condition holds, and none of those before it. */
function readCondition({ conditions, isElse }: Branch): Pick<HiddenBlock, 'condition' | 'problem'> {
  const last = conditions.slice(-maxJoined);
  const [own = ''] = last.slice(-1);
  const before = (isElse ? last : last.slice(0, -1)).map((one) => `!(${one})`);
  const problem = isElse ? null : (findSyntaxError(own)?.message ?? null);
  if (before.length === 0) return { condition: own, problem };
  const omitted = conditions.length > last.length ? ['…'] : [];
  return { condition: [...omitted, ...before, ...(isElse ? [] : [`(${own})`])].join(' && '), problem };
}

/** A block that is open: whether its present branch is shown, and whether any was. */
interface Branch {
  shown: boolean;
  decided: boolean;
  /** The conditions of its branches so far. */
  readonly conditions: string[];
  /** Whether the present branch is that of `else`. */
  isElse: boolean;
  /** Whether the present branch is not shown, or one around it is not. */
  isHidden: boolean;
}

function enter(open: Branch[], { kind, condition }: ConditionalTag, holds: Holds): void {
  const branch = open.at(-1);
  if (kind === 'if') {
    const shown = holds(condition);
    const isHidden = !shown || branch?.isHidden === true;
    open.push({ shown, decided: shown, conditions: [condition], isElse: false, isHidden });
  } else if (kind === 'endif') open.pop();
  else if (branch) {
    branch.shown = !branch.decided && (kind === 'else' || holds(condition));
    branch.decided ||= branch.shown;
    branch.isElse = kind === 'else';
    branch.isHidden = !branch.shown || open.at(-2)?.isHidden === true;
    if (kind === 'elseif') branch.conditions.push(condition);
  }
}

/** A tag with the rest of its line, when nothing else is on it. A line may have any number of tags. */
function readLine(markdown: string, { start, end }: Span): Span {
  let [from, to] = [start, end];
  while (blank.test(markdown.charAt(from - 1))) from -= 1;
  while (blank.test(markdown.charAt(to))) to += 1;
  const isAlone = /^\n?$/.test(markdown.charAt(from - 1)) && /^\n?$/.test(markdown.charAt(to));
  return isAlone ? { start: from, end: Math.min(to + 1, markdown.length) } : { start, end };
}

const blank = /[^\S\n]/;

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
