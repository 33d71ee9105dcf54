import { brandWithType } from '@pothos/core';
import * as z from 'zod';
import type { Context } from '../domain/core/context.ts';
import { namedWhenNotFound, notFound } from '../lib/errors.ts';
import { typeOfId } from '../lib/ids.ts';
import { builder } from './builder.ts';

type LoadOne = (id: string, ctx: Context) => unknown;

interface NodeOptions {
  readonly loadOne?: LoadOne;
}

/**
 * Loads an object by id with the service of its type. Throws not_found when it does not exist, is hidden from the caller,
 * or has an unknown type.
 */
export async function loadNode(ctx: Context, id: string): Promise<object> {
  const typeName = typeOfId(id);
  const ref = typeName !== null && builder.configStore.hasImplementation(typeName) ? typeName : null;
  const options = ref === null ? null : (builder.configStore.getTypeConfig(ref).pothosOptions as NodeOptions);
  if (ref === null || !options?.loadOne) throw notFound('node', id);
  const object = await load(options.loadOne, id, ctx).catch((error: unknown) => {
    // An id may contain several ids. The error does not disclose which of these objects is missing or hidden.
    throw namedWhenNotFound(error, notFound(kindOf(ref), id));
  });
  if (typeof object !== 'object' || object === null) throw notFound(kindOf(ref), id);
  brandWithType(object, ref as never);
  return object;
}

const load = async (loadOne: LoadOne, id: string, ctx: Context) => loadOne(id, ctx);

/** Converts the name of a type to words, such as `ChangeRequest` to `change request`. */
const kindOf = (typeName: string) => typeName.replaceAll(/(?!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();

/** Each may be an error, and a thousand errors for each of twenty callers took half a second of one turn. */
const Ids = z.array(z.string()).max(100);

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

builder.queryFields((t) => ({
  node: t.field({
    type: builder.nodeInterfaceRef(),
    nullable: true,
    description: 'An object by id. Null with an error when it does not exist or is hidden from the caller.',
    args: { id: t.arg.id({ required: true, description: 'Id of the object.' }) },
    resolve: (_root, { id }, ctx) => loadNode(ctx, id) as never,
  }),
  nodes: t.field({
    type: [builder.nodeInterfaceRef()],
    nullable: { list: false, items: true },
    description:
      'Objects by id, in the order of the ids, at most 100. Null with an error for each object that does not exist or is hidden from the caller.',
    args: { ids: t.arg.idList({ required: true, description: 'Ids of the objects.', validate: Ids }) },
    // Resolves to errors instead of rejecting, because graphql-jit 0.8.9 moves the null of a rejected item to the end.
    resolve: (_root, { ids }, ctx) => Promise.all(ids.map((id) => loadNode(ctx, id).catch(asError))) as never,
  }),
}));
