import { getNamedType, isInputObjectType, typeFromAST, type GraphQLInputType, type GraphQLSchema } from 'graphql';
import type { FormExtension } from '../../src/schema/form-inputs.ts';
import { listMembers } from '../../src/schema/form-members.ts';
import { findObject, type Answer } from './values.ts';
import type { RestOperation } from './documents.ts';

/** Returns the enumerations in the answer of a mutation that its body does not have, with their values. */
export function readOnlyOf(schema: GraphQLSchema, { node }: RestOperation, { value }: Answer) {
  const input = node.variableDefinitions?.find(({ variable }) => variable.name.value === 'input');
  const type = input && getNamedType(typeFromAST(schema, input.type as never) as GraphQLInputType | undefined);
  if (node.operation !== 'mutation' || !isInputObjectType(type)) return null;
  const own = new Set(listMembers((type.extensions as unknown as FormExtension).form).map(({ name }) => name));
  const members = (findObject(value)?.members ?? []).flatMap(({ key, group, value: shown }) => {
    const values = shown.kind === 'scalar' && group.length === 0 ? shown.schema['enum'] : undefined;
    return values === undefined || own.has(key) ? [] : [[key, values]];
  });
  return members.length === 0 ? null : (Object.fromEntries(members) as Record<string, readonly string[]>);
}
