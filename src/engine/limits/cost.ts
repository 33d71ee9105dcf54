import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { defaultPageSize } from '../../lib/page.ts';
import { introspectionCost } from './introspection-cost.ts';
import { fragmentsOf } from './measure.ts';

/** Assumed number of objects in a list without a size argument. */
export const listSize = 10;

/**
 * Assumed number of objects in a list without a size argument that leads back to itself, as links to pages with links do:
 * each further level multiplies what the response holds. A field declares by `extensions: { tree: true }` that no object
 * has two parents, so that its levels share the objects between them.
 */
export const repeatedListSize = 100;

/** A number in the document or in a variable, or the larger of two. */
type Size = number | SizeVariable | { readonly either: readonly [Size, Size] };

interface SizeVariable {
  readonly variable: string;
  /** Its default in the document, which holds when it is omitted but not when it is null; null without one. */
  readonly preset: number | null;
  /** The size of the list when neither gives one. */
  readonly unasked: number;
}

/** Number of objects in a response: a constant part, and parts that depend on variables. */
export interface Cost {
  readonly fixed: number;
  readonly lists: ReadonlyArray<{ readonly size: Size; readonly each: Cost }>;
  /** Number of objects when every page and every list of ids has one item, the minimum that callers can request. */
  readonly least: number;
  /** The lists in it without a size argument, as `Type.field`. */
  readonly openLists?: ReadonlySet<string>;
}

/** Maximum number of objects in the response for given variables. */
export function objectsOf(cost: Cost, variables: Readonly<Record<string, unknown>>): number {
  let objects = cost.fixed;
  for (const { size, each } of cost.lists) objects += measureSize(size, variables) * objectsOf(each, variables);
  return objects;
}

const measureSize = (size: Size, variables: Readonly<Record<string, unknown>>): number =>
  askedSize(size, variables) ?? unaskedSize(size);

/** The size that the request asks for; null when it leaves it open. */
function askedSize(size: Size, variables: Readonly<Record<string, unknown>>): number | null {
  if (typeof size === 'number') return size;
  if ('either' in size) {
    const asked = size.either.map((each) => askedSize(each, variables)).filter((each) => each !== null);
    return asked.length === 0 ? null : Math.max(...asked);
  }
  const value = variables[size.variable];
  if (value === undefined) return size.preset;
  if (typeof value === 'number') return Math.max(0, value);
  return Array.isArray(value) ? value.length : null;
}

const unaskedSize = (size: Size): number => {
  if (typeof size === 'number') return size;
  return 'either' in size ? Math.max(...size.either.map(unaskedSize)) : size.unasked;
};

const none: Cost = { fixed: 0, lists: [], least: 0 };
const one: Cost = { fixed: 1, lists: [], least: 1 };

const sum = (costs: readonly Cost[]): Cost => ({
  fixed: costs.reduce((total, { fixed }) => total + fixed, 0),
  lists: costs.flatMap(({ lists }) => lists),
  least: costs.reduce((total, { least }) => total + least, 0),
  openLists: union(costs.map(({ openLists }) => openLists ?? noLists)),
});

const noLists: ReadonlySet<string> = new Set();

function union(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const filled = sets.filter(({ size }) => size > 0);
  return filled.length > 1 ? new Set(filled.flatMap((set) => [...set])) : (filled[0] ?? noLists);
}

/** Cost of a list. `leastSize` is the smallest size that callers can request. */
function times(size: Size, each: Cost, leastSize: number): Cost {
  const least = leastSize * each.least;
  const { openLists } = each;
  if (typeof size === 'number' && each.lists.length === 0)
    return { fixed: size * each.fixed, lists: [], least, openLists };
  return each.fixed === 0 && each.lists.length === 0 ? none : { fixed: 0, lists: [{ size, each }], least, openLists };
}

/** Cost of a selection. The cost per edge is separate, because the parent field determines the number of edges. */
interface SelectionCost {
  readonly own: Cost;
  readonly edges: Cost;
}

/** What the cost of a field depends on besides its selection. */
export interface CostScope {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly defaults: ReadonlyMap<string, ValueNode>;
  readonly known: Map<string, SelectionCost>;
}

/** Cost of a valid operation. Each object costs one, multiplied by the page sizes of its ancestors. */
export function measureCost(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Cost {
  const root = schema.getRootType(operation.operation);
  return root ? selected(operation.selectionSet, root, scopeOf(schema, document, operation)).own : none;
}

export function scopeOf(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): CostScope {
  const defaults = (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, defaultValue] as const] : [],
  );
  return { schema, fragments: fragmentsOf(document), defaults: new Map(defaults), known: new Map() };
}

