import type { Actor } from '../../../access/actor.ts';
import { hasScope, requireScope } from '../../../access/policy.ts';
import type { Scope } from '../../../access/scopes.ts';
import { eventTypes, type EventType } from '../../core/events/catalogue.ts';
import { readers, type Readers } from '../../core/events/readers.ts';

/** The types that a webhook can be told of: those of the feed. */
export const sentTypes = (Object.keys(eventTypes) as EventType[]).filter(
  (type) => eventTypes[type].readers !== 'audit',
);

/** Whether a pattern names a type: exactly, by its begin as in `space.*`, or as `*`. */
export const matchesType = (pattern: string, type: string): boolean =>
  pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)));

/** The scope of a token that reads events of a type. */
export const scopeOfType = (type: EventType): Scope => readers[eventTypes[type].readers].scope;

/** The scopes of a token that reads what a webhook sends of a type: the event, and the resource in it. */
function scopesOfSent(type: EventType): Scope[] {
  const { scope, resourceScope = scope }: Readers = readers[eventTypes[type].readers];
  return [scope, resourceScope];
}

/** Whether a token may read what a webhook sends of a type. */
export const readsSent = (actor: Actor, type: EventType): boolean =>
  scopesOfSent(type).every((scope) => hasScope(actor, scope));

/** Throws insufficient_scope unless a token may read what is sent of all these types: a webhook would give it more than it has. */
export function requireTypes(actor: Actor, types: readonly EventType[]): void {
  for (const scope of types.flatMap(scopesOfSent)) requireScope(actor, scope);
}

/** The types that patterns name. */
export const typesOf = (patterns: readonly string[]): EventType[] =>
  sentTypes.filter((type) => patterns.some((pattern) => matchesType(pattern, type)));

export const isTypePattern = (pattern: string): boolean => sentTypes.some((type) => matchesType(pattern, type));
