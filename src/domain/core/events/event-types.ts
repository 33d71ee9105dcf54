import * as z from 'zod';
import { requireScope } from '../../../access/policy.ts';
import type { Context } from '../context.ts';
import { readersOf } from './audience.ts';
import { eventTypes, type EventType } from './catalogue.ts';
import { typesOf } from './patterns.ts';

/** A type of event, as those who read events see it. */
export interface EventTypeInfo {
  readonly type: EventType;
  readonly meaning: string;
  readonly readers: string;
  readonly scope: string;
  readonly auditOnly: boolean;
  /** JSON Schema (draft 2020-12). */
  readonly dataSchema: Readonly<Record<string, unknown>>;
}

let made: readonly EventTypeInfo[] | null = null;

/** Lists every type of event. Throws insufficient_scope without `org:read`, which reading events needs as well. */
export function listEventTypes({ actor }: Context): readonly EventTypeInfo[] {
  requireScope(actor, 'org:read');
  return (made ??= makeTypes());
}

const makeTypes = (): EventTypeInfo[] =>
  typesOf(['*']).map((type) => {
    const { meaning, data } = eventTypes[type];
    const { $schema: _, ...dataSchema } = z.toJSONSchema(data, { io: 'input' });
    const { meaning: who, scope, auditOnly = false } = readersOf(type);
    return { type, meaning, readers: who, scope, auditOnly, dataSchema };
  });
