import { Kind, type FieldNode, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql';

/**
 * True when the selection of the field at hand names a subfield, in whatever fragment. One that
 * `@skip` or `@include` leave out counts too: the answer serves to read ahead, and holds for a document.
 */
export const selects = (info: GraphQLResolveInfo, subfield: string): boolean => asked(info, subfield, false);

/** The same for fields at any depth below. */
export const mentions = (info: GraphQLResolveInfo, field: string): boolean => asked(info, field, true);

const answers = new WeakMap<FieldNode, Map<string, boolean>>();

function asked(info: GraphQLResolveInfo, name: string, deep: boolean): boolean {
  const question = deep ? `** ${name}` : name;
  return info.fieldNodes.some((node) => {
    const known = answers.get(node) ?? new Map<string, boolean>();
    const answer = known.get(question);
    if (answer !== undefined) return answer;
    const found = node.selectionSet !== undefined && names(node.selectionSet, { name, deep, info });
    answers.set(node, known.set(question, found));
    return found;
  });
}

interface Search {
  readonly name: string;
  readonly deep: boolean;
  readonly info: GraphQLResolveInfo;
}

function names(set: SelectionSetNode, search: Search): boolean {
  return set.selections.some((selection) => {
    if (selection.kind === Kind.FIELD) {
      if (selection.name.value === search.name) return true;
      return search.deep && selection.selectionSet !== undefined && names(selection.selectionSet, search);
    }
    const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : search.info.fragments[selection.name.value];
    return inner !== undefined && names(inner.selectionSet, search);
  });
}
