import { failure, forbidden, notFound } from '../../lib/errors.ts';
import type { Actor } from '../context.ts';
import type { Scope } from './scopes.ts';

/** Who may do one thing: the scope a token needs, and a pure question about loaded facts. */
export interface Rule<Facts> {
  readonly scope: Scope;
  readonly allows: (actor: Actor, facts: Facts) => boolean;
}

/** The rules of one kind of thing. `view` says who may know that it exists. */
export interface Policy<Action extends string, Facts> {
  readonly kind: string;
  readonly rules: Readonly<Record<Action | 'view', Rule<Facts>>>;
}

export const rule = <Facts>(scope: Scope, allows: Rule<Facts>['allows']): Rule<Facts> => ({ scope, allows });

/**
 * Passes, or throws: not_found (404) when the caller may not see the thing, insufficient_scope (403)
 * when the token is too narrow, forbidden (403) when the caller sees it but may not do this.
 */
export function authorize<Action extends string, Facts>(
  policy: Policy<Action, Facts>,
  action: NoInfer<Action> | 'view',
  actor: Actor,
  facts: Facts & { readonly id: string },
): void {
  if (!policy.rules.view.allows(actor, facts)) throw notFound(policy.kind, facts.id);
  const asked = policy.rules[action];
  requireScope(actor, asked.scope);
  if (!asked.allows(actor, facts)) throw forbidden(action, policy.kind);
}

/** Throws insufficient_scope when the token does not carry the scope. */
export function requireScope(actor: Actor, scope: Scope): void {
  if (!hasScope(actor, scope)) throw failure('insufficient_scope', `The token lacks the scope "${scope}"`);
}

const hasScope = (actor: Actor, scope: Scope) => actor.scopes === 'all' || actor.scopes.has(scope);

/** True when the caller may do it: the same rules as `authorize`. */
export const allowed = <Action extends string, Facts>(
  policy: Policy<Action, Facts>,
  action: NoInfer<Action> | 'view',
  actor: Actor,
  facts: Facts,
): boolean => hasScope(actor, policy.rules[action].scope) && policy.rules[action].allows(actor, facts);
