import { Kind, type FieldNode, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql';

/**
 * True when the selection of the field at hand names a subfield, in whatever fragment. One that
 * `@skip` or `@include` leave out counts too: the answer serves to read ahead, and holds for a document.
 */
export function selects(info: GraphQLResolveInfo, subfield: string): boolean {
  return info.fieldNodes.some((node) => {
    const known = answers.get(node) ?? new Map<string, boolean>();
    const answer = known.get(subfield);
    if (answer !== undefined) return answer;
    const found = node.selectionSet !== undefined && names(node.selectionSet, subfield, info);
    answers.set(node, known.set(subfield, found));
    return found;
  });
}

const answers = new WeakMap<FieldNode, Map<string, boolean>>();

function names(set: SelectionSetNode, subfield: string, info: GraphQLResolveInfo): boolean {
  return set.selections.some((selection) => {
    if (selection.kind === Kind.FIELD) return selection.name.value === subfield;
    const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : info.fragments[selection.name.value];
    return inner !== undefined && names(inner.selectionSet, subfield, info);
  });
}
