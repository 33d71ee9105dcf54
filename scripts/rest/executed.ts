import {
  Kind,
  validate,
  visit,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { RestDocuments, RestOperation } from './documents.ts';

/** The definitions of a document that is executed: the operation before its fragments. */
export type Executed = readonly [OperationDefinitionNode, ...FragmentDefinitionNode[]];

/**
 * Returns what a route executes: its operation and each fragment once, without the directives of `directives.graphql`.
 * `versioned` is the path of the object whose version is selected as well. Throws when the schema refuses the document.
 */
export function executed(
  { schema, fragments }: RestDocuments,
  { node, route }: RestOperation,
  versioned: readonly string[] | null,
): Executed {
  const operation = plain(versioned ? { ...node, selectionSet: withVersion(node.selectionSet, versioned) } : node);
  const definitions = [operation, ...listFragments(fragments, operation)] as const;
  const [fault] = validate(schema, { kind: Kind.DOCUMENT, definitions });
  if (fault) throw new Error(`${route}: ${fault.message}`);
  return definitions;
}

function listFragments(
  fragments: RestDocuments['fragments'],
  operation: OperationDefinitionNode,
): FragmentDefinitionNode[] {
  const found = new Map<string, FragmentDefinitionNode>();
  const collect = (node: OperationDefinitionNode | FragmentDefinitionNode) =>
    void visit(node, {
      FragmentSpread: ({ name: { value: name } }) => {
        const fragment = fragments.get(name);
        if (!fragment) throw new Error(`There is no fragment ${name}`);
        if (found.has(name)) return;
        const kept = plain(fragment);
        found.set(name, kept);
        collect(kept);
      },
    });
  collect(operation);
  return [...found.values()];
}

const standard = new Set(['skip', 'include']);

/**
 * Returns a definition without the directives of `directives.graphql` and without fields that are constants, which have
 * an alias.
 */
function plain<Node extends OperationDefinitionNode | FragmentDefinitionNode>(node: Node): Node {
  return visit(node, {
    Field: (field) => (field.name.value === '__typename' && field.alias ? null : undefined),
    Directive: (directive) => (standard.has(directive.name.value) ? undefined : null),
  });
}

/** Adds `version` to the selection of the object at a path. */
function withVersion(set: SelectionSetNode, [step, ...steps]: readonly string[]): SelectionSetNode {
  if (step === undefined) {
    const version = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: 'version' } } as const;
    return { ...set, selections: [...set.selections, version] };
  }
  return {
    ...set,
    selections: set.selections.map((selection) =>
      selection.kind === Kind.FIELD && selection.selectionSet && (selection.alias ?? selection.name).value === step
        ? { ...selection, selectionSet: withVersion(selection.selectionSet, steps) }
        : selection,
    ),
  };
}
