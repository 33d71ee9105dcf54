import { Kind, type FieldNode, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql';

/**
 * Whether the selection of the current field contains a subfield, directly or in a fragment. Subfields that `@skip` or
 * `@include` leave out count as contained, because the result is cached with the document and only decides what to read
 * in advance.
 */
export const selects = (info: GraphQLResolveInfo, subfield: string): boolean => asked(info, subfield, false);

/** Whether the selection of the current field contains a field at any depth. See `selects`. */
export const mentions = (info: GraphQLResolveInfo, field: string): boolean => asked(info, field, true);

const answers = new WeakMap<FieldNode, Map<string, boolean>>();

function asked(info: GraphQLResolveInfo, name: string, deep: boolean): boolean {
  const question = deep ? `** ${name}` : name;
  return info.fieldNodes.some((node) => {
    const byQuestion = answers.get(node) ?? new Map<string, boolean>();
    const answer = byQuestion.get(question);
    if (answer !== undefined) return answer;
    const isSelected = node.selectionSet !== undefined && names(node.selectionSet, { name, deep, info });
    answers.set(node, byQuestion.set(question, isSelected));
    return isSelected;
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
