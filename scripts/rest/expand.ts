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
  type GraphQLObjectType,
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

const isConnection = (type: unknown): type is GraphQLObjectType =>
  isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Connection');

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
          if (!selected.selectionSet || !isConnection(type)) return undefined;
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
 * Completes an operation that leaves out what follows from the schema. A mutation or a list without arguments passes each
 * argument of its field as the variable of the same name, a list those of paging forward. The `without` of a route leaves
 * out what it does not take. A payload that is selected by the fragment of another type is read by its field of that type.
 */
export function withDefaults(
  schema: GraphQLSchema,
  fragments: Fragments,
  operation: OperationDefinitionNode,
): OperationDefinitionNode {
  const info = new TypeInfo(schema);
  return visit(
    operation,
    visitWithTypeInfo(info, {
      Field: (selected) => {
        const type = getNamedType(info.getType());
        const isMutation = info.getParentType() === schema.getMutationType();
        if (!isMutation && !isConnection(type)) return undefined;
        const names = (info.getFieldDef()?.args ?? []).map(({ name }) => name);
        return {
          ...selected,
          arguments: selected.arguments?.length
            ? selected.arguments
            : names.filter((name) => isMutation || !['before', 'last'].includes(name)).map(passed),
          ...(isMutation ? { selectionSet: payloadSelection(fragments, type, selected.selectionSet) } : {}),
        };
      },
    }),
  );
}

/** What is read of a payload: what is selected, or the field that has the type of the fragment. */
function payloadSelection(fragments: Fragments, payload: unknown, set: SelectionSetNode | undefined) {
  const [only, ...others] = set?.selections ?? [];
  if (!set || !isObjectType(payload) || only?.kind !== Kind.FRAGMENT_SPREAD || others.length > 0) return set;
  const of = fragments.get(only.name.value)?.typeCondition.name.value;
  if (of === payload.name) return set;
  const [found, another] = Object.values(payload.getFields()).filter(({ type }) => getNamedType(type).name === of);
  if (!found || another) throw new Error(`${payload.name} has not one field of the type ${of}`);
  return { ...set, selections: [field(found.name, set.selections)] };
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
