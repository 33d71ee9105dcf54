import { awaitTurn } from '../../core/budget.ts';
import type { Context } from '../../core/context.ts';
import type { Conditions } from './conditions.ts';

/** Steps of evaluation that count as one item of a list: about ten microseconds. */
const stepsPerItem = 500;
/** Steps of evaluation between two looks at the clock: less than a millisecond. */
const stepsPerCheck = 20_000;
/** Steps that a condition of still unknown cost is taken to need. */
const expectedSteps = 5_000;

/**
 * Yields to the event loop when its current turn is used up. Call it before conditions that are evaluated together, so
 * that those of many requests, whose rows may arrive at once, do not follow each other in one turn.
 */
export const awaitConditions = async (ctx: Context, count: number): Promise<void> =>
  count === 0 ? undefined : awaitTurn(ctx, Math.ceil((count * expectedSteps) / stepsPerItem));

/**
 * Returns a function to call after each evaluation of a long list. It returns a promise to await when enough steps have
 * been taken since the last one.
 */
export function pausesOf(ctx: Context, { stepsTaken }: Conditions): () => Promise<void> | undefined {
  let paid = 0;
  return () => {
    const taken = stepsTaken() - paid;
    if (taken < stepsPerCheck) return undefined;
    paid += taken;
    return awaitTurn(ctx, Math.ceil(taken / stepsPerItem));
  };
}
