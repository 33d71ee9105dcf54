import { evaluate, type EvaluationBudget } from '../expressions/evaluate.ts';
import { variableNames } from '../expressions/expression.ts';
import { parseExpression } from '../expressions/parse.ts';
import { ExpressionError } from '../expressions/tokens.ts';

/** Whether expressions in a text are evaluated. */
export const evaluations = {
  false: 'Expressions are left as written.',
  true: 'Expressions are replaced by their values.',
  'deterministic-only': 'Only expressions that do not depend on the visitor are replaced.',
} as const;
export type Evaluation = keyof typeof evaluations;

/** `{{ page.vars.name }}`, and what editors write: `<code class="expression">space.vars.name</code>`. */
const template = /\{\{([^{}\n]{1,1024})\}\}|<code class="expression">([^<\n]{1,1024})<\/code>/g;

type Values = Readonly<Record<string, string>>;

/** Whether a text may hold expressions. */
export const hasExpressions = (markdown: string): boolean => markdown.search(template) !== -1;

/** Whether an expression in a text may refer to variables of the space. */
export function mentionsSpaceVariables(markdown: string): boolean {
  for (const [expression] of markdown.matchAll(template)) if (expression.includes('space')) return true;
  return false;
}

/** Characters that a text may grow by. A text of 2 MB can hold 139,000 variables of 256 characters each. */
const maxGrowth = 2_097_152;

/** Distinct expressions in a text, and evaluation steps for all of them; further expressions are left as written. */
const maxExpressions = 2_000;
const maxSteps = 100_000;

interface EvaluationInput {
  readonly page: Values;
  readonly space: Values;
  /** What is known of the visitor who reads; users are no visitors and have none. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly evaluation?: Exclude<Evaluation, 'false'>;
}

/**
 * Replaces the expressions in a text by their values. An expression
 * is left as written when it refers to neither page, space nor visitor, has no value, or would make the text more than
 * 2 MB longer.
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
      value = known.size < maxExpressions ? textOf(text, { names, steps, evaluation }) : null;
      known.set(text, value);
    }
    const more = value === null ? 0 : Math.max(0, value.length - whole.length);
    if (value === null || growth + more > maxGrowth) return whole;
    growth += more;
    return value;
  });
}

const condition = /\{%-?[ \t]*if[ \t]+([^%\n]{1,1024}?)[ \t]*-?%\}/g;

/** Whether parts of a text may depend on expressions. */
export const hasConditions = (markdown: string): boolean => markdown.search(condition) !== -1;

/** Distinct conditions of a text; further ones are not decided. */
const maxConditions = 500;

/**
 * Whether the parts of a text are shown, by their conditions. An expression that fails hides its part; one that names the
 * visitor is left out where only deterministic expressions are evaluated.
 */
export function evaluateConditions(
  markdown: string,
  { page, space, evaluation = 'true' }: EvaluationInput,
): Record<string, boolean> {
  const names = { page: { vars: page }, space: { vars: space }, visitor: { claims: {} } };
  const steps = { left: maxSteps };
  const found = new Map<string, boolean>();
  for (const [, text = ''] of markdown.matchAll(condition)) {
    if (found.has(text) || found.size >= maxConditions) continue;
    const shown = decide(text, { names, steps, evaluation });
    if (shown !== null) found.set(text, shown);
  }
  return Object.fromEntries(found);
}

function decide(text: string, { names, steps, evaluation }: Scope): boolean | null {
  try {
    const expression = parseExpression(text);
    if (evaluation === 'deterministic-only' && variableNames(expression).has('visitor')) return null;
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

/** The value of an expression as text; null when it is left as written. */
function textOf(text: string, { names, steps, evaluation }: Scope): string | null {
  if (!/page|space|visitor/.test(text)) return null;
  try {
    const expression = parseExpression(text);
    const found = variableNames(expression);
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
