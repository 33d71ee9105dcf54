import { evaluate, type EvaluationBudget } from '../expressions/evaluate.ts';
import { parseExpression } from '../expressions/parse.ts';
import { ExpressionError, variableNames } from '../expressions/tokens.ts';

/** Which expressions in a text are evaluated. */
export const evaluations = {
  false: 'Expressions are left as written.',
  true: 'Expressions are replaced by their values.',
  'deterministic-only': 'Only expressions that do not depend on the visitor are replaced.',
} as const;
export type Evaluation = keyof typeof evaluations;

/** `{{ page.vars.name }}`, and the form that editors write: `<code class="expression">space.vars.name</code>`. */
const template = /\{\{([^{}\n]{1,1024})\}\}|<code class="expression">([^<\n]{1,1024})<\/code>/g;

type Values = Readonly<Record<string, string>>;

/** Whether a text may contain expressions. */
export const hasExpressions = (markdown: string): boolean => markdown.search(template) !== -1;

/** Whether an expression in a text may refer to variables of the space. */
export function mentionsSpaceVariables(markdown: string): boolean {
  for (const [expression] of markdown.matchAll(template)) if (expression.includes('space')) return true;
  return false;
}

/**
 * Maximum number of characters that values may add to a text. A text of 2 MB can contain 139,000 variables of 256
 * characters each.
 */
const maxGrowth = 2_097_152;

/**
 * Maximum number of distinct expressions in a text, and of evaluation steps for all of them. Further expressions are
 * left as written.
 */
const maxExpressions = 2_000;
const maxSteps = 100_000;

interface EvaluationInput {
  readonly page: Values;
  readonly space: Values;
  /** Claims of the visitor. Users have none. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly evaluation?: Exclude<Evaluation, 'false'>;
}

/**
 * Replaces the expressions in a text with their values. An expression is left as written when it does not refer to
 * page, space or visitor, has no value, or would exceed the maximum growth.
 */
export function evaluateExpressions(
  markdown: string,
  { page, space, claims = {}, evaluation = 'true' }: EvaluationInput,
): string {
  const names = { page: { vars: page }, space: { vars: space }, visitor: { claims } };
  const steps = { left: maxSteps };
  const known = new Map<string, string | null>();
  let growth = 0;
  return markdown.replaceAll(template, (whole, plain?: string, escaped?: string) => {
    const text = plain ?? unescapeHtml(escaped ?? '');
    let value = known.get(text);
    if (value === undefined) {
      value = known.size < maxExpressions ? findText(text, { names, steps, evaluation }) : null;
      known.set(text, value);
    }
    const more = value === null ? 0 : Math.max(0, value.length - whole.length);
    if (value === null || growth + more > maxGrowth) return whole;
    growth += more;
    return value;
  });
}

const condition = /\{%-?[ \t]*if[ \t]([^%\n]{1,1024})%\}/g;

/** Whether a text may contain conditional parts. */
export const hasConditions = (markdown: string): boolean => markdown.search(condition) !== -1;

/** Maximum number of distinct conditions in a text. Further conditions are not evaluated. */
const maxConditions = 500;

/**
 * Evaluates the conditions of a text. A condition that fails counts as false. One that refers to the visitor is omitted
 * when only deterministic expressions are evaluated.
 */
export function evaluateConditions(
  markdown: string,
  { page, space, evaluation = 'true' }: EvaluationInput,
): Record<string, boolean> {
  const names = { page: { vars: page }, space: { vars: space }, visitor: { claims: {} } };
  const steps = { left: maxSteps };
  const found = new Map<string, boolean>();
  for (const [, written = ''] of markdown.matchAll(condition)) {
    const text = written.replace(/-$/, '').trim();
    if (text === '' || found.has(text) || found.size >= maxConditions) continue;
    const shown = decide(text, { names, steps, evaluation });
    if (shown !== null) found.set(text, shown);
  }
  return Object.fromEntries(found);
}

function decide(text: string, { names, steps, evaluation }: Scope): boolean | null {
  try {
    const expression = parseExpression(text);
    if (evaluation === 'deterministic-only' && variableNames(text).has('visitor')) return null;
    return Boolean(evaluate(expression, names, steps));
  } catch (error) {
    if (error instanceof ExpressionError) return false;
    throw error;
  }
}

interface Scope {
  readonly names: Readonly<Record<string, unknown>>;
  readonly steps: EvaluationBudget;
  readonly evaluation: Exclude<Evaluation, 'false'>;
}

/** Evaluates an expression to text; null when it is to be left as written. */
function findText(text: string, { names, steps, evaluation }: Scope): string | null {
  if (!/page|space|visitor/.test(text)) return null;
  try {
    const expression = parseExpression(text);
    const found = variableNames(text);
    if (!Object.keys(names).some((name) => found.has(name))) return null;
    if (evaluation === 'deterministic-only' && found.has('visitor')) return null;
    const value = evaluate(expression, names, steps);
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value).toWellFormed().replaceAll('\0', '\uFFFD')
      : null;
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

const unescapeHtml = (html: string) =>
  html.replaceAll(/&(lt|gt|quot|#39|amp);/g, (_whole, name: string) => entities[name] ?? '');
