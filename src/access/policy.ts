import { failure, forbidden, notFound } from '../lib/errors.ts';
import { isInstallation, type Actor } from './actor.ts';
import type { Membership } from './effective-role.ts';
import { atLeast, type Role } from './roles.ts';
import type { Scope } from './scopes.ts';

/** The requirements of one action: a token scope, and a pure predicate over loaded facts. */
export interface Rule<Facts> {
  readonly scope: Scope;
  readonly allows: (actor: Actor, facts: Facts) => boolean;
}

/** The rules of one kind of resource. `view` decides who may learn that it exists. */
export interface Policy<Action extends string, Facts> {
  readonly kind: string;
  readonly rules: Readonly<Record<Action | 'view', Rule<Facts>>>;
}

export const rule = <Facts>(scope: Scope, allows: Rule<Facts>['allows']): Rule<Facts> => ({ scope, allows });

/** Creates a predicate factory such as `needs('edit')`, for facts that contain the caller's effective role. */
export const needsRole =
  <Facts>(roleIn: (facts: Facts) => Role | null) =>
  (needed: Role) =>
  (_actor: unknown, facts: Facts): boolean =>
    atLeast(roleIn(facts), needed);

/**
 * Creates a predicate for what belongs to the organization itself. An installation is a guest there, so that the scopes it
 * was given stand for the role.
 */
export const needsRoleOrInstallation =
  (needed: Role) =>
  (actor: Actor, { membership }: { readonly membership: Membership }): boolean =>
    membership !== null && (isInstallation(actor) || atLeast(membership.role, needed));

/**
 * Throws unless the caller may perform the action: not_found (404) when the caller may not see the resource,
 * insufficient_scope (403) when the token lacks the scope, forbidden (403) when the caller's role does not allow it. The
 * comments of functions that authorize name only what they throw besides.
 */
export function authorize<Action extends string, Facts>(
  policy: Policy<Action, Facts>,
  action: NoInfer<Action> | 'view',
  actor: Actor,
  facts: Facts & { readonly id: string },
): void {
  if (!policy.rules.view.allows(actor, facts)) {
    requireSsoSignIn(actor, 'organizationId' in facts ? String(facts.organizationId) : facts.id);
    throw notFound(policy.kind, facts.id);
  }
  const { scope, allows } = policy.rules[action];
  requireScope(actor, scope);
  if (!allows(actor, facts)) throw forbidden(action, policy.kind);
}

/** Throws insufficient_scope when the token lacks the scope. */
export function requireScope(actor: Actor, scope: Scope): void {
  if (!hasScope(actor, scope)) throw failure('insufficient_scope', `The token lacks the scope "${scope}"`);
}

/** Whether the token has the scope. */
export const hasScope = (actor: Actor, scope: Scope) => actor.scopes === 'all' || actor.scopes.has(scope);

/** Whether the caller may perform the action, by the rules of `authorize`. */
export const allowed = <Action extends string, Facts>(
  policy: Policy<Action, Facts>,
  action: NoInfer<Action> | 'view',
  actor: Actor,
  facts: Facts,
): boolean => hasScope(actor, policy.rules[action].scope) && policy.rules[action].allows(actor, facts);

/**
 * The caller as a member also where a sign-in is required, to find what is then refused by `requireSsoSignIn` instead of
 * being hidden.
 */
export const ignoreSsoSignIn = (actor: Actor): Actor => ({ ...actor, ssoRequiredIn: [] });

/** Throws sso_required when the organization requires a sign-in through SSO before it accepts the token. */
export function requireSsoSignIn({ ssoRequiredIn = [] }: Actor, organizationId: string): void {
  if (!ssoRequiredIn.includes(organizationId)) return;
  throw failure(
    'sso_required',
    'The organization requires single sign-on. This token cannot be used there until you have signed in.',
  );
}
