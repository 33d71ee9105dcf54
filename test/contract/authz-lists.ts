import {
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLObjectType,
} from 'graphql';
import { schema } from '../../src/schema/index.ts';

/** A list of the graph: a field whose type is a connection. */
export interface ListField {
  /** Type of the object that has the list. */
  readonly parent: string;
  readonly field: string;
  /** Arguments that the field must have. */
  readonly args: string;
  readonly item: GraphQLObjectType;
}

type Field = GraphQLField<unknown, unknown>;

const needsNothing = ({ args }: Field) =>
  args.every(({ type, defaultValue }) => !isNonNullType(type) || defaultValue !== undefined);

/** Values of arguments that lists must have. */
const given: Readonly<Record<string, string>> = {
  'Organization.search': '(query: "welcome")',
  'Space.search': '(query: "welcome")',
  'Site.search': '(input: { query: "welcome" })',
};

const fieldsOf = (type: GraphQLObjectType): readonly Field[] => Object.values(type.getFields());
const isConnection = (field: Field) => getNamedType(field.type).name.endsWith('Connection');

/** Every list of the schema, by its parent. */
export const listFields: readonly ListField[] = Object.values(schema.getTypeMap())
  .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
  .flatMap((type) => fieldsOf(type as GraphQLObjectType).map((field) => ({ parent: type.name, field })))
  .filter(({ field }) => isConnection(field))
  .map(({ parent, field }) => ({
    parent,
    field: field.name,
    args: given[`${parent}.${field.name}`] ?? '',
    item: itemOf(getNamedType(field.type) as GraphQLObjectType),
  }));

function itemOf(connection: GraphQLObjectType): GraphQLObjectType {
  const edge = getNamedType(connection.getFields()['edges']!.type) as GraphQLObjectType;
  return getNamedType(edge.getFields()['node']!.type) as GraphQLObjectType;
}

/** What is selected of items: their leaves, or one member with its leaves. Members that are lists of their own are lists here. */
export function selectionsOf(item: GraphQLObjectType): readonly string[] {
  if (!isObjectType(item)) return ['__typename'];
  const members = fieldsOf(item).filter((field) => needsNothing(field) && !isConnection(field));
  const nested = members.flatMap(({ name, type }) => {
    const named = getNamedType(type);
    if (!isCompositeType(named)) return [];
    const leaves = isObjectType(named) || isInterfaceType(named) ? leavesOf(Object.values(named.getFields())) : [];
    return leaves.map((leaf) => `${name} { ${leaf} }`);
  });
  return [...leavesOf(members), ...nested];
}

/** Each leaf on its own: a refusal of one hides no other. */
const leavesOf = (fields: readonly Field[]) =>
  fields.filter((field) => needsNothing(field) && isLeafType(getNamedType(field.type))).map(({ name }) => name);
