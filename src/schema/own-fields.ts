import {
  type FieldNode,
  getNamedType,
  isObjectType,
  Kind,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type SelectionSetNode,
} from 'graphql';

/**
 * True when a lookup reads fields of the thing itself, not only its id and what it leads to. Lookups
 * ask for the scope of the thing only then: its comments have a scope of their own. Everything that
 * is no object with rules of its own counts as the thing's, and so does `permissions`.
 */
export function readsOwnFields(info: GraphQLResolveInfo): boolean {
  const type = getNamedType(info.returnType);
  if (!isObjectType(type)) return true;
  const read = () => info.fieldNodes.some(({ selectionSet }) => selectionSet && readsOwn(selectionSet, type, info));
  const [only, ...merged] = info.fieldNodes;
  // Which fields are merged may depend on variables (`@include`), so only a single one is remembered.
  if (!only || merged.length > 0) return read();
  const known = answers.get(only);
  if (known !== undefined) return known;
  const answer = read();
  answers.set(only, answer);
  return answer;
}

const answers = new WeakMap<FieldNode, boolean>();

const free = new Set(['id', '__typename']);

function readsOwn(set: SelectionSetNode, type: GraphQLObjectType, info: GraphQLResolveInfo): boolean {
  return set.selections.some((selection) => {
    if (selection.kind === Kind.INLINE_FRAGMENT) return readsOwn(selection.selectionSet, type, info);
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = info.fragments[selection.name.value];
      return !fragment || readsOwn(fragment.selectionSet, type, info);
    }
    const name = selection.name.value;
    if (free.has(name)) return false;
    const field = type.getFields()[name];
    return !field || name === 'permissions' || !isObjectType(getNamedType(field.type));
  });
}
