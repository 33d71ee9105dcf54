import type { Actor } from './actor.ts';
import { allowed, type Policy } from './policy.ts';

/** The `permissions` object of a resource: for each flag, whether the policy allows the action. */
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
