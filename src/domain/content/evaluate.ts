import { valueOf, type Steps } from '../expressions/evaluate.ts';
import { namesIn } from '../expressions/expression.ts';
import { parseExpression } from '../expressions/parse.ts';
import { ExpressionError } from '../expressions/tokens.ts';

/** Whether expressions in a text are resolved. Disagreement 13 adds the third. */
export const evaluations = {
  false: 'Expressions stay as they are.',
  true: 'Expressions are replaced by their values.',
  'deterministic-only': 'Only expressions that are the same for every reader are replaced.',
} as const;
export type Evaluation = keyof typeof evaluations;

/** `{{ page.vars.name }}` and the form editors write: `<code class="expression">space.vars.name</code>`. */
const template = /\{\{([^{}\n]{1,1024})\}\}|<code class="expression">([^<\n]{1,1024})<\/code>/g;

type Values = Readonly<Record<string, string>>;

/** Whether a text may hold expressions. */
export const hasExpressions = (markdown: string): boolean => markdown.search(template) !== -1;

/** Whether an expression of a text may speak of its space. */
export function namesSpace(markdown: string): boolean {
  for (const [expression] of markdown.matchAll(template)) if (expression.includes('space')) return true;
  return false;
}

/** What a text may grow by: of 139,000 names of a variable, each may stand for 256 characters. */
const maxGrowth = 2_097_152;

/** Different expressions of a text, and steps of all together; what is more stays as it is. */
const maxExpressions = 2_000;
const maxSteps = 100_000;

interface Evaluating {
  readonly page: Values;
  readonly space: Values;
  readonly evaluation?: Exclude<Evaluation, 'false'>;
}

/**
 * Puts the values of expressions into a text. Visitors are unknown here: their claims are undefined. What names neither
 * page, space nor visitor is no expression of ours; it stays, as does what has no value, and what would make the text
 * more than two megabytes longer.
 */
export function evaluate(markdown: string, { page, space, evaluation = 'true' }: Evaluating): string {
  const names = { page: { vars: page }, space: { vars: space }, visitor: { claims: {} } };
  const steps = { left: maxSteps };
  const known = new Map<string, string | null>();
  let growth = 0;
  return markdown.replaceAll(template, (whole, plain?: string, escaped?: string) => {
    const text = plain ?? unescaped(escaped ?? '');
    let value = known.get(text);
    if (value === undefined) {
      value = known.size < maxExpressions ? textOf(text, { names, steps, evaluation }) : null;
      known.set(text, value);
    }
    const more = value === null ? 0 : Math.max(0, value.length - whole.length);
    if (value === null || growth + more > maxGrowth) return whole;
    growth += more;
    return value;
  });
}

interface Scope {
  readonly names: Readonly<Record<string, unknown>>;
  readonly steps: Steps;
  readonly evaluation: Exclude<Evaluation, 'false'>;
}

/** What an expression comes to, as text; null for what stays. */
function textOf(text: string, { names, steps, evaluation }: Scope): string | null {
  if (!/page|space|visitor/.test(text)) return null;
  try {
    const expression = parseExpression(text);
    const found = namesIn(expression);
    if (!Object.keys(names).some((name) => found.has(name))) return null;
    if (evaluation === 'deterministic-only' && found.has('visitor')) return null;
    const value = valueOf(expression, names, steps);
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value).toWellFormed().replaceAll('\0', '\uFFFD')
      : null;
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

const unescaped = (html: string) =>
  html.replaceAll(/&(lt|gt|quot|#39|amp);/g, (_whole, name: string) => entities[name] ?? '');
