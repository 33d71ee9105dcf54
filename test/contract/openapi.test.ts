import { readFileSync } from 'node:fs';
import { validate } from '@scalar/openapi-parser';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { expect, it } from 'vitest';
import { version } from '../../src/lib/program.ts';
import { errorTypes, type ErrorType } from '../../src/lib/errors.ts';
import { routes } from '../../src/rest/__generated__/routes.ts';
import { openapi } from '../../src/rest/openapi.ts';
import { schema } from '../../src/schema/index.ts';
import { findFaults } from '../bodies.ts';
import { startServer } from '../harness.ts';
import { signatureOf } from '../../scripts/rest/access/rows.ts';
import { contractOperations } from './data.ts';

const committed = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const document = openapi(version) as any;

it('the committed openapi.json equals the document this program generates', () => {
  expect(JSON.parse(committed('openapi.json'))).toEqual(JSON.parse(JSON.stringify(document)));
});

it('the committed schema.graphql equals the schema this program builds', () => {
  expect(committed('schema.graphql')).toBe(`${printSchema(lexicographicSortSchema(schema))}\n`);
});

it('the OpenAPI document is valid for an independent validator', async () => {
  const result = await validate(JSON.stringify(document));
  expect(result).toMatchObject({ valid: true });
});

it('GET /v1/openapi.json serves the document without a token', async () => {
  const server = await startServer();
  const { status, body } = await server.call('GET /v1/openapi.json');
  expect(status).toBe(200);
  expect(body).toEqual(JSON.parse(JSON.stringify(document)));
});

it('every documented operation has the operationId of the contract', () => {
  const ours = contractOperations.map((operation) => ({
    signature: signatureOf(operation),
    expected: operation.operationId,
    found: document.paths[operation.path]?.[operation.method.toLowerCase()]?.operationId,
  }));
  expect(ours.filter(({ found, expected }) => found !== undefined && found !== expected)).toEqual([]);
});

it('the OpenAPI document gives every operation a short summary and a description of its own, and every parameter a description', () => {
  const operations = Object.values<any>(document.paths).flatMap((path) => Object.values<any>(path));
  expect(operations.filter(({ summary }) => !summary).map(({ operationId }) => operationId)).toEqual([]);
  expect(new Set(operations.map(({ summary }) => summary)).size).toBe(operations.length);
  expect(operations.filter(({ summary }) => summary.split(' ').length > 6)).toEqual([]);
  expect(operations.filter(({ summary }) => !/^[A-Z][a-z]+ .*[^.]$/.test(summary))).toEqual([]);
  expect(operations.filter(({ summary }) => /^(?:The|An?|All|Returns|\w+s) /.test(summary))).toEqual([]);
  expect(operations.filter(({ description }) => !/^[A-Z][^]{20,}\.$/.test(description))).toEqual([]);
  expect(new Set(operations.map(({ description }) => description)).size).toBe(operations.length);
  const bare = operations.flatMap(({ operationId, parameters }) =>
    parameters.filter((p: any) => !p.$ref && !p.description).map((p: any) => `${operationId} ${p.name}`),
  );
  expect(bare).toEqual([]);
});

it('every request body and every list has a schema with a name of its own', () => {
  const names = new Set<string>();
  for (const [path, operations] of Object.entries<any>(document.paths))
    for (const [method, { operationId, requestBody, responses }] of Object.entries<any>(operations)) {
      const body = requestBody?.content['application/json']?.schema;
      const name = `${operationId[0].toUpperCase()}${operationId.slice(1)}Request`;
      if (body) expect([method, path, body]).toEqual([method, path, { $ref: `#/components/schemas/${name}` }]);
      if (body) names.add(name);
      const answer = (responses[200] ?? responses[201])?.content?.['application/json']?.schema;
      if (answer && !answer.$ref) expect([path, Object.keys(answer.properties ?? {})]).toEqual([path, []]);
    }
  expect(names.size).toBeGreaterThan(90);
});

