import { getNamedType, isInputObjectType, typeFromAST, type GraphQLInputType, type GraphQLSchema } from 'graphql';
import { findObject, type Answer } from './values.ts';
import type { RestOperation } from './documents.ts';

/** Returns the enumerations in the answer of a mutation that its body does not have, with their values. */
export function readOnlyOf(schema: GraphQLSchema, { node }: RestOperation, { value }: Answer) {
  const input = node.variableDefinitions?.find(({ variable }) => variable.name.value === 'input');
  const type = input && getNamedType(typeFromAST(schema, input.type as never) as GraphQLInputType | undefined);
  if (node.operation !== 'mutation' || !isInputObjectType(type)) return null;
  const members = (findObject(value)?.members ?? []).flatMap(({ key, group, value: shown }) => {
    const values = shown.kind === 'scalar' && group.length === 0 ? shown.schema['enum'] : undefined;
    return values === undefined || key in type.getFields() ? [] : [[key, values]];
  });
  return members.length === 0 ? null : (Object.fromEntries(members) as Record<string, readonly string[]>);
}
