import {
  getNamedType,
  isCompositeType,
  isObjectType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import type { Context } from '../domain/context.ts';

type Field = GraphQLField<unknown, Context>;

/** Resolves the `id` of a node whose row carries it. */
export const ownId = ({ id }: { readonly id: string }): string => id;

/**
 * Removes the resolvers that only return their parent's property of the field's own name. A compiled operation then
 * reads the property in place, instead of calling a function for each value of a list.
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

/** Declared as `t.expose…` by the property's own name. */
const isExposed = ({ name, extensions }: Field) => extensions['pothosExposedField'] === name;

/** The relay plugin resolves these from objects that `toConnection` makes. */
function isRelayField(type: GraphQLObjectType, { name, type: fieldType }: Field): boolean {
  if (isConnection(type)) return name === 'edges' || name === 'pageInfo';
  return name === 'node' && type.name.endsWith('Edge') && isCompositeType(getNamedType(fieldType));
}

const isConnection = (type: GraphQLObjectType) => type.getInterfaces().some(({ name }) => name === 'Connection');

interface NodeOptions {
  readonly id?: { readonly resolve?: (node: never) => string };
}

/** Pothos wraps the id of a node into two promises; a property of the row needs none, nor does what is made of it. */
function resolveId({ extensions }: GraphQLObjectType, field: Field): void {
  const resolve = (extensions['pothosOptions'] as NodeOptions | undefined)?.id?.resolve;
  if (resolve === ownId) delete field.resolve;
  else if (resolve) field.resolve = (node) => resolve(node as never);
}