it('answers may gain members, so no schema of an answer refuses members that it does not list', () => {
  const { schemas } = document.components;
  const seen = new Set<string>();
  const closed: string[] = [];
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const text = JSON.stringify({ ...schemas[name], examples: undefined });
    if (text.includes('"additionalProperties":false')) closed.push(name);
    for (const [, other = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) visit(other);
  };
  for (const operations of Object.values<any>(document.paths))
    for (const { responses } of Object.values<any>(operations))
      for (const [, name = ''] of JSON.stringify(responses).matchAll(/"#\/components\/schemas\/(\w+)"/g)) visit(name);
  expect(seen.size).toBeGreaterThan(100);
  expect(closed).toEqual([]);
});

it('no schema holds a constant beside further members of any kind, which generated clients cannot express', () => {
  const found: string[] = [];
  JSON.stringify(document, (key, value) => {
    const isOpen = value?.properties && value.additionalProperties && typeof value.additionalProperties === 'object';
    if (isOpen && Object.values<any>(value.properties).some((one) => 'const' in one)) found.push(key);
    return value;
  });
  expect(found).toEqual([]);
});

it('every operation has an id of its own, and so has every call to a webhook', () => {
  const ids = [document.paths, document.webhooks].flatMap((places) =>
    Object.values<any>(places).flatMap((operations) => Object.values<any>(operations).map((one) => one.operationId)),
  );
  expect(ids.length).toBeGreaterThan(400);
  expect(new Set(ids).size).toBe(ids.length);
});

it('no parameter that is required says what happens without it', () => {
  const required = Object.values<any>(document.paths)
    .flatMap((path) => Object.values<any>(path))
    .flatMap(({ operationId, parameters }) => parameters.map((parameter: any) => ({ operationId, ...parameter })))
    .filter((parameter) => parameter.required);
  expect(required.length).toBeGreaterThan(300);
  expect(required.filter(({ description }) => /omitted|default/i.test(description))).toEqual([]);
});

it('every operation names its scopes, its role and the errors it answers, by type', () => {
  for (const operations of Object.values<any>(document.paths))
    for (const { operationId, description, security, responses } of Object.values<any>(operations)) {
      const [{ token: scopes } = { token: [] }] = security;
      for (const scope of scopes) expect(description, operationId).toContain(`\`${scope}\``);
      expect(description, operationId).toMatch(/\n\n(?:\*\*Scopes?:\*\* |\*\*Role:\*\* |No token is needed\.)/);
      const failures = Object.entries<any>(responses).filter(([status]) => status.startsWith('4'));
      expect(failures.map(([status]) => Number(status))).toEqual(expect.arrayContaining([429]));
      for (const [status, { $ref }] of failures) {
        const response = document.components.responses[$ref.split('/').at(-1)];
        const types = [...response.description.matchAll(/`(\w+)`: /g)].map(([, type = '']) => type);
        expect(types.map((type) => errorTypes[type as ErrorType][0])).toEqual(types.map(() => Number(status)));
        expect(types).not.toEqual([]);
        expect(Object.keys(response.headers)).toContain('X-Request-Id');
      }
    }
});

it('every header and parameter of the components is described, and some operation uses it', () => {
  const used = JSON.stringify([document.paths, document.webhooks, document.components.responses]);
  for (const kind of ['headers', 'parameters', 'responses'] as const)
    for (const [name, { description }] of Object.entries<any>(document.components[kind])) {
      expect(description, name).toMatch(/.{10,}\.$/);
      expect(used, name).toContain(`"#/components/${kind}/${name}"`);
    }
});

it('the OpenAPI document describes each kind of content change with its own schema', () => {
  const { UpdateSpaceContentRequest: body } = document.components.schemas;
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
  // Variables of a page may be null.
  expect(document.components.schemas.SetVariablesChange.properties.variables).toMatchObject({ type: 'object' });
  expect(document.components.schemas.UpdatePageChange.properties.variables.anyOf).toContainEqual({ type: 'null' });
  expect(document.components.schemas.InsertFilesChange.properties.files.items).toEqual({
    $ref: '#/components/schemas/ContentFileInput',
  });
});

