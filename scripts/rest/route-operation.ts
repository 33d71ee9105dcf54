import {
  getNamedType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  Kind,
  type ArgumentNode,
  type FieldNode,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

type Composite = GraphQLObjectType | GraphQLInterfaceType;

/** Returns the operation for a route that does not have the absent variables; see `@rest`. */
export function forRoute(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  absent: ReadonlySet<string>,
): OperationDefinitionNode {
  const root = schema.getRootType(operation.operation);
  if (!root) throw new Error(`The schema has no ${operation.operation}`);
  return {
    ...operation,
    variableDefinitions: (operation.variableDefinitions ?? []).filter(
      ({ variable }) => !absent.has(variable.name.value),
    ),
    selectionSet: pruned(root, operation.selectionSet, absent),
  };
}

function pruned(type: Composite, set: SelectionSetNode, absent: ReadonlySet<string>): SelectionSetNode {
  return { ...set, selections: set.selections.flatMap((selection) => prunedSelection(type, selection, absent)) };
}

function prunedSelection(
  type: Composite,
  selection: SelectionNode,
  absent: ReadonlySet<string>,
): readonly SelectionNode[] {
  if (selection.kind !== Kind.FIELD || selection.name.value.startsWith('__')) return [selection];
  const field = type.getFields()[selection.name.value];
  if (!field) throw new Error(`${type.name} has no field ${selection.name.value}`);
  const isAbsent = ({ value }: ArgumentNode) => value.kind === Kind.VARIABLE && absent.has(value.name.value);
  const args = selection.arguments ?? [];
  const requiresAbsent = args.some(
    (arg) => isAbsent(arg) && isNonNullType(field.args.find(({ name }) => name === arg.name.value)?.type),
  );
  if (requiresAbsent) return replacement(type, selection, absent);
  const below = getNamedType(field.type);
  return [
    {
      ...selection,
      arguments: args.filter((arg) => !isAbsent(arg)),
      ...(selection.selectionSet && (isObjectType(below) || isInterfaceType(below))
        ? { selectionSet: pruned(below, selection.selectionSet, absent) }
        : {}),
    },
  ];
}

/** Returns the selection of a field if its parent has the same fields. */
function replacement(type: Composite, { selectionSet }: FieldNode, absent: ReadonlySet<string>) {
  const inner = selectionSet?.selections ?? [];
  const fits = inner.every(
    ({ kind, ...node }) => kind === Kind.FIELD && (node as FieldNode).name.value in type.getFields(),
  );
  return fits ? inner.flatMap((selection) => prunedSelection(type, selection, absent)) : [];
}
