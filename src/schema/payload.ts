import type { OutputRef } from '@pothos/core';
import type { Context } from '../domain/core/context.ts';
import { DomainError } from '../lib/errors.ts';
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

/** An object that a deleted one belonged to, as a field of the payload. */
interface Parent<Key> {
  readonly field: string;
  readonly type: OutputRef<unknown>;
  readonly description: string;
  /** Loads it; null where there is none. */
  readonly load: (ctx: Context, key: Key) => Promise<unknown>;
}

/** Declares an object that deleted ones belong to. `Key` is what mutations return to find it. */
export const parentField = <Thing, Key>(
  field: string,
  type: OutputRef<Thing>,
  load: (ctx: Context, key: Key) => Promise<Thing | null>,
): Parent<Key> => ({
  field,
  type,
  description: `The ${readName(type.name)} that it belonged to; null when the caller may not read it.`,
  load,
});

/** `ChangeRequest` → `change request` */
const readName = (type: string) => type.replaceAll(/(?!^)[A-Z]/g, ' $&').toLowerCase();

type Deleted<Key> = Key & { readonly deletedId: string };

/** Defines the payload of a mutation that deletes an object: its id, and the objects that it belonged to. */
const deletedPayload = <Key>(name: `${string}Payload`, description: string, parents: readonly Parent<Key>[]) =>
  builder.objectRef<Deleted<Key>>(name).implement({
    description: payloadDescription(name),
    fields: (t) => ({
      deletedId: t.id({ description, resolve: ({ deletedId }) => deletedId }),
      ...Object.fromEntries(
        parents.map((parent) => [
          parent.field,
          t.field({
            type: parent.type,
            nullable: true,
            description: parent.description,
            resolve: (deleted, _args, ctx) => orNull(parent.load(ctx, deleted)) as never,
          }),
        ]),
      ),
    }),
  });

/** Answers null instead of a refusal, where what else the answer has is not to be lost. */
export const orNull = async <Thing>(loading: Promise<Thing>): Promise<Thing | null> =>
  loading.catch((error: unknown) => {
    if (error instanceof DomainError && (error.status === 403 || error.status === 404)) return null;
    throw error;
  });

/** What a mutation returns, as one field of its payload. */
export interface PayloadField<Result> {
  readonly define: (name: `${string}Payload`) => OutputRef<unknown>;
  readonly show: (result: Result) => unknown;
}

/** Returns one object in the field `field`. */
export const shows = <Thing, const Field extends string>(
  field: Field,
  type: OutputRef<Thing>,
  description: string,
): PayloadField<Thing> => ({
  define: (name) => payloadType(name, field, type, description),
  show: (thing) => ({ [field]: thing }),
});

/** Returns the id of what was deleted, and the objects that it belonged to. */
export const showsDeleted = <One, Two = unknown, Three = unknown>(
  description: string,
  ...parents: readonly [Parent<One>, Parent<Two>?, Parent<Three>?]
): PayloadField<Deleted<One & Two & Three>> => ({
  define: (name) => deletedPayload(name, description, parents as readonly Parent<One & Two & Three>[]),
  show: (deleted) => deleted,
});

export const isPayloadField = <Result>(
  payload: PayloadField<Result> | OutputRef<Result>,
): payload is PayloadField<Result> => 'define' in payload;
