import {
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';

/** Lengths of introspection lists, by the names of fields. */
type Lengths = Readonly<Record<string, number>>;

/** Assumed lengths of the lists of a single type. */
const usual: Lengths = {
  fields: 10,
  inputFields: 10,
  enumValues: 10,
  possibleTypes: 10,
  args: 3,
  interfaces: 2,
  directives: 5,
};

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** Number of objects in an introspection field. Referenced types are not counted. */
export function introspectionCost(root: FieldNode, schema: GraphQLSchema, fragments: Fragments): number {
  const means = meansOf(schema);
  const counted = new Map<Lengths, Map<string, number>>([
    [usual, new Map()],
    [means, new Map()],
  ]);
  const ofSet = (set: SelectionSetNode | undefined, lengths: Lengths): number =>
    (set?.selections ?? []).reduce((total, selection) => {
      if (selection.kind === Kind.INLINE_FRAGMENT) return total + ofSet(selection.selectionSet, lengths);
      if (selection.kind === Kind.FRAGMENT_SPREAD) return total + ofFragment(selection.name.value, lengths);
      const isAllTypes = selection.name.value === 'types';
      const inner = ofSet(selection.selectionSet, isAllTypes ? means : lengths);
      const length = isAllTypes ? means['types'] : lengths[selection.name.value];
      return total + (length === undefined ? inner : length * (1 + inner));
    }, 0);
  const ofFragment = (name: string, lengths: Lengths): number => {
    const known = counted.get(lengths)?.get(name) ?? ofSet(fragments.get(name)?.selectionSet, lengths);
    counted.get(lengths)?.set(name, known);
    return known;
  };
  return Math.ceil(1 + ofSet(root.selectionSet, usual));
}

const knownMeans = new WeakMap<GraphQLSchema, Lengths>();

/** Returns the mean lengths of the lists of all types of a schema, with which the cost of a query of all types is exact. */
function meansOf(schema: GraphQLSchema): Lengths {
  const known = knownMeans.get(schema);
  if (known) return known;
  const types = Object.values(schema.getTypeMap());
  const withFields = types.filter((type) => isObjectType(type) || isInterfaceType(type));
  const fields = withFields.flatMap((type) => Object.values(type.getFields()));
  const mean = (length: number) => length / types.length;
  const sum = (lengths: readonly number[]) => lengths.reduce((total, length) => total + length, 0);
  const means = {
    types: types.length,
    fields: mean(fields.length),
    args: sum(fields.map(({ args }) => args.length)) / fields.length,
    interfaces: mean(sum(withFields.map((type) => type.getInterfaces().length))),
    inputFields: mean(sum(types.filter(isInputObjectType).map((type) => Object.keys(type.getFields()).length))),
    enumValues: mean(sum(types.filter(isEnumType).map((type) => type.getValues().length))),
    possibleTypes: mean(sum(types.filter(isAbstractType).map((type) => schema.getPossibleTypes(type).length))),
  };
  knownMeans.set(schema, means);
  return means;
}
