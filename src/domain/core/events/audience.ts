import type { Actor } from '../../../access/actor.ts';
import { hasScope } from '../../../access/policy.ts';
import { eventTypes, type EventType } from './catalogue.ts';
import { typesOf } from './patterns.ts';
import { readers, type Readers } from './readers.ts';

/** Who reads events of a type. */
export const readersOf = (type: EventType): Readers => readers[eventTypes[type].readers];

/** Whether events of a type are in the audit log alone: in no feed, no stream and no webhook. */
export const isAuditOnly = (type: EventType): boolean => readersOf(type).auditOnly === true;

/** The types that a token may read, in a feed as in an audit log, among those that patterns name. */
export const readableTypes = (actor: Actor, patterns: readonly string[] | null): EventType[] =>
  typesOf(patterns ?? ['*']).filter((type) => hasScope(actor, readersOf(type).scope));
