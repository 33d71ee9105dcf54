import type { OutputRef } from '@pothos/core';
import { builder } from './builder.ts';

/** What a mutation answers: the one thing it changed, under its own name. */
export function payloadType<Thing, const Field extends string>(
  name: `${string}Payload`,
  field: Field,
  type: OutputRef<Thing>,
  description: string,
) {
  return builder.objectRef<Readonly<Record<Field, Thing>>>(name).implement({
    description: `What \`${name.charAt(0).toLowerCase()}${name.slice(1, -'Payload'.length)}\` answers.`,
    fields: (t) => ({
      [field]: t.field({ type, description, resolve: (payload) => payload[field] as never }),
    }),
  });
}

/** What a mutation answers that leaves nothing to show: the id of what is gone. */
export const deletedPayload = (name: `${string}Payload`, description: string) =>
  builder.objectRef<{ readonly deletedId: string }>(name).implement({
    description: `What \`${name.charAt(0).toLowerCase()}${name.slice(1, -'Payload'.length)}\` answers.`,
    fields: (t) => ({ deletedId: t.exposeID('deletedId', { description }) }),
  });
