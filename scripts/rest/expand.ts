import {
  getNamedType,
  getNullableType,
  Kind,
  parseType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql';
import type { ArgumentExtension } from '../../src/schema/member-names.ts';
import { isConnection, payloadSelection, type Fragments } from './selections.ts';

/**
 * Completes an operation by what follows from the schema. A mutation without arguments passes each argument of its field as
 * the variable of the same name, and so does a list, except for the arguments of backward paging. The `without` of the route
 * is left out. The payload of a mutation is selected by its fragment.
 */
export function withDefaults(
  schema: GraphQLSchema,
  fragments: Fragments,
  operation: OperationDefinitionNode,
  hasBody: boolean,
): OperationDefinitionNode {
  const info = new TypeInfo(schema);
  return visit(
    operation,
    visitWithTypeInfo(info, {
      Field: (selected) => {
        const type = getNamedType(info.getType());
        const isMutation = info.getParentType() === schema.getMutationType();
        if (!isMutation && !isConnection(type)) return undefined;
        return {
          ...selected,
          arguments: selected.arguments?.length
            ? selected.arguments
            : (info.getFieldDef()?.args ?? [])
                .filter(({ name }) => isMutation || !['before', 'last'].includes(name))
                .map(passed),
          ...(isMutation ? { selectionSet: payloadSelection(fragments, type, selected, hasBody) } : {}),
        };
      },
    }),
  );
}

/** Returns the argument with the variable that has its name in the contract. */
const passed = ({ name, extensions }: GraphQLArgument) => {
  const { nameInContract = name } = extensions as unknown as Partial<ArgumentExtension>;
  const named = (value: string) => ({ kind: Kind.NAME, value }) as const;
  return {
    kind: Kind.ARGUMENT,
    name: named(name),
    value: { kind: Kind.VARIABLE, name: named(nameInContract) },
  } as const;
};

/**
 * Declares the variables that an operation uses without declaring them, with the types of their arguments. Path
 * parameters are required.
 */
export function withVariables(
  schema: GraphQLSchema,
  fragments: Fragments,
  operation: OperationDefinitionNode,
  inPath: readonly string[],
): OperationDefinitionNode {
  const declared = new Set((operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value));
  const inferred = new Map<string, VariableDefinitionNode>();
  const seen = new Set<string>();
  const read = (node: OperationDefinitionNode | FragmentDefinitionNode) => {
    const info = new TypeInfo(schema);
    visit(
      node,
      visitWithTypeInfo(info, {
        VariableDefinition: () => false,
        FragmentSpread: ({ name: { value: name } }) => {
          const fragment = fragments.get(name);
          if (!fragment || seen.has(name)) return;
          seen.add(name);
          read(fragment);
        },
        Variable: ({ name }) => {
          const type = info.getInputType();
          if (!type || declared.has(name.value) || inferred.has(name.value)) return;
          const text = inPath.includes(name.value) ? `${String(getNullableType(type))}!` : String(type);
          inferred.set(name.value, {
            kind: Kind.VARIABLE_DEFINITION,
            variable: { kind: Kind.VARIABLE, name },
            type: parseType(text, { noLocation: true }),
          });
        },
      }),
    );
  };
  read(operation);
  const byPath = [...inferred.values()].toSorted(
    (one, other) => inPath.indexOf(other.variable.name.value) - inPath.indexOf(one.variable.name.value),
  );
  const isOfPath = ({ variable }: VariableDefinitionNode) => inPath.includes(variable.name.value);
  return {
    ...operation,
    variableDefinitions: [
      ...byPath.filter(isOfPath).toReversed(),
      ...(operation.variableDefinitions ?? []),
      ...[...inferred.values()].filter((definition) => !isOfPath(definition)),
    ],
  };
}
