import {
  getNamedType,
  isCompositeType,
  isObjectType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import type { Context } from '../domain/core/context.ts';

type Field = GraphQLField<unknown, Context>;

/** Resolves the `id` of a node whose row has a column `id` with it. */
export const ownId = ({ id }: { readonly id: string }): string => id;

/**
 * Removes resolvers that only return the property with the name of the field. The default resolver does the same, and a
 * compiled operation reads the property directly instead of calling a function for each value of a list.
 */
export function withPlainFields(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()) as Field[])
      if (isExposed(field) || isRelayField(type, field)) delete field.resolve;
      else if (field.name === 'id') resolveId(type, field);
  }
  return schema;
}

/** Whether a field was declared with `t.expose…` and has the name of the exposed property. */
const isExposed = ({ name, extensions }: Field) => extensions['pothosExposedField'] === name;

/** Whether the Relay plugin resolves the field with a property of the objects that `toConnection` returns. */
function isRelayField(type: GraphQLObjectType, { name, type: fieldType }: Field): boolean {
  if (isConnection(type)) return name === 'edges' || name === 'pageInfo';
  return name === 'node' && type.name.endsWith('Edge') && isCompositeType(getNamedType(fieldType));
}

const isConnection = (type: GraphQLObjectType) => type.getInterfaces().some(({ name }) => name === 'Connection');

interface NodeOptions {
  readonly id?: { readonly resolve?: (node: never) => string };
}

/** Replaces the resolver of a node's id. The one of Pothos creates two promises, although the id is known synchronously. */
function resolveId({ extensions }: GraphQLObjectType, field: Field): void {
  const resolve = (extensions['pothosOptions'] as NodeOptions | undefined)?.id?.resolve;
  if (resolve === ownId) delete field.resolve;
  else if (resolve) field.resolve = (node) => resolve(node as never);
}
