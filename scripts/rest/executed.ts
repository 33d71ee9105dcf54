import {
  Kind,
  validate,
  visit,
  type DefinitionNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { RestDocuments, RestOperation } from './documents.ts';

/** The definitions of a document that is executed: the operation before its fragments. */
export type Executed = readonly [OperationDefinitionNode, ...FragmentDefinitionNode[]];

/**
 * Returns what a route executes: its operation and each fragment once, without the directives of `directives.graphql`.
 * `versioned` is the path of the object whose version is selected as well.
 */
export function executed(
  { fragments }: RestDocuments,
  { node }: RestOperation,
  versioned: readonly string[] | null,
): Executed {
  const operation = plain(versioned ? { ...node, selectionSet: withVersion(node.selectionSet, versioned) } : node);
  return [operation, ...listFragments(fragments, operation)];
}

/**
 * Throws when the schema refuses a document, and names its route. Validates all in one, because most of the work is that of the
 * fragments that they share.
 */
export function requireValid(schema: GraphQLSchema, documents: ReadonlyMap<string, Executed>): void {
  if (faultOf(schema, [...new Set([...documents.values()].flat())]) === undefined) return;
  for (const [route, definitions] of documents) {
    const fault = faultOf(schema, definitions);
    if (fault) throw new Error(`${route}: ${fault.message}`);
  }
}

const faultOf = (schema: GraphQLSchema, definitions: readonly DefinitionNode[]) =>
  validate(schema, { kind: Kind.DOCUMENT, definitions })[0];

/** Fragments as they are executed, with the names of those that they spread. */
const plainFragments = new WeakMap<FragmentDefinitionNode, { node: FragmentDefinitionNode; spreads: string[] }>();

function listFragments(
  fragments: RestDocuments['fragments'],
  operation: OperationDefinitionNode,
): FragmentDefinitionNode[] {
  const found = new Map<string, FragmentDefinitionNode>();
  const collect = (spreads: readonly string[]) => {
    for (const name of spreads) {
      if (found.has(name)) continue;
      const fragment = fragments.get(name);
      if (!fragment) throw new Error(`There is no fragment ${name}`);
      const { node, spreads: further } = plainFragment(fragment);
      found.set(name, node);
      collect(further);
    }
  };
  collect(listSpreads(operation));
  return [...found.values()];
}

function plainFragment(fragment: FragmentDefinitionNode) {
  const before = plainFragments.get(fragment);
  if (before) return before;
  const node = plain(fragment);
  const entry = { node, spreads: listSpreads(node) };
  plainFragments.set(fragment, entry);
  return entry;
}

/** Returns the names of the fragments that a definition spreads, in order. */
function listSpreads(node: OperationDefinitionNode | FragmentDefinitionNode): string[] {
  const names: string[] = [];
  visit(node, { FragmentSpread: ({ name }) => void names.push(name.value) });
  return names;
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
