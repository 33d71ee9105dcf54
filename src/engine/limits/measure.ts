import { Kind, type DocumentNode, type FragmentDefinitionNode, type SelectionNode } from 'graphql';

/** Size of a document. Fragments count each time they are spread. */
export interface Measures {
  /** Nesting depth of fields, without introspection. */
  readonly depth: number;
  readonly introspectionDepth: number;
  readonly aliases: number;
  readonly directives: number;
  readonly fields: number;
  /** Maximum number of root fields of an operation. */
  readonly rootFields: number;
  /** Maximum number of root fields of a mutation. */
  readonly mutations: number;
  /**
   * Maximum number of times that a field is repeated in one selection. Validation compares repetitions in quadratic
   * time.
   */
  readonly repeats: number;
  /** Number of fragment definitions. */
  readonly fragments: number;
}

interface Sizes {
  depth: number;
  introspectionDepth: number;
  aliases: number;
  directives: number;
  fields: number;
  roots: number;
  repeats: number;
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

const nothing = (): Sizes => ({
  depth: 0,
  introspectionDepth: 0,
  aliases: 0,
  directives: 0,
  fields: 0,
  roots: 0,
  repeats: 0,
});

/** Measures all operations and fragments of a document, even an invalid one. Cyclic fragments count once. */
export function measure(document: DocumentNode): Measures {
  const fragments = fragmentsOf(document);
  const known = new Map<string, Sizes>();
  const all = nothing();
  let mutations = 0;
  for (const definition of document.definitions) {
    if (!('selectionSet' in definition)) continue;
    let sizes = sizesOf(definition.selectionSet.selections, fragments, known);
    all.directives += definition.directives?.length ?? 0;
    if (definition.kind === Kind.OPERATION_DEFINITION) {
      all.roots = Math.max(all.roots, sizes.roots);
      if (definition.operation === 'mutation') mutations = Math.max(mutations, sizes.roots);
    } else if (definition.kind === Kind.FRAGMENT_DEFINITION && definition.typeCondition.name.value.startsWith('__')) {
      sizes = { ...sizes, depth: 0, introspectionDepth: sizes.depth };
    }
    for (const key of ['depth', 'introspectionDepth', 'aliases', 'fields', 'repeats'] as const)
      all[key] = Math.max(all[key], sizes[key]);
    all.directives += sizes.directives;
  }
  const { roots, ...sizes } = all;
  return { ...sizes, rootFields: roots, mutations, fragments: fragments.size };
}

/** Fragments of a document by name. */
export const fragmentsOf = (document: DocumentNode): Fragments =>
  new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  );

function sizesOf(selections: readonly SelectionNode[], fragments: Fragments, known: Map<string, Sizes>): Sizes {
  const total = nothing();
  total.repeats = repeatsIn(selections);
  for (const selection of selections) {
    total.directives += selection.directives?.length ?? 0;
    if (selection.kind === Kind.FIELD) {
      const inner = selection.selectionSet ? sizesOf(selection.selectionSet.selections, fragments, known) : nothing();
      const isIntrospection = selection.name.value === '__schema' || selection.name.value === '__type';
      // `__typename` is known without reading data.
      if (selection.alias && selection.name.value !== '__typename') total.aliases += 1;
      add(total, {
        ...inner,
        depth: isIntrospection ? 0 : inner.depth + 1,
        introspectionDepth: isIntrospection ? inner.depth + 1 : inner.introspectionDepth,
        fields: inner.fields + 1,
        roots: 1,
      });
    } else {
      const inner =
        selection.kind === Kind.INLINE_FRAGMENT
          ? sizesOf(selection.selectionSet.selections, fragments, known)
          : sizesOfFragment(selection.name.value, fragments, known);
      add(total, inner);
    }
  }
  return total;
}

function sizesOfFragment(name: string, fragments: Fragments, known: Map<string, Sizes>): Sizes {
  const counted = known.get(name);
  if (counted) return counted;
  const fragment = fragments.get(name);
  if (!fragment) return nothing();
  known.set(name, nothing());
  const sizes = sizesOf(fragment.selectionSet.selections, fragments, known);
  known.set(name, sizes);
  return sizes;
}

function add(total: Sizes, part: Sizes): void {
  total.depth = Math.max(total.depth, part.depth);
  total.introspectionDepth = Math.max(total.introspectionDepth, part.introspectionDepth);
  total.aliases += part.aliases;
  total.directives += part.directives;
  total.fields += part.fields;
  total.roots += part.roots;
  total.repeats = Math.max(total.repeats, part.repeats);
}

function repeatsIn(selections: readonly SelectionNode[]): number {
  if (selections.length === 1) return 1;
  const counts = new Map<string, number>();
  let most = 0;
  for (const selection of selections) {
    if (selection.kind === Kind.INLINE_FRAGMENT) continue;
    const name = selection.kind === Kind.FIELD ? (selection.alias ?? selection.name).value : selection.name.value;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    most = Math.max(most, count);
  }
  return most;
}
