import { readFileSync } from 'node:fs';
import {
  buildSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
  type GraphQLInputType,
  type GraphQLOutputType,
} from 'graphql';
import { describe, expect, it } from 'vitest';

// Checks schema.graphql against docs/reference/graphql-style.md.

const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));
const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));

interface Element {
  readonly place: string;
  readonly name: string;
  readonly type: GraphQLInputType | GraphQLOutputType;
  readonly description: string | null | undefined;
}

const fields: readonly Element[] = types.flatMap((type) =>
  isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
    ? Object.values(type.getFields()).map((field) => ({ ...field, place: `${type.name}.${field.name}` }))
    : [],
);
const args: readonly Element[] = types.flatMap((type) =>
  isObjectType(type)
    ? Object.values(type.getFields()).flatMap((field) =>
        field.args.map((arg) => ({ ...arg, place: `${type.name}.${field.name}(${arg.name}:)` })),
      )
    : [],
);
const elements = [...fields, ...args];

const isList = ({ type }: Element) => isListType(getNullableType(type));
const typeName = ({ type }: Element) => getNamedType(type).name;
const places = (found: readonly Element[]) => found.map(({ place }) => place);

/** Whether a name ends as those of a scalar do, in the plural for a list. */
const endsIn = (element: Element, ending: string) => {
  const { name } = element;
  const last = isList(element) ? `${ending}s` : ending;
  return name === last.toLowerCase() || name.endsWith(last);
};

/** Conditions, whose names say what must be current. See the page. */
const conditions: ReadonlySet<string> = new Set(['expectedRevision']);

/** Verbs with which a mutation takes something away from another object. */
const deletes = /^(delete|remove|uninstall|revoke|unpublish)[A-Z]/;

/** Words without meaning of their own, and the one with which every input ends. */
const empty: ReadonlySet<string> = new Set(['a', 'an', 'the', 'of', 'its', 'in', 'for', 'to', 'and', 'is', 'input']);

/** The words of a name or a sentence that mean something, in the singular. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
      .toLowerCase()
      .split(/[^a-z\d]+/)
      .filter((word) => word !== '' && !empty.has(word))
      .map((word) => word.replace(/(?<=..)s$/, '')),
  );

describe('the style of the schema', () => {
  it('is checked on all of it', () => {
    expect([fields.length, args.length].map((count) => count > 500)).toEqual([true, true]);
  });

  it('begins words with capitals only', () => {
    const names = [
      ...types.map(({ name }) => name).filter((name) => !['ID', 'JSON', 'URL'].includes(name)),
      ...elements.map(({ name }) => name),
    ];
    expect(names.filter((name) => /[A-Z]{2}|_/.test(name))).toEqual([]);
    const capitals = types.filter(isEnumType).flatMap((type) => type.getValues());
    expect(capitals.filter(({ name }) => !/^[A-Z][A-Z\d]*(_[A-Z\d]+)*$/.test(name))).toEqual([]);
  });

  it('ends names of inputs, and of nothing else, in Input', () => {
    const odd = types.filter((type) => isInputObjectType(type) !== type.name.endsWith('Input'));
    expect(odd.map(({ name }) => name)).toEqual([]);
  });

  it('ends names of ids in Id', () => {
    const ids = elements.filter((element) => typeName(element) === 'ID' && !conditions.has(element.name));
    expect(places(ids.filter((element) => !endsIn(element, 'Id')))).toEqual([]);
  });

  it('ends names of URLs in Url, and gives nothing else such a name', () => {
    const odd = elements.filter(
      (element) =>
        (typeName(element) === 'URL') !== (endsIn(element, 'Url') && !isObjectType(getNamedType(element.type))),
    );
    expect(places(odd)).toEqual([]);
  });

  it('ends names of times in At or From, or calls them from and to', () => {
    const times = elements.filter((element) => typeName(element) === 'DateTime');
    expect(places(times.filter(({ name }) => !/(At|From)$|^(from|to)$/.test(name)))).toEqual([]);
    const others = fields.filter((element) => /[a-z]At$/.test(element.name) && typeName(element) !== 'DateTime');
    expect(places(others)).toEqual([]);
  });

  it('describes every field and member of an input', () => {
    expect(places(fields.filter(({ description }) => !description))).toEqual([]);
  });

  it('says more of a field, and of an input, than the words of its name', () => {
    const inputs = types
      .filter((type) => isInputObjectType(type))
      .map(({ name, description }) => ({ name, description, place: name }));
    const thin = [...fields, ...inputs].filter(({ name, description }) => {
      const said = wordsOf(name);
      return [...wordsOf(description ?? '')].every((word) => said.has(word));
    });
    expect(thin.map(({ place }) => place)).toEqual([]);
  });

  it('orders lists by one argument', () => {
    expect(places(args.filter(({ name }) => name === 'order' || name === 'sort' || name === 'sortBy'))).toEqual([]);
    const orders = args.filter(({ name }) => name === 'orderBy');
    expect(orders.length).toBeGreaterThan(3);
    for (const element of orders) {
      const input = getNamedType(element.type);
      const members = isInputObjectType(input) ? Object.keys(input.getFields()).toSorted() : [];
      expect([element.place, ...members]).toEqual([element.place, 'direction', 'field']);
    }
  });

  it('returns from a deletion what the object belonged to', () => {
    const mutations = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(({ name }) =>
      deletes.test(name),
    );
    expect(mutations.length).toBeGreaterThan(20);
    const lonely = mutations.filter(({ type }) => {
      const payload = getNamedType(type);
      return (
        !isObjectType(payload) ||
        !Object.values(payload.getFields()).some((field) => isObjectType(getNamedType(field.type)))
      );
    });
    expect(lonely.map(({ name }) => name)).toEqual([]);
  });
});
