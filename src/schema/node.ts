import { brandWithType } from '@pothos/core';
import type { Context } from '../domain/context.ts';
import { notFound } from '../lib/errors.ts';
import { typeOfId } from '../lib/ids.ts';
import { builder } from './builder.ts';

interface NodeOptions {
  readonly loadOne?: (id: string, ctx: Context) => unknown;
}

/**
 * The thing of an id, through the same service as everywhere. Throws not_found when it is absent,
 * hidden, or of a type that is none: all read the same.
 */
async function loadNode(ctx: Context, id: string): Promise<object> {
  const typeName = typeOfId(id);
  const ref = typeName !== null && builder.configStore.hasImplementation(typeName) ? typeName : null;
  const options = ref === null ? null : (builder.configStore.getTypeConfig(ref).pothosOptions as NodeOptions);
  if (ref === null || !options?.loadOne) throw notFound('node', id);
  const thing = await options.loadOne(id, ctx);
  if (typeof thing !== 'object' || thing === null) throw notFound(ref.toLowerCase(), id);
  brandWithType(thing, ref as never);
  return thing;
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

builder.queryFields((t) => ({
  node: t.field({
    type: builder.nodeInterfaceRef(),
    nullable: true,
    description: 'Anything with an id, by that id; null with an error when it is absent or hidden.',
    args: { id: t.arg.id({ required: true, description: 'Id of the thing.' }) },
    resolve: (_root, { id }, ctx) => loadNode(ctx, id) as never,
  }),
  nodes: t.field({
    type: [builder.nodeInterfaceRef()],
    nullable: { list: false, items: true },
    description: 'Several things by id, in the order asked; null with an error where one is absent or hidden.',
    args: { ids: t.arg.idList({ required: true, description: 'Ids of the things.' }) },
    // An error in its place, not a rejection: graphql-jit 0.8.9 puts the null of a rejected item at the end.
    resolve: (_root, { ids }, ctx) => Promise.all(ids.map((id) => loadNode(ctx, id).catch(asError))) as never,
  }),
}));
