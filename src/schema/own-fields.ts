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
 * Whether a selection reads fields of the object itself, besides its id and related objects. Only then do queries by id
 * require the scope of the object, because related objects, such as its comments, require other scopes. Scalars, users
 * and `permissions` count as fields of the object itself.
 */
export const readsOwnFields = cached(isOwn);

/**
 * Whether a selection reads own fields of the object in a subfield. If a mutation returns an object of another scope, it
 * must require that scope before it writes, because an error afterwards would hide that the mutation succeeded.
 */
export const readsOwnFieldsOf = (subfield: string) =>
  cached((name, type, below) => {
    if (name !== subfield) return false;
    const object = getNamedType(type.getFields()[name]?.type);
    return !isObjectType(object) || below(object, isOwn);
  });

function isOwn(name: string, type: GraphQLObjectType): boolean {
  if (free.has(name)) return false;
  const field = type.getFields()[name];
  const object = getNamedType(field?.type);
  // Reading a user requires no scope that depends on the place of the selection.
  return name === 'permissions' || !isObjectType(object) || object.name === 'User';
}

/** Whether a selection reads other fields than `field`. If not, the field can be resolved without loading its parent. */
export const readsMoreThan = (field: string) => cached((name) => name !== field);

/** Whether a selection reads other fields than the given ones. */
export const readsMoreThanFields = (fields: ReadonlySet<string>) => cached((name) => !fields.has(name));

/** Whether a selection of a connection reads other fields of its items than the given ones. */
export const readsMoreOfItems = (fields: ReadonlySet<string>) =>
  cached((name, type, below) => {
    const inside = getNamedType(type.getFields()[name]?.type);
    return (
      name === 'edges' &&
      isObjectType(inside) &&
      below(inside, (part, edge, belowPart) => {
        const item = getNamedType(edge.getFields()[part]?.type);
        return part === 'node' && isObjectType(item) && belowPart(item, (field) => !fields.has(field));
      })
    );
  });

const free = new Set(['id', '__typename']);

/** A test of one selected field. `below` applies a test to the selection of that field. */
type Test = (fieldName: string, type: GraphQLObjectType, below: Below) => boolean;
type Below = (type: GraphQLObjectType, test: Test) => boolean;

/** Whether any field of the selection passes a test. The result is cached with the document. */
function cached(test: Test): (info: GraphQLResolveInfo) => boolean {
  const answers = new WeakMap<FieldNode, boolean>();
  return (info) => {
    const type = getNamedType(info.returnType);
    if (!isObjectType(type)) return true;
    const read = () =>
      info.fieldNodes.some(({ selectionSet }) => selectionSet && reads(selectionSet, type, info, test));
    const [only, ...merged] = info.fieldNodes;
    // Variables may decide which fields are merged (`@include`), so only the result for a single field is cached.
    if (!only || merged.length > 0) return read();
    const known = answers.get(only);
    if (known !== undefined) return known;
    const answer = read();
    answers.set(only, answer);
    return answer;
  };
}

function reads(set: SelectionSetNode, type: GraphQLObjectType, info: GraphQLResolveInfo, test: Test): boolean {
  return set.selections.some((selection) => {
    if (selection.kind === Kind.INLINE_FRAGMENT) return reads(selection.selectionSet, type, info, test);
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = info.fragments[selection.name.value];
      return !fragment || reads(fragment.selectionSet, type, info, test);
    }
    const { name, selectionSet } = selection;
    return test(
      name.value,
      type,
      (inner, asked) => selectionSet === undefined || reads(selectionSet, inner, info, asked),
    );
  });
}
