import type { Actor } from '../../../access/actor.ts';
import { hasScope, requireScope } from '../../../access/policy.ts';
import type { Scope } from '../../../access/scopes.ts';
import { isAuditOnly, readersOf } from '../../core/events/audience.ts';
import type { EventType } from '../../core/events/catalogue.ts';
import { typesOf } from '../../core/events/patterns.ts';

/** The types that a webhook can be sent: those of the feed. */
export const sentTypes = typesOf(['*']).filter((type) => !isAuditOnly(type));

/** The scope of a token that reads events of a type. */
export const scopeOfType = (type: EventType): Scope => readersOf(type).scope;

/** The scopes of a token that reads what a webhook sends of a type: the event, and the resource in it. */
function scopesOfSent(type: EventType): Scope[] {
  const { scope, resourceScope = scope } = readersOf(type);
  return [scope, resourceScope];
}

/** Whether a token may read what a webhook sends of a type. */
export const readsSent = (actor: Actor, type: EventType): boolean =>
  scopesOfSent(type).every((scope) => hasScope(actor, scope));

/** Throws insufficient_scope unless a token may read what is sent of all these types: a webhook would give it more than it has. */
export function requireTypes(actor: Actor, types: readonly EventType[]): void {
  for (const scope of types.flatMap(scopesOfSent)) requireScope(actor, scope);
}

/** Throws insufficient_scope as `requireTypes`, for the types that patterns name. */
export const requirePatterns = (actor: Actor, patterns: readonly string[]): void =>
  requireTypes(actor, typesOf(patterns, sentTypes));
