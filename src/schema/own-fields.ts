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
export const readsOwnFields = remembered(isOwn);

/**
 * The same of what a field below the one at hand shows. A change that answers with a thing of another scope asks for that
 * scope beforehand: once it is done, a refusal would hide that it is.
 */
export const readsOwnFieldsOf = (subfield: string) =>
  remembered((name, type, below) => {
    if (name !== subfield) return false;
    const thing = getNamedType(type.getFields()[name]?.type);
    return !isObjectType(thing) || below(thing, isOwn);
  });

function isOwn(name: string, type: GraphQLObjectType): boolean {
  if (free.has(name)) return false;
  const field = type.getFields()[name];
  const thing = getNamedType(field?.type);
  // Of a person no rule asks where they were met.
  return name === 'permissions' || !isObjectType(thing) || thing.name === 'User';
}

/** True when a lookup reads anything but one field, which may then stand for the whole lookup. */
export const readsMoreThan = (field: string) => remembered((name) => name !== field);

/** True when a list is asked for more of its items than some of their own fields. */
export const readsMoreOfItems = (fields: ReadonlySet<string>) =>
  remembered((name, type, below) => {
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

/** Whether a field tells; `below` asks the same of its own selection. */
type Test = (fieldName: string, type: GraphQLObjectType, below: Below) => boolean;
type Below = (type: GraphQLObjectType, test: Test) => boolean;

/** Whether a field of the selection passes a test; the answer is kept with the document. */
function remembered(test: Test): (info: GraphQLResolveInfo) => boolean {
  const answers = new WeakMap<FieldNode, boolean>();
  return (info) => {
    const type = getNamedType(info.returnType);
    if (!isObjectType(type)) return true;
    const read = () =>
      info.fieldNodes.some(({ selectionSet }) => selectionSet && reads(selectionSet, type, info, test));
    const [only, ...merged] = info.fieldNodes;
    // Which fields are merged may depend on variables (`@include`), so only a single one is remembered.
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
