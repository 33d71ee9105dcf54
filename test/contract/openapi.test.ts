import { readFileSync } from 'node:fs';
import { validate } from '@readme/openapi-parser';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { expect, it } from 'vitest';
import { version } from '../../src/app/version.ts';
import { routes } from '../../src/rest/app.ts';
import { openapi } from '../../src/rest/openapi/document.ts';
import { schema } from '../../src/schema/index.ts';
import { startServer } from '../harness.ts';
import { contractOperations, signatureOf } from './data.ts';

const committed = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const document = openapi(schema, routes, version) as any;

it('the committed openapi.json is the one of this program', () => {
  expect(JSON.parse(committed('openapi.json'))).toEqual(JSON.parse(JSON.stringify(document)));
});

it('the committed schema.graphql is the one of this program', () => {
  expect(committed('schema.graphql')).toBe(`${printSchema(lexicographicSortSchema(schema))}\n`);
});

it('is valid to an independent validator', async () => {
  const result = await validate(structuredClone(document));
  expect(result).toMatchObject({ valid: true });
});

it('is served to anybody', async () => {
  const server = await startServer();
  const { status, body } = await server.call('GET /v1/openapi.json');
  expect(status).toBe(200);
  expect(body).toEqual(JSON.parse(JSON.stringify(document)));
});

it('names operations as the contract does', () => {
  const ours = contractOperations.map((operation) => ({
    signature: signatureOf(operation),
    expected: operation.operationId,
    found: document.paths[operation.path]?.[operation.method.toLowerCase()]?.operationId,
  }));
  expect(ours.filter(({ found, expected }) => found !== undefined && found !== expected)).toEqual([]);
});

it('gives every operation a summary, and every parameter a description', () => {
  const operations = Object.values<any>(document.paths).flatMap((path) => Object.values<any>(path));
  expect(operations.filter(({ summary }) => !summary).map(({ operationId }) => operationId)).toEqual([]);
  const bare = operations.flatMap(({ operationId, parameters }) =>
    parameters.filter((p: any) => !p.$ref && !p.description).map((p: any) => `${operationId} ${p.name}`),
  );
  expect(bare).toEqual([]);
});

it('says of each operation on content what it takes', () => {
  const { schema: body } = document.paths['/v1/spaces/{spaceId}/content'].post.requestBody.content['application/json'];
  const { oneOf, discriminator } = body.properties.changes.items;
  expect(oneOf).toContainEqual({ $ref: discriminator.mapping.move_page });
  expect(oneOf).toHaveLength(Object.keys(discriminator.mapping).length);
  expect(document.components.schemas.MovePageChange).toMatchObject({
    type: 'object',
    properties: { operation: { const: 'move_page' }, page: { type: 'string' }, into: { type: ['string', 'null'] } },
    required: ['operation', 'page'],
  });
  expect(Object.keys(document.components.schemas.MovePageChange.properties)).toEqual([
    'operation',
    'page',
    'into',
    'at',
  ]);
  expect(document.components.schemas.InsertPageChange.properties.type).toMatchObject({
    type: 'string',
    enum: expect.not.arrayContaining([null]),
  });
  // Of a page they may be taken away.
  expect(document.components.schemas.SetVariablesChange.properties.variables).toMatchObject({ type: 'object' });
  expect(document.components.schemas.UpdatePageChange.properties.variables.anyOf).toContainEqual({ type: 'null' });
  expect(document.components.schemas.InsertFilesChange.properties.files.items).toMatchObject({ required: ['name'] });
});

it('carries the limits declared on the inputs', () => {
  const body = document.paths['/v1/orgs/{organizationId}/spaces'].post.requestBody.content['application/json'].schema;
  expect(body.properties.title).toMatchObject({ type: ['string', 'null'], maxLength: 50 });
  const limit = document.paths['/v1/orgs'].get.parameters.find((p: any) => p.name === 'limit');
  expect(limit.schema).toMatchObject({ type: 'integer', minimum: 0, maximum: 1000 });
});
