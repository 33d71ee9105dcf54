import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { ErrorDetail } from '../lib/errors.ts';

/** Values of the fields of a resource that a mutation returns and its input does not have, by the name of the field. */
export type ReadOnlyEnums = ReadonlyMap<string, readonly string[]>;

/**
 * The enumerations of a resource that its input leaves out. A client may send back the resource as it read it, so that
 * these members are ignored; but a value that the field cannot have is a mistake.
 */
export function readOnlyEnums(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  inputType: GraphQLInputType,
): ReadOnlyEnums {
  const input = getNamedType(inputType);
  const [selection] = operation.selectionSet.selections;
  if (operation.operation !== 'mutation' || selection?.kind !== 'Field' || !isInputObjectType(input)) return new Map();
  const payload = getNamedType(schema.getMutationType()?.getFields()[selection.name.value]?.type);
  if (!isObjectType(payload)) return new Map();
  const selected = (selection.selectionSet?.selections ?? []).flatMap((node) =>
    node.kind === 'Field' ? [node.name.value] : [],
  );
  const resources = selected.flatMap((name) => {
    const type = getNamedType(payload.getFields()[name]?.type);
    return isObjectType(type) ? [type] : [];
  });
  const [resource] = resources;
  if (!resource || resources.length > 1) return new Map();
  return new Map([...enumsOf(resource)].filter(([name]) => !(name in input.getFields())));
}

/** One error for each member that has a value which its field cannot have. */
export function refuseUnknownValues(enums: ReadOnlyEnums, body: unknown): ErrorDetail[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
    const known = enums.get(name);
    if (known === undefined || value === null || known.some((one) => one === value)) return [];
    const message = `${JSON.stringify(value).slice(0, 100)} is not one of the values: ${known.join(', ')}`;
    return [{ path: `body.${name}`, rule: 'type', message }];
  });
}

const enumsOf = (type: GraphQLObjectType): [string, string[]][] =>
  Object.values(type.getFields()).flatMap((field): [string, string[]][] => {
    const named = getNamedType(field.type);
    return isEnumType(named) ? [[field.name, named.getValues().map(({ value }) => `${value}`)]] : [];
  });
