import {
  execute,
  GraphQLEnumType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  parse,
  type GraphQLScalarType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/domain/core/context.ts';
import { compile } from '../../src/engine/compile.ts';
import { schema as product } from '../../src/schema/index.ts';

const Level = new GraphQLEnumType({
  name: 'Level',
  values: { SHARE_LINK: { value: 'share-link' }, NONE: { value: 'none' } },
});
const scalar = (name: string) => product.getType(name) as GraphQLScalarType;

const values = {
  level: 'share-link',
  levels: ['none', 'share-link'],
  wrongLevel: 'everybody',
  count: 7,
  largeCount: 3_000_000_000,
  counts: [1, 3_000_000_000],
  at: '2026-01-02T03:04:05.600Z',
  date: new Date(0),
  json: { a: [1, null, 'x'] },
  nothing: null,
};

/** A type with a field for each value. */
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'Query',
    fields: {
      values: {
        resolve: () => values,
        type: new GraphQLObjectType({
          name: 'Values',
          fields: {
            level: { type: new GraphQLNonNull(Level) },
            levels: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(Level))) },
            wrongLevel: { type: Level },
            count: { type: new GraphQLNonNull(GraphQLInt) },
            largeCount: { type: GraphQLInt },
            counts: { type: new GraphQLList(GraphQLInt) },
            at: { type: scalar('DateTime') },
            date: { type: scalar('DateTime') },
            json: { type: scalar('JSON') },
            instant: {
              type: scalar('DateTime'),
              extensions: { pothosExposedField: 'at' },
              resolve: ({ at }) => at as string,
            },
            nothing: { type: scalar('DateTime') },
          },
        }),
      },
    },
  }),
});

const run = async (document: string, target = schema) => {
  const compiled = await compile(target, parse(document))({} as Context, {});
  const interpreted = await execute({ schema: target, document: parse(document) });
  return [compiled, interpreted].map((result) => JSON.parse(JSON.stringify(result)) as unknown);
};

describe('a compiled operation answers as an interpreted one', () => {
  for (const name of [...Object.keys(values), 'instant', 'alias: instant'])
    it(`with the field ${name}`, async () => {
      const [compiled, interpreted] = await run(`{ values { ${name} } }`);
      expect(compiled).toEqual(interpreted);
    });

  it('that shows the schema', async () => {
    const [compiled, interpreted] = await run(
      '{ __schema { types { name fields { name type { name ofType { name } } } } } }',
      product,
    );
    expect(compiled).toEqual(interpreted);
  });
});

it('an operation of the REST API has the spellings of the contract', async () => {
  const raw = compile(schema, parse('{ values { level levels at json } }'), { contractSpellings: true });
  expect(await raw({} as Context, {})).toEqual({
    data: { values: { level: 'share-link', levels: values.levels, at: values.at, json: values.json } },
  });
});