it('the OpenAPI document states the limits that the GraphQL inputs declare', () => {
  const { CreateSpaceRequest: body } = document.components.schemas;
  expect(body.properties.title).toMatchObject({ type: 'string', maxLength: 50 });
  const limit = document.paths['/v1/orgs'].get.parameters.find((p: any) => p.name === 'limit');
  expect(limit.schema).toMatchObject({ type: 'integer', minimum: 0, maximum: 1000 });
});

it('every operation belongs to a group with a description, and every group has operations', () => {
  const used = new Set(
    Object.values(document.paths as Record<string, Record<string, { tags: string[] }>>).flatMap((path) =>
      Object.values(path).flatMap(({ tags }) => tags),
    ),
  );
  expect(document.tags.map(({ name }: any) => name).toSorted()).toEqual([...used].toSorted());
  for (const { description } of document.tags) expect(description).toMatch(/^[A-Z].{20,}\.$/);
});

it('every example of a resource and of a request body fits its schema', () => {
  const faults: unknown[] = [];
  const check = (place: string, schema: any, example: unknown) => {
    const found = findFaults(schema, example);
    if (found) faults.push([place, found]);
  };
  for (const [name, { examples }] of Object.entries<any>(document.components.schemas))
    check(name, { $ref: `#/components/schemas/${name}` }, examples[0]);
  for (const [path, operations] of Object.entries<any>(document.paths))
    for (const [method, { requestBody }] of Object.entries<any>(operations)) {
      const body = requestBody?.content['application/json'];
      if (body) check(`${method} ${path}`, body.schema, body.example);
    }
  expect(faults).toEqual([]);
});

it('every route that takes forms describes one, with a file in place of the url of its JSON body, and no other does', () => {
  const described = Object.entries<any>(document.paths).flatMap(([path, operations]) =>
    Object.values<any>(operations).flatMap(({ requestBody }) => {
      const form = requestBody?.content['multipart/form-data']?.schema;
      if (!form) return [];
      const name = requestBody.content['application/json'].schema.$ref.split('/').at(-1);
      const json = document.components.schemas[name];
      expect(form.properties.file).toMatchObject({ type: 'string', format: 'binary' });
      const inPlace = (names: string[]) => names.map((key) => (key === 'url' ? 'file' : key)).toSorted();
      expect(Object.keys(form.properties).toSorted()).toEqual(inPlace(Object.keys(json.properties)));
      expect(form.required.toSorted()).toEqual(inPlace(json.required));
      return [path];
    }),
  );
  const taking = routes.filter(({ forms }) => forms).map(({ path }) => path);
  expect(taking).toHaveLength(5);
  expect(described.toSorted()).toEqual(taking.toSorted());
});

it('no date with a time has a pattern, which generators of clients for Python refuse', () => {
  const refused: unknown[] = [];
  const look = (node: any) => {
    if (typeof node !== 'object' || node === null) return;
    if (node.format === 'date-time' && node.pattern !== undefined) refused.push(node);
    Object.values(node).forEach(look);
  };
  look(document);
  expect(refused).toEqual([]);
});

it('every component is described as what it is, and not as another one', () => {
  const described = new Map<string, string[]>();
  for (const [name, { description, properties = {} }] of Object.entries(
    document.components.schemas as Record<string, any>,
  )) {
    if (description === undefined || /(?:Request|Input)$/.test(name)) continue;
    const { const: object = name } = properties['object'] ?? {};
    described.set(description, [...(described.get(description) ?? []), object]);
  }
  expect([...described.keys()]).not.toContain('All queries.');
  const shared = [...described].filter(([, objects]) => new Set(objects).size > 1).map(([, objects]) => objects);
  expect(shared).toEqual([]);
});
