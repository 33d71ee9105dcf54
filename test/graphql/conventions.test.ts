import { readFileSync } from 'node:fs';
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  printSchema,
  type GraphQLField,
  type GraphQLNamedType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { idPrefixes } from '../../src/lib/ids.ts';
import { schema } from '../../src/schema/index.ts';

type Field = GraphQLField<unknown, unknown>;

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type),
);
const listFields = (type: GraphQLNamedType): Field[] =>
  isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
const allFields = types.flatMap((type) =>
  listFields(type).map((field) => ({ place: `${type.name}.${field.name}`, field })),
);
const rootFields = (name: 'Query' | 'Mutation') => {
  const type = schema.getType(name);
  return type ? listFields(type) : [];
};

const isSentence = (text: string | null | undefined) => /^[A-Z`].*[.]$/s.test(text ?? '');

/** The words of a name or sentence that carry meaning, in the singular. */
const listWords = (text: string) =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => !/^(|an?|its?|of|the|this)$/.test(word))
    .map((word) => word.replace(/s$/, ''));

/** Verbs that names of mutations begin with. */
const verbs =
  /^(ping$|watch$|unwatch$|(accept|add|allow|apply|archive|begin|cancel|change|check|connect|copy|create|delete|disconnect|duplicate|end|grant|import|install|invite|join|leave|move|open|post|publish|redeliver|refresh|test|regenerate|remove|reopen|resolve|sign|restore|revoke|set|start|sync|unpublish|unresolve|update|upload|merge|mark|disable|enable|export|react|reject|rename|request|revalidate|revert|rollback|rotate|send|sort|submit|transfer|preview|uninstall|unpublish|verify)[A-Z])/;

describe('the schema', () => {
  it('describes every type, query, mutation and enum value in a sentence', () => {
    const elements = types.flatMap((type) => [
      [type.name, type.description] as const,
      ...(isEnumType(type)
        ? type.getValues().map((value) => [`${type.name}.${value.name}`, value.description] as const)
        : []),
      ...(/^(Query|Mutation)$/.test(type.name)
        ? listFields(type).map((field) => [`${type.name}.${field.name}`, field.description] as const)
        : []),
    ]);
    expect(elements.length).toBeGreaterThan(100);
    expect(elements.filter(([, description]) => !isSentence(description)).map(([place]) => place)).toEqual([]);
  });

  it('a description of a field or argument is a sentence that says more than the name', () => {
    const elements = types.flatMap((type) => [
      ...listFields(type).flatMap((field) => [
        [type.name, field] as const,
        ...field.args.map((arg) => [`${type.name}.${field.name}`, arg] as const),
      ]),
      ...(isInputObjectType(type) ? Object.values(type.getFields()).map((field) => [type.name, field] as const) : []),
    ]);
    expect(elements.length).toBeGreaterThan(100);
    const faults = elements.filter(
      ([, { name, description }]) =>
        description !== null &&
        description !== undefined &&
        (!isSentence(description) || listWords(description).every((word) => listWords(name).includes(word))),
    );
    expect(faults.map(([place, { name, description }]) => `${place}.${name}: ${description}`)).toEqual([]);
  });

  it('names mutations by a verb and their payloads after the mutation', () => {
    const mutations = rootFields('Mutation');
    expect(mutations.length).toBeGreaterThan(0);
    for (const { name, type } of mutations) {
      expect(name).toMatch(verbs);
      expect(String(type)).toBe(`${name.charAt(0).toUpperCase()}${name.slice(1)}Payload!`);
    }
  });

  it('passes the fields of a mutation as `input`, and ids beside it', () => {
    const odd = rootFields('Mutation').flatMap(({ name, args }) =>
      args
        .filter((arg) => (arg.name === 'input') !== getNamedType(arg.type).name.endsWith('Input'))
        .map((arg) => `${name}(${arg.name}:)`),
    );
    expect(odd).toEqual([]);
  });

  it('has one kind of list: a Connection with edges, cursors and a count, paged forward and mostly backward too', () => {
    const connections = types
      .filter(({ name }) => name.endsWith('Connection') && name !== 'Connection')
      .filter(isObjectType);
    expect(connections.length).toBeGreaterThan(0);
    for (const type of connections) {
      expect(type.getInterfaces().map(({ name }) => name)).toContain('Connection');
      expect(Object.keys(type.getFields())).toEqual(expect.arrayContaining(['count', 'edges', 'pageInfo']));
    }
    const lists = allFields.filter(({ field }) => connections.includes(getNamedType(field.type) as never));
    expect(lists.length).toBeGreaterThan(0);
    for (const { place, field } of lists) {
      const names = field.args.map(({ name }) => name);
      expect([place, ...names]).toEqual(expect.arrayContaining([place, 'after', 'first']));
      expect([place, names.includes('last')]).toEqual([place, names.includes('before')]);
    }
    const forwardOnly = lists.filter(({ field }) => !field.args.some(({ name }) => name === 'last'));
    expect(forwardOnly.length).toBeLessThan(lists.length / 3);
  });

  it('spells enum values in capitals with underscores between words', () => {
    const odd = types
      .filter(isEnumType)
      .flatMap((type) => type.getValues())
      .filter(({ value }) => typeof value === 'string')
      // Values in capitals, such as error codes of the contract, have the same spelling in both APIs.
      .filter(
        ({ name, value }) =>
          name !== value &&
          name !==
            (value as string).replaceAll(/[:.-]|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_').toUpperCase(),
      );
    expect(odd.map(({ name, value }) => `${name} of ${String(value)}`)).toEqual([]);
  });

  it('makes root lookups nullable, so that one missing object does not null the whole response', () => {
    const lookups = rootFields('Query').filter(({ args }) => args.some(({ name }) => name === 'id'));
    expect(lookups.length).toBeGreaterThan(2);
    for (const { name, type } of lookups) expect([name, isNonNullType(type)]).toEqual([name, false]);
  });

  it('gives an `id` to nodes only, since caches take objects with the same id for one', () => {
    const nodes = schema.getPossibleTypes(schema.getType('Node') as never).map(({ name }) => name);
    const identified = types.filter(isObjectType).filter((type) => 'id' in type.getFields());
    expect(identified.map(({ name }) => name).toSorted()).toEqual(nodes.toSorted());
  });

  it('gives every node type an id prefix of its own', () => {
    const nodes = schema.getPossibleTypes(schema.getType('Node') as never).map(({ name }) => name);
    expect(nodes.length).toBeGreaterThan(2);
    expect(Object.values(idPrefixes)).toEqual(expect.arrayContaining(nodes));
  });

  it('equals the one in schema.graphql', () => {
    const committed = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');
    expect(committed).toBe(`${printSchema(lexicographicSortSchema(schema))}\n`);
  });
});

describe('what a resolver costs', () => {
  it('a field that is a property of its parent calls no resolver', () => {
    const space = schema.getType('Space');
    const plain = ['id', 'title', 'visibility', 'editMode', 'createdAt', 'organizationId'];
    const found = space ? listFields(space).filter(({ name }) => plain.includes(name)) : [];
    expect(found.map(({ name, resolve }) => [name, resolve])).toEqual(found.map(({ name }) => [name, undefined]));
    expect(found).toHaveLength(plain.length);
  });

  it('ids of nodes and edges of lists call no resolver', () => {
    const places = allFields.filter(({ place }) =>
      /^(\w+\.id|\w+Connection\.(edges|pageInfo)|\w+Edge\.(node|cursor))$/.test(place),
    );
    const nodes = schema.getPossibleTypes(schema.getType('Node') as never).map(({ name }) => name);
    const ofNodes = places.filter(({ place }) => !place.endsWith('.id') || nodes.includes(place.slice(0, -3)));
    const busy = ofNodes.filter(({ place, field }) => field.resolve !== undefined && !place.startsWith('Connection.'));
    // Objects that exist in several states or places have ids that are joined of others.
    const joined = [
      'ContentConflict',
      'Document',
      'File',
      'Member',
      'Page',
      'ReusableContent',
      'Revision',
      'TeamMember',
    ];
    expect(busy.map(({ place }) => place).toSorted()).toEqual(joined.map((type) => `${type}.id`));
  });
});
