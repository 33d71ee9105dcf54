import {
  getNamedType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLScalarType,
  GraphQLString,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  lexicographicSortSchema,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';

/** What the leaves of a compiled operation are: `checked` as GraphQL demands, or `raw`, as resolvers return them. */
export type Leaves = 'checked' | 'raw';

const known = {
  checked: new WeakMap<GraphQLSchema, GraphQLSchema>(),
  raw: new WeakMap<GraphQLSchema, GraphQLSchema>(),
};

/**
 * Returns a copy of a schema to compile operations for, without the checks of values that cannot fail. graphql-jit 0.8.9
 * makes the location and the path of an error for each leaf that it checks, although hardly any has an error: a fifth of
 * the memory that a list takes. With `disableLeafSerialization` it checks neither enums nor the types of the
 * specification, so those whose values may fail are other scalars here. For each resolver it makes three functions and
 * the path of the field, so fields that show a property have none. The copy is not for introspection.
 */
export function schemaToCompile(schema: GraphQLSchema, leaves: Leaves): GraphQLSchema {
  const made = known[leaves].get(schema) ?? copyOf(schema, leaves);
  known[leaves].set(schema, made);
  return made;
}

function copyOf(schema: GraphQLSchema, leaves: Leaves): GraphQLSchema {
  // The only function of graphql-js that copies all types with their resolvers. It leaves scalars as they are.
  const copy = lexicographicSortSchema(schema);
  const checked = new Map<string, GraphQLScalarType>();
  for (const type of Object.values(copy.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      field.type = retyped(field.type, leaves, checked);
      readDirectly(field);
    }
  }
  return copy;
}

/** Lets a field that shows a property of another name be read without a resolver. graphql-jit reads the property `name`. */
function readDirectly(field: GraphQLField<unknown, unknown>): void {
  const property = field.extensions['pothosExposedField'];
  if (typeof property !== 'string') return;
  field.name = property;
  delete field.resolve;
}

/** Replaces the named type of a field. */
function retyped(type: GraphQLOutputType, leaves: Leaves, checked: Map<string, GraphQLScalarType>): GraphQLOutputType {
  if (isNonNullType(type)) return new GraphQLNonNull(retyped(type.ofType, leaves, checked) as GraphQLScalarType);
  if (isListType(type)) return new GraphQLList(retyped(type.ofType, leaves, checked));
  const named = getNamedType(type);
  if (isScalarType(named) && named.extensions['isText'] === true) return GraphQLString;
  if (leaves === 'raw' || !(isEnumType(named) || numbers.has(named.name))) return type;
  const scalar = checked.get(named.name) ?? checkedScalar(named as GraphQLEnumType | GraphQLScalarType);
  checked.set(named.name, scalar);
  return scalar;
}

/** Texts, ids and booleans have the types of TypeScript; a number may be out of range. */
const numbers: ReadonlySet<string> = new Set(['Int', 'Float']);

const checkedScalar = (type: GraphQLEnumType | GraphQLScalarType) =>
  new GraphQLScalarType({ name: `Checked${type.name}`, serialize: (value) => type.serialize(value) });
