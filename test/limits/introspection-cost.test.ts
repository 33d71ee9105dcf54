import { getIntrospectionQuery, graphqlSync, parse, type OperationDefinitionNode } from 'graphql';
import { expect, it } from 'vitest';
import { measureCost, objectsOf } from '../../src/engine/limits/cost.ts';
import { schema } from '../../src/schema/index.ts';

function countEstimate(query: string): number {
  const document = parse(query);
  return objectsOf(measureCost(schema, document, document.definitions[0] as OperationDefinitionNode), {});
}

const countObjects = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value).reduce((total: number, part) => total + countObjects(part), 0);
  return Array.isArray(value) ? inside : 1 + inside;
};

it('introspection of all types costs as many objects as it answers, however large the schema is', () => {
  const query = `{ __schema { types { name
    fields(includeDeprecated: true) { name args(includeDeprecated: true) { name } } interfaces { name }
    inputFields(includeDeprecated: true) { name } enumValues(includeDeprecated: true) { name } possibleTypes { name } } } }`;
  const { data } = graphqlSync({ schema, source: query });
  expect(Math.abs(countEstimate(query) - countObjects(data?.['__schema']))).toBeLessThanOrEqual(1);
});

it('the introspection query of clients costs less than a quarter of what an operation may', () => {
  expect(countEstimate(getIntrospectionQuery())).toBeLessThan(50_000 / 4);
});
