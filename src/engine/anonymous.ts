import { Kind, type FragmentDefinitionNode, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';

/** Whether an operation needs no token: all its root fields declare `extensions: { anonymous: true }`. */
export function isAnonymousOperation(
  schema: GraphQLSchema,
  { operation, selectionSet }: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode> = new Map(),
): boolean {
  const fields = schema.getRootType(operation)?.getFields() ?? {};
  const isAnonymous = ({ selections }: OperationDefinitionNode['selectionSet']): boolean =>
    selections.every((selection) => {
      if (selection.kind === Kind.FIELD) return fields[selection.name.value]?.extensions['anonymous'] === true;
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : undefined;
      return fragment !== undefined && isAnonymous(fragment.selectionSet);
    });
  return isAnonymous(selectionSet);
}