function selected(set: SelectionSetNode, type: GraphQLNamedType, scope: CostScope): SelectionCost {
  const own: Cost[] = [];
  const edges: Cost[] = [];
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) {
      const cost = costOfField(selection, type, scope);
      (selection.name.value === sizedFieldOf(type) ? edges : own).push(cost);
      continue;
    }
    const inner =
      selection.kind === Kind.INLINE_FRAGMENT
        ? selected(selection.selectionSet, conditionType(selection.typeCondition?.name.value, type, scope), scope)
        : ofFragment(selection.name.value, type, scope);
    own.push(inner.own);
    edges.push(inner.edges);
  }
  return { own: sum(own), edges: sum(edges) };
}

/** The type that a fragment applies to. */
export const conditionType = (name: string | undefined, type: GraphQLNamedType, { schema }: CostScope) =>
  (name === undefined ? undefined : schema.getType(name)) ?? type;

function ofFragment(name: string, type: GraphQLNamedType, scope: CostScope): SelectionCost {
  const known = scope.known.get(name);
  if (known) return known;
  const fragment = scope.fragments.get(name);
  if (!fragment) return { own: none, edges: none };
  const inner = selected(fragment.selectionSet, conditionType(fragment.typeCondition.name.value, type, scope), scope);
  scope.known.set(name, inner);
  return inner;
}

export const fieldOf = (parent: GraphQLNamedType, name: string): GraphQLField<unknown, unknown> | undefined =>
  isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;

/** Cost of a field of an operation, once. The edges of a connection are multiplied by their parent. */
export function costOfField(node: FieldNode, parent: GraphQLNamedType, scope: CostScope): Cost {
  if (node.name.value === '__schema' || node.name.value === '__type')
    return fixedCost(introspectionCost(node, scope.schema, scope.fragments));
  const field = fieldOf(parent, node.name.value);
  if (!field || !node.selectionSet) return none;
  const type = getNamedType(field.type);
  if (!isCompositeType(type) || type.name === 'PageInfo') return none;
  const { own, edges } = selected(node.selectionSet, type, scope);
  if (isConnection(type)) return sum([one, own, times(pageSize(node, scope), edges, 1)]);
  if (sizedFieldOf(type) !== null) return sum([one, own, times(argument('limit', node, scope) ?? listSize, edges, 1)]);
  // An edge costs as much as its node. The connection determines the number of edges.
  if (isConnection(parent)) return own;
  const object = sum([one, own]);
  if (node.name.value === sizedFieldOf(parent)) return object;
  if (!isListType(getNullableType(field.type))) return object;
  const items = findItems(field, node, scope);
  return items === null ? openList(`${parent.name}.${field.name}`, field, object) : times(items, object, 1);
}

/** Cost of a list without a size argument. */
function openList(name: string, { extensions }: GraphQLField<unknown, unknown>, each: Cost): Cost {
  const inner = each.openLists ?? noLists;
  const size = inner.has(name) && extensions['tree'] !== true ? repeatedListSize : listSize;
  return { ...times(size, each, size), openLists: union([inner, new Set([name])]) };
}

const fixedCost = (objects: number): Cost => ({ fixed: objects, lists: [], least: objects });

/** The page size of a connection. A document may contain both arguments, one of which the variables set. */
function pageSize(node: FieldNode, scope: CostScope): Size {
  const first = argument('first', node, scope);
  const last = argument('last', node, scope);
  return first !== null && last !== null ? { either: [first, last] } : (first ?? last ?? defaultPageSize);
}

/** Number of items requested by an argument, or null. */
const findItems = (field: GraphQLField<unknown, unknown>, node: FieldNode, scope: CostScope): Size | null => {
  const names = ['ids', 'first'].filter((name) => field.args.some((arg) => arg.name === name));
  return names.map((name) => argument(name, node, scope)).find((size) => size !== null) ?? null;
};

/**
 * The field of a type with as many items as an argument of the field that leads to it says: of a connection, or of a type
 * that names it by `extensions: { sizedByLimit }`.
 */
function sizedFieldOf(type: GraphQLNamedType): string | null {
  if (isConnection(type)) return 'edges';
  const { sizedByLimit } = type.extensions;
  return typeof sizedByLimit === 'string' ? sizedByLimit : null;
}

export function isConnection(type: GraphQLNamedType): boolean {
  return (
    (isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Connection')) || type.name === 'Connection'
  );
}

/** Page size given by an argument, or null. */
function argument(name: string, node: FieldNode, { defaults }: CostScope): Size | null {
  const value = node.arguments?.find((candidate) => candidate.name.value === name)?.value;
  if (value?.kind !== Kind.VARIABLE) return literal(value);
  const variable = value.name.value;
  return { variable, preset: literal(defaults.get(variable)), unasked: name === 'ids' ? 1 : defaultPageSize };
}

function literal(value: ValueNode | undefined): number | null {
  if (value?.kind === Kind.INT) return Math.max(0, Number(value.value));
  return value?.kind === Kind.LIST ? value.values.length : null;
}
