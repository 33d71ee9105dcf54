import {
  getNamedType,
  isObjectType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

const field = (name: string, selections?: readonly SelectionNode[]): FieldNode => ({
  kind: Kind.FIELD,
  name: { kind: Kind.NAME, value: name },
  ...(selections ? { selectionSet: select(...selections) } : {}),
});

const select = (...selections: readonly SelectionNode[]): SelectionSetNode => ({
  kind: Kind.SELECTION_SET,
  selections,
});

const spread = (name: string): SelectionNode => ({
  kind: Kind.FRAGMENT_SPREAD,
  name: { kind: Kind.NAME, value: name },
  directives: [],
});

export const isConnection = (type: unknown): type is GraphQLObjectType =>
  isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Connection');

/** Returns the type of the items of a connection. */
function findItem(connection: GraphQLObjectType): GraphQLNamedType | undefined {
  const edge = getNamedType(connection.getFields()['edges']?.type);
  return isObjectType(edge) ? getNamedType(edge.getFields()['node']?.type) : undefined;
}

/** Returns the type of a fragment. */
const findType = (fragments: Fragments, name: string) => fragments.get(name)?.typeCondition.name.value;

/** Whether there is a fragment with the name of its type. */
const isNamed = (fragments: Fragments, type: GraphQLNamedType | undefined) =>
  type !== undefined && findType(fragments, type.name) === type.name;

/**
 * Completes selections. An object without one is selected by the fragment that is named as its type; throws when there is
 * none. A connection is selected by the fragment of its items: adds the fields of a list.
 */
export function withSelections<Node extends OperationDefinitionNode | FragmentDefinitionNode>(
  schema: GraphQLSchema,
  fragments: Fragments,
  node: Node,
): Node {
  const info = new TypeInfo(schema);
  return visit(
    node,
    visitWithTypeInfo(info, {
      Field: {
        enter: (selected) => {
          const type = getNamedType(info.getType());
          const place = `${info.getParentType()?.name}.${selected.name.value}`;
          if (hasAll(selected)) return selectedInFull(place, type, selected);
          if (selected.selectionSet || !isObjectType(type)) return undefined;
          const of = isConnection(type) ? findItem(type) : type;
          if (of && isNamed(fragments, of)) return { ...selected, selectionSet: select(spread(of.name)) };
          throw new Error(`${place} has no selection, and no fragment on ${of?.name} has its name`);
        },
        leave: (selected) => {
          const type = getNamedType(info.getType());
          if (!selected.selectionSet || !isConnection(type)) return undefined;
          return { ...selected, selectionSet: asList(fragments, type, selected.selectionSet) };
        },
      },
    }),
  );
}

const hasAll = ({ directives = [] }: FieldNode) => directives.some(({ name }) => name.value === 'all');

function selectedInFull(place: string, type: unknown, selected: FieldNode): FieldNode {
  if (!isObjectType(type) || selected.selectionSet)
    throw new Error(`${place} @all is not an object without a selection`);
  return { ...selected, selectionSet: select(...Object.keys(type.getFields()).map((name) => field(name))) };
}

function asList(fragments: Fragments, type: GraphQLObjectType, { selections }: SelectionSetNode): SelectionSetNode {
  const isOfItem = (selection: SelectionNode) =>
    selection.kind === Kind.FRAGMENT_SPREAD && findType(fragments, selection.name.value) !== type.name;
  return select(
    field('count'),
    field('pageInfo', [field('hasNextPage'), field('endCursor')]),
    ...selections.filter((selection) => !isOfItem(selection)),
    field('edges', [field('node', selections.filter(isOfItem))]),
  );
}

/**
 * Returns the selection of the payload of a mutation: the given one, or the one field whose type has a fragment.
 * Nothing is selected for an answer without a body. Undefined leaves the selection to `withSelections`.
 */
export function payloadSelection(
  fragments: Fragments,
  payload: unknown,
  selected: FieldNode,
  hasBody: boolean,
): SelectionSetNode | undefined {
  const { selectionSet: set } = selected;
  if (!isObjectType(payload) || hasAll(selected)) return set;
  if (!set && !hasBody) return select(field('__typename'));
  const [only, ...others] = set?.selections ?? [];
  if (only && (only.kind !== Kind.FRAGMENT_SPREAD || others.length > 0)) return set;
  const of = only?.kind === Kind.FRAGMENT_SPREAD ? findType(fragments, only.name.value) : undefined;
  if (set ? of === payload.name : isNamed(fragments, payload)) return set;
  const [found, another] = Object.values(payload.getFields()).filter(({ type }) =>
    set ? getNamedType(type).name === of : isNamed(fragments, getNamedType(type)),
  );
  if (found && !another) return select(field(found.name, set?.selections));
  throw new Error(
    `${payload.name} has not one field ${of ? `of the type ${of}` : 'whose type has a fragment of its name'}`,
  );
}
