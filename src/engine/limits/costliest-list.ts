import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { conditionType, costOfField, fieldOf, isConnection, objectsOf, scopeOf, type CostScope } from './cost.ts';

interface SelectedField {
  readonly node: FieldNode;
  readonly parent: GraphQLNamedType;
}

/**
 * Returns the path of response names of the list that most objects of an operation come from, such as
 * `space.comments.edges.node.replies`; null when it asks for no list. At each level it follows the costliest field.
 */
export function findCostliestList(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): string | null {
  const scope = scopeOf(schema, document, operation);
  const path: string[] = [];
  let listDepth = 0;
  let set: SelectionSetNode | undefined = operation.selectionSet;
  let type = schema.getRootType(operation.operation) as GraphQLNamedType | null | undefined;
  while (set && type) {
    const next = costliestOf(fieldsOf(set, type, scope), scope, variables);
    const field = next && fieldOf(next.parent, next.node.name.value);
    if (!field) break;
    path.push(next.node.alias?.value ?? next.node.name.value);
    type = getNamedType(field.type);
    if (isConnection(type) || (isListType(getNullableType(field.type)) && !isConnection(next.parent)))
      listDepth = path.length;
    set = next.node.selectionSet;
  }
  return listDepth === 0 ? null : path.slice(0, listDepth).join('.');
}

/** The fields of a selection, with those of its fragments. */
const fieldsOf = (set: SelectionSetNode, type: GraphQLNamedType, scope: CostScope): SelectedField[] =>
  set.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [{ node: selection, parent: type }];
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : scope.fragments.get(selection.name.value);
    if (!fragment) return [];
    return fieldsOf(fragment.selectionSet, conditionType(fragment.typeCondition?.name.value, type, scope), scope);
  });

/** The field with the most objects. Those of a connection come from its edges. */
function costliestOf(
  fields: readonly SelectedField[],
  scope: CostScope,
  variables: Readonly<Record<string, unknown>>,
): SelectedField | undefined {
  const isEdges = ({ node, parent }: SelectedField) => isConnection(parent) && node.name.value === 'edges';
  let costliest: SelectedField | undefined;
  let most = 0;
  for (const field of fields) {
    const type = fieldOf(field.parent, field.node.name.value)?.type;
    if (!type || !isCompositeType(getNamedType(type))) continue;
    const objects = isEdges(field) ? Infinity : objectsOf(costOfField(field.node, field.parent, scope), variables);
    if (objects > most) [costliest, most] = [field, objects];
  }
  return costliest;
}
