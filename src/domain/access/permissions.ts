import type { Actor } from '../context.ts';
import { allowed, type Policy } from './policy.ts';

/** The contract's `permissions` object: the rules of the policy, asked one by one. */
export function permissionsOf<Action extends string, Facts, const Flag extends Action | 'view'>(
  policy: Policy<Action, Facts>,
  flags: readonly Flag[],
  actor: Actor,
  facts: Facts,
): Record<Flag, boolean> {
  const answers = {} as Record<Flag, boolean>;
  for (const flag of flags) answers[flag] = allowed(policy, flag, actor, facts);
  return answers;
}
