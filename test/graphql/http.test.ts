import { usesPerCompilation } from '../../src/engine/document-caches.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allOr } from '../setup/size.ts';
import { openWire, requestId, strict, type Wire } from './wire.ts';

let wire: Wire;
beforeAll(async () => {
  wire = await openWire();
});
afterAll(() => wire.close());

describe('POST /graphql', () => {
  it('returns the requested fields and nothing else', async () => {
    const { status, headers, body } = await wire.post({ query: '{ viewer { id } }' });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body).toEqual({ data: { viewer: { id: wire.ada.userId } } });
  });

  it('accepts variables and an operation name', async () => {
    const query = 'query A { viewer { id } } query B($id: ID!) { organization(id: $id) { title } }';
    const { body } = await wire.post({ query, operationName: 'B', variables: { id: wire.organizationId } });
    expect(body).toEqual({ data: { organization: { title: 'Analytical Engines' } } });
  });

  it('runs the named operation of a document with several', async () => {
    const query = 'query A { viewer { id } } query B { __typename }';
    for (let run = 0; run <= usesPerCompilation; run += 1) {
      expect((await wire.post({ query, operationName: 'A' })).body).toEqual({
        data: { viewer: { id: wire.ada.userId } },
      });
      expect((await wire.post({ query, operationName: 'B' })).body).toEqual({ data: { __typename: 'Query' } });
    }
    const unnamed = await wire.post({ query }, { accept: strict });
    expect(unnamed.status).toBe(400);
    expect(unnamed.body.errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    expect((await wire.post({ query, operationName: 'C' }, { accept: strict })).status).toBe(400);
  });

  it('runs the mutations of a document one after the other', async () => {
    const one = (n: number) =>
      `s${n}: createSpace(organizationId: "${wire.organizationId}", input: { title: "${n}" }) { space { id createdAt } }`;
    const count = allOr(10, 3);
    const query = `mutation { ${Array.from({ length: count }, (_, n) => one(n)).join(' ')} }`;
    for (let run = 0; run <= usesPerCompilation; run += 1) {
      const { body } = await wire.post({ query });
      const created = Object.values(body.data as Record<string, { space: { id: string; createdAt: string } }>);
      const ids = created.map(({ space }) => space.id);
      const listed = await wire.ada.graphql(
        'query ($id: ID!, $count: Int!) { organization(id: $id) { spaces(first: $count) { edges { node { id } } } } }',
        { id: wire.organizationId, count },
      );
      expect(created.map(({ space }) => space.createdAt).toSorted()).toEqual(
        created.map(({ space }) => space.createdAt),
      );
      expect(new Set(listed.body.data.organization.spaces.edges.map((edge: any) => edge.node.id))).toEqual(
        new Set(ids),
      );
    }
  });

  it('reports a failed field at its path and returns the other fields', async () => {
    const query = 'query ($id: ID!) { viewer { id } gone: space(id: $id) { id } }';
    const { status, body } = await wire.post({ query, variables: { id: 'spc_gone' } }, { accept: strict });
    expect(status).toBe(200);
    expect(body).toEqual({
      data: { viewer: { id: wire.ada.userId }, gone: null },
      errors: [
        {
          message: 'No space "spc_gone"',
          locations: [{ line: 1, column: 34 }],
          path: ['gone'],
          extensions: { code: 'NOT_FOUND', type: 'not_found', status: 404, requestId },
        },
      ],
    });
  });

  it('names every argument that exceeds its limit', async () => {
    const query = 'query ($first: Int) { viewer { organizations(first: $first) { count } } }';
    for (const first of [-1, 1_001]) {
      const { body } = await wire.post({ query, variables: { first } });
      expect(body.errors[0].extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        type: 'validation_failed',
        details: [{ path: 'first' }],
      });
    }
  });

  it('returns the request id of the request header', async () => {
    const { headers, body } = await wire.post({ query: '{ nope }' }, { 'x-request-id': 'my-request-1' });
    expect(headers['x-request-id']).toBe('my-request-1');
    expect(body.errors[0].extensions.requestId).toBe('my-request-1');
    const own = await wire.post({ query: '{ nope }' });
    expect(own.body.errors[0].extensions.requestId).toBe(own.headers['x-request-id']);
  });

  it.each([
    ['{', 'GRAPHQL_PARSE_FAILED', 'query_syntax'],
    ['{ nope }', 'GRAPHQL_VALIDATION_FAILED', 'query_invalid'],
    ['subscription { viewer { id } }', 'GRAPHQL_VALIDATION_FAILED', 'query_invalid'],
    ['query ($id: ID!) { node(id: $id) { id } }', 'BAD_USER_INPUT', 'validation_failed'],
  ])('refuses %j with 400 for graphql-response+json clients and 200 for json clients', async (query, code, type) => {
    const strictly = await wire.post({ query }, { accept: strict });
    expect([strictly.status, strictly.headers['content-type']]).toEqual([400, `${strict}; charset=utf-8`]);
    const leniently = await wire.post({ query }, { accept: 'application/json' });
    expect(leniently.status).toBe(200);
    for (const { body } of [strictly, leniently]) {
      expect(body).not.toHaveProperty('data');
      expect(body.errors[0].extensions).toEqual({ code, type, status: 400, requestId });
    }
  });

  it.each([
    ['a field', '{ viewr { id } }'],
    ['a nested field', '{ viewer { displayNam } }'],
    ['an argument', '{ viewer { organizations(frst: 1) { count } } }'],
    ['a type', 'query ($id: Strin) { viewer { id } }'],
    ['a fragment type', '{ node(id: "1") { ... on Spac { id } } }'],
    ['an enum value', 'mutation { createSpace(organizationId: "o", input: { editMode: LOCKD }) { space { id } } }'],
    ['an input field', 'mutation { createSpace(organizationId: "o", input: { titel: "x" }) { space { id } } }'],
  ])('an error suggests a similar name for an unknown %s', async (_what, query) => {
    const { body } = await wire.post({ query });
    expect(body.errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(JSON.stringify(body)).toMatch(/did you mean/i);
  });

  it('an error suggests a similar name for an unknown variable', async () => {
    const query =
      'mutation ($o: ID!, $i: CreateSpaceInput!) { createSpace(organizationId: $o, input: $i) { space { id } } }';
    for (const input of [{ editMode: 'LOCKD' }, { titel: 'x' }])
      for (let run = 0; run <= usesPerCompilation; run += 1) {
        const { body } = await wire.post({ query, variables: { o: wire.organizationId, i: input } });
        expect(body.errors[0]).toMatchObject({
          message: expect.stringMatching(/^Variable "\$i"/),
          extensions: { code: 'BAD_USER_INPUT' },
        });
        expect(JSON.stringify(body)).toMatch(/did you mean/i);
      }
  });

  it.each([
    ['a list: there is no batching', [{ query: '{ viewer { id } }' }]],
    ['no query', {}],
    ['a number for a query', { query: 1 }],
    ['a list of variables', { query: '{ viewer { id } }', variables: [] }],
    ['a text', 'query'],
    ['null', null],
  ])('refuses a GraphQL request whose body is %s', async (_what, payload) => {
    const { status, body } = await wire.post(payload);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      errors: [{ extensions: { code: 'BAD_REQUEST', type: 'malformed_request', status: 400, requestId } }],
    });
  });

  it('refuses request bodies that are not JSON, so that forms of other sites cannot send requests', async () => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/graphql',
    ];
    for (const type of types) {
      const { status, body } = await wire.inject({
        method: 'POST',
        headers: { ...wire.bearer, 'content-type': type },
        payload: '{"query":"{ viewer { id } }"}',
      });
      expect([type, status]).toEqual([type, 415]);
      expect(body.errors[0].extensions).toMatchObject({
        code: 'BAD_REQUEST',
        type: 'unsupported_media_type',
        status: 415,
      });
    }
    const broken = await wire.inject({
      method: 'POST',
      headers: { ...wire.bearer, 'content-type': 'application/json' },
      payload: '{"query"',
    });
    expect(broken.body.errors[0].extensions).toMatchObject({ code: 'BAD_REQUEST', type: 'malformed_request' });
    expect(broken.status).toBe(400);
  });

  it('stops reading a GraphQL request body that is too large', async () => {
    const { status, body } = await wire.post({ query: `{ viewer { id } } #${'x'.repeat(262_144)}` });
    expect([status, body.errors[0].extensions.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const app = await wire.anotherServer({ GRAPHQL_BODY_LIMIT_BYTES: 40 });
    const small = JSON.stringify({ query: '{ __typename }' });
    const fits = { query: `{ __typename }${' '.repeat(40 - small.length)}` };
    expect((await wire.post(fits, {}, app)).status).toBe(200);
    expect((await wire.post({ query: `${fits.query} ` }, {}, app)).status).toBe(413);
  });

  it('sends no CORS headers for GraphQL responses', async () => {
    const { headers } = await wire.post({ query: '{ viewer { id } }' }, { origin: 'https://evil.example' });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
