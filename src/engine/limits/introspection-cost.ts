import { Kind, type FieldNode, type FragmentDefinitionNode, type GraphQLSchema, type SelectionSetNode } from 'graphql';

/** Assumed lengths of introspection lists. The length of `types` is taken from the schema. */
const usual: Readonly<Record<string, number>> = {
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
  const types = Object.keys(schema.getTypeMap()).length;
  const known = new Map<string, number>();
  const ofSet = (set: SelectionSetNode | undefined): number =>
    (set?.selections ?? []).reduce((total, selection) => {
      if (selection.kind === Kind.INLINE_FRAGMENT) return total + ofSet(selection.selectionSet);
      if (selection.kind === Kind.FRAGMENT_SPREAD) return total + ofFragment(selection.name.value);
      const inner = ofSet(selection.selectionSet);
      const length = selection.name.value === 'types' ? types : usual[selection.name.value];
      return total + (length === undefined ? inner : length * (1 + inner));
    }, 0);
  const ofFragment = (name: string): number => {
    const counted = known.get(name) ?? ofSet(fragments.get(name)?.selectionSet);
    known.set(name, counted);
    return counted;
  };
  return 1 + ofSet(root.selectionSet);
}
