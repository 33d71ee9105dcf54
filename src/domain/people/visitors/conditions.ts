import { LRUCache } from 'lru-cache';
import { compileExpression, type Evaluator, type Names } from '../../../text/expressions/evaluate.ts';
import { parseExpression } from '../../../text/expressions/parse.ts';
import { ExpressionError } from '../../../text/expressions/tokens.ts';
import type { Claims } from './claims.ts';

/** Variables of conditions besides the visitor's claims. */
export interface Variables {
  readonly space?: Readonly<Record<string, string>> | undefined;
  readonly page?: Readonly<Record<string, string>> | undefined;
}

/** Evaluates conditions for one visitor, and bounds what all of them cost. */
export interface Conditions {
  readonly claims: Claims;
  /** Whether a condition holds for the visitor. A blank condition holds; one that fails to evaluate does not. */
  readonly holds: (condition: string | null | undefined, variables?: Variables) => boolean;
  /** Number of evaluation steps so far. */
  readonly stepsTaken: () => number;
}

/**
 * Maximum number of evaluation steps of one condition, and of all conditions of one visitor and revision or request:
 * about ten milliseconds. Beyond them, a condition is false.
 */
const maxSteps = 5_000;
const maxStepsTogether = 500_000;

export function createConditions(claims: Claims): Conditions {
  let left = maxStepsTogether;
  const visitor = { claims };
  return {
    claims,
    stepsTaken: () => maxStepsTogether - left,
    holds(condition, { space = {}, page = {} } = {}) {
      if (condition === null || condition === undefined || condition.trim() === '') return true;
      const evaluate = parseCondition(condition);
      if (evaluate === null || left <= 0) return false;
      const steps = { left: Math.min(maxSteps, left) };
      const given = steps.left;
      try {
        return Boolean(evaluate(namesOf(visitor, space, page), steps));
      } catch (error) {
        if (error instanceof ExpressionError || error instanceof RangeError) return false;
        throw error;
      } finally {
        left -= given - Math.max(0, steps.left);
      }
    },
  };
}

/** Names for conditions, `{% if %}` blocks and expressions in texts. */
const namesOf = (
  visitor: { readonly claims: Claims },
  space: Readonly<Record<string, string>>,
  page: Readonly<Record<string, string>>,
): Names => ({ visitor, space: { vars: space }, page: { vars: page } });

const evaluators = new LRUCache<string, { readonly evaluate: Evaluator | null }>({ max: 2_000 });

/** Parses a condition; null when it is invalid. */
function parseCondition(condition: string): Evaluator | null {
  const known = evaluators.get(condition);
  if (known) return known.evaluate;
  const read = { evaluate: findEvaluator(condition) };
  evaluators.set(condition, read);
  return read.evaluate;
}

function findEvaluator(condition: string): Evaluator | null {
  try {
    return compileExpression(parseExpression(condition));
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}
