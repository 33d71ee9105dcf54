import { LRUCache } from 'lru-cache';
import { evaluate, type Names } from '../expressions/evaluate.ts';
import type { Expression } from '../expressions/expression.ts';
import { parseExpression } from '../expressions/parse.ts';
import { ExpressionError } from '../expressions/tokens.ts';
import type { Claims } from './claims.ts';

/** What a condition can refer to besides the visitor's claims. */
export interface Variables {
  readonly space?: Readonly<Record<string, string>> | undefined;
  readonly page?: Readonly<Record<string, string>> | undefined;
}

/** Decides conditions for one visitor and one request. */
export interface Conditions {
  /** Whether a condition holds for the visitor. A blank condition holds, one with an error does not. */
  readonly holds: (condition: string | null | undefined, variables?: Variables) => boolean;
}

/** Evaluation steps of one condition, and of all conditions of a request; beyond them a condition is false. */
const maxSteps = 5_000;
const maxStepsTogether = 500_000;

export function createConditions(claims: Claims): Conditions {
  let left = maxStepsTogether;
  const visitor = { claims };
  return {
    holds(condition, { space = {}, page = {} } = {}) {
      if (condition === null || condition === undefined || condition.trim() === '') return true;
      const expression = parsed(condition);
      if (expression === null || left <= 0) return false;
      const steps = { left: Math.min(maxSteps, left) };
      const given = steps.left;
      try {
        return Boolean(evaluate(expression, namesOf(visitor, space, page), steps));
      } catch (error) {
        if (error instanceof ExpressionError || error instanceof RangeError) return false;
        throw error;
      } finally {
        left -= given - Math.max(0, steps.left);
      }
    },
  };
}

/** The names of conditions, of `{% if %}` blocks and of expressions in texts. */
const namesOf = (
  visitor: { readonly claims: Claims },
  space: Readonly<Record<string, string>>,
  page: Readonly<Record<string, string>>,
): Names => ({ visitor, space: { vars: space }, page: { vars: page } });

const expressions = new LRUCache<string, { readonly expression: Expression | null }>({ max: 2_000 });

/** The expression; null for one that is not valid. */
function parsed(condition: string): Expression | null {
  const known = expressions.get(condition);
  if (known) return known.expression;
  const read = { expression: expressionOf(condition) };
  expressions.set(condition, read);
  return read.expression;
}

function expressionOf(condition: string): Expression | null {
  try {
    return parseExpression(condition);
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}
