import type { OutputRef } from '@pothos/core';
import { builder } from './builder.ts';

/** Returns the description of a payload, such as "The result of `createPage`." for `CreatePagePayload`. */
export const payloadDescription = (name: `${string}Payload`) =>
  `The result of \`${name.charAt(0).toLowerCase()}${name.slice(1, -'Payload'.length)}\`.`;

/** Defines the payload of a mutation that returns one object, in the field `field`. */
function payloadType<Thing, const Field extends string>(
  name: `${string}Payload`,
  field: Field,
  type: OutputRef<Thing>,
  description: string,
) {
  return builder.objectRef<Readonly<Record<Field, Thing>>>(name).implement({
    description: payloadDescription(name),
    fields: (t) => ({
      [field]: t.field({ type, description, resolve: (payload) => payload[field] as never }),
    }),
  });
}

/** Defines the payload of a mutation that deletes an object. Its field is the id of the deleted object. */
const deletedPayload = (name: `${string}Payload`, description: string) =>
  builder.objectRef<{ readonly deletedId: string }>(name).implement({
    description: payloadDescription(name),
    fields: (t) => ({ deletedId: t.exposeID('deletedId', { description }) }),
  });

/** What a mutation returns, as one field of its payload. */
export interface Shown<Result> {
  readonly define: (name: `${string}Payload`) => OutputRef<unknown>;
  readonly show: (result: Result) => unknown;
}

/** Returns one object in the field `field`. */
export const shows = <Thing, const Field extends string>(
  field: Field,
  type: OutputRef<Thing>,
  description: string,
): Shown<Thing> => ({
  define: (name) => payloadType(name, field, type, description),
  show: (thing) => ({ [field]: thing }),
});

/** Returns the id of what was deleted. */
export const showsDeletedId = (description: string): Shown<string> => ({
  define: (name) => deletedPayload(name, description),
  show: (deletedId) => ({ deletedId }),
});

export const isShown = <Result>(payload: Shown<Result> | OutputRef<Result>): payload is Shown<Result> =>
  'define' in payload;
