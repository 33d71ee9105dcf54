import {
  getNamedType,
  getNullableType,
  isObjectType,
  Kind,
  parseType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type VariableDefinitionNode,
} from 'graphql';

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

const field = (name: string, selections?: readonly SelectionNode[]): SelectionNode => ({
  kind: Kind.FIELD,
  name: { kind: Kind.NAME, value: name },
  ...(selections ? { selectionSet: { kind: Kind.SELECTION_SET, selections } } : {}),
});

const nothing: SelectionSetNode = { kind: Kind.SELECTION_SET, selections: [field('__typename')] };

/**
 * Completes selections. An object without one is read and not shown. A connection is selected by the fragment of its
 * items: adds the fields of a list.
 */
export function withLists<Node extends OperationDefinitionNode | FragmentDefinitionNode>(
  schema: GraphQLSchema,
  fragments: Fragments,
  node: Node,
): Node {
  const info = new TypeInfo(schema);
  return visit(
    node,
    visitWithTypeInfo(info, {
      Field: {
        leave: (selected) => {
          const type = getNamedType(info.getType());
          if (!selected.selectionSet && isObjectType(type)) return { ...selected, selectionSet: nothing };
          if (!selected.selectionSet || !isObjectType(type)) return undefined;
          if (!type.getInterfaces().some(({ name }) => name === 'Connection')) return undefined;
          const isOfItem = (selection: SelectionNode) =>
            selection.kind === Kind.FRAGMENT_SPREAD &&
            fragments.get(selection.name.value)?.typeCondition.name.value !== type.name;
          const { selections } = selected.selectionSet;
          const selectionSet: SelectionSetNode = {
            kind: Kind.SELECTION_SET,
            selections: [
              field('count'),
              field('pageInfo', [field('hasNextPage'), field('endCursor')]),
              ...selections.filter((selection) => !isOfItem(selection)),
              field('edges', [field('node', selections.filter(isOfItem))]),
            ],
          };
          return { ...selected, selectionSet };
        },
      },
    }),
  );
}

/**
 * A mutation whose field has no arguments passes each argument of the field as the variable of the same name. The
 * `without` of a route leaves out what it does not take.
 */
export function withArguments(schema: GraphQLSchema, operation: OperationDefinitionNode): OperationDefinitionNode {
  const fields = schema.getMutationType()?.getFields();
  if (operation.operation !== 'mutation' || !fields) return operation;
  const selections = operation.selectionSet.selections.map((selection) => {
    if (selection.kind !== Kind.FIELD || (selection.arguments ?? []).length > 0) return selection;
    const args = fields[selection.name.value]?.args ?? [];
    return { ...selection, arguments: args.map(({ name }) => passed(name)) };
  });
  return { ...operation, selectionSet: { ...operation.selectionSet, selections } };
}

const passed = (name: string) => {
  const node = { kind: Kind.NAME, value: name } as const;
  return { kind: Kind.ARGUMENT, name: node, value: { kind: Kind.VARIABLE, name: node } } as const;
};

/** Declares the variables that are used and not declared, of the types of their arguments. Those of the path are required. */
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
