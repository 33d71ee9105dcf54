import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer, type ServerParts } from '../../src/app/server.ts';
import { aSpace, anOrganization } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';

const strict = 'application/graphql-response+json';
const opened: FastifyInstance[] = [];

let server: Harness;
let ada: Caller;
let organizationId: string;
beforeAll(async () => {
  server = await startServer();
  const { id, owner } = await anOrganization(server, { title: 'Analytical Engines' });
  [organizationId, ada] = [id, owner];
});
afterAll(() => Promise.all(opened.map((app) => app.close())));

/** A server over the same database that is set up otherwise. */
async function anotherServer(config: Partial<ServerParts['config']>, parts: Partial<ServerParts> = {}) {
  const { platform } = server;
  const app = await createServer({ ...platform, config: { ...platform.config, ...config }, ...parts });
  opened.push(app);
  return app;
}

const bearer = () => ({ authorization: `Bearer ${ada.secret}` });

async function inject(options: InjectOptions, app: FastifyInstance = server.app) {
  const response = await app.inject({ url: '/graphql', ...options });
  const isJson = String(response.headers['content-type']).includes('json');
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    body: isJson ? (JSON.parse(response.body) as any) : undefined,
  };
}

const post = (body: unknown, headers: Record<string, string> = {}, app?: FastifyInstance) =>
  inject(
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(), ...headers },
      payload: JSON.stringify(body),
    },
    app,
  );
const anonymous = (body: object, app?: FastifyInstance) => inject({ method: 'POST', payload: body }, app);
const get = (query: Record<string, string>, headers: Record<string, string> = {}, app?: FastifyInstance) =>
  inject({ method: 'GET', query, headers: { ...bearer(), ...headers } }, app);

const requestId = expect.stringMatching(/^[A-Za-z0-9_-]{8,64}$/) as string;

describe('POST /graphql', () => {
  it('answers what was asked, and nothing else', async () => {
    const { status, headers, body } = await post({ query: '{ viewer { id } }' });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body).toEqual({ data: { viewer: { id: ada.userId } } });
  });

  it('takes variables and the name of the operation', async () => {
    const query = 'query A { viewer { id } } query B($id: ID!) { organization(id: $id) { title } }';
    const { body } = await post({ query, operationName: 'B', variables: { id: organizationId } });
    expect(body).toEqual({ data: { organization: { title: 'Analytical Engines' } } });
  });

  it('keeps documents apart by the operation that is asked for', async () => {
    const query = 'query A { viewer { id } } query B { __typename }';
    for (let run = 0; run < 3; run += 1) {
      expect((await post({ query, operationName: 'A' })).body).toEqual({ data: { viewer: { id: ada.userId } } });
      expect((await post({ query, operationName: 'B' })).body).toEqual({ data: { __typename: 'Query' } });
    }
    const unnamed = await post({ query }, { accept: strict });
    expect(unnamed.status).toBe(400);
    expect(unnamed.body.errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    expect((await post({ query, operationName: 'C' }, { accept: strict })).status).toBe(400);
  });

  it('runs mutations one after the other', async () => {
    const one = (n: number) =>
      `s${n}: createSpace(organizationId: "${organizationId}", input: { title: "${n}" }) { space { id createdAt } }`;
    const query = `mutation { ${Array.from({ length: 10 }, (_, n) => one(n)).join(' ')} }`;
    for (let run = 0; run < 3; run += 1) {
      const { body } = await post({ query });
      const created = Object.values(body.data as Record<string, { space: { id: string; createdAt: string } }>);
      const ids = created.map(({ space }) => space.id);
      const listed = await ada.graphql(
        'query ($id: ID!) { organization(id: $id) { spaces(first: 10) { edges { node { id } } } } }',
        { id: organizationId },
      );
      expect(created.map(({ space }) => space.createdAt).toSorted()).toEqual(
        created.map(({ space }) => space.createdAt),
      );
      expect(new Set(listed.body.data.organization.spaces.edges.map((edge: any) => edge.node.id))).toEqual(
        new Set(ids),
      );
    }
  });

  it('tells what failed, in its place, and gives the rest', async () => {
    const query = 'query ($id: ID!) { viewer { id } gone: space(id: $id) { id } }';
    const { status, body } = await post({ query, variables: { id: 'spc_gone' } }, { accept: strict });
    expect(status).toBe(200);
    expect(body).toEqual({
      data: { viewer: { id: ada.userId }, gone: null },
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

  it('names each broken limit of an argument', async () => {
    const query = 'query ($first: Int) { viewer { organizations(first: $first) { count } } }';
    for (const first of [-1, 1_001]) {
      const { body } = await post({ query, variables: { first } });
      expect(body.errors[0].extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        type: 'validation_failed',
        details: [{ path: 'first' }],
      });
    }
  });

  it('answers with the request id of the header', async () => {
    const { headers, body } = await post({ query: '{ nope }' }, { 'x-request-id': 'my-request-1' });
    expect(headers['x-request-id']).toBe('my-request-1');
    expect(body.errors[0].extensions.requestId).toBe('my-request-1');
    const own = await post({ query: '{ nope }' });
    expect(own.body.errors[0].extensions.requestId).toBe(own.headers['x-request-id']);
  });

  it.each([
    ['{', 'GRAPHQL_PARSE_FAILED', 'query_syntax'],
    ['{ nope }', 'GRAPHQL_VALIDATION_FAILED', 'query_invalid'],
    ['query ($id: ID!) { node(id: $id) { id } }', 'BAD_USER_INPUT', 'validation_failed'],
  ])('refuses %j: 400 for new clients, 200 for old ones', async (query, code, type) => {
    const strictly = await post({ query }, { accept: strict });
    expect([strictly.status, strictly.headers['content-type']]).toEqual([400, `${strict}; charset=utf-8`]);
    const leniently = await post({ query }, { accept: 'application/json' });
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
    ['a directive', '{ viewer { id @includ(if: true) } }'],
    ['an enum value', 'mutation { createSpace(organizationId: "o", input: { editMode: LOCKD }) { space { id } } }'],
    ['an input field', 'mutation { createSpace(organizationId: "o", input: { titel: "x" }) { space { id } } }'],
  ])('suggests no name for %s that is not there', async (_what, query) => {
    const { body } = await post({ query });
    expect(body.errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(JSON.stringify(body)).not.toMatch(/did you mean/i);
  });

  it('suggests no name for a variable either', async () => {
    const query =
      'mutation ($o: ID!, $i: CreateSpaceInput!) { createSpace(organizationId: $o, input: $i) { space { id } } }';
    for (const input of [{ editMode: 'LOCKD' }, { titel: 'x' }])
      for (let run = 0; run < 3; run += 1) {
        const { body } = await post({ query, variables: { o: organizationId, i: input } });
        expect(body.errors[0]).toMatchObject({
          message: expect.stringMatching(/^Variable "\$i"/),
          extensions: { code: 'BAD_USER_INPUT' },
        });
        expect(JSON.stringify(body)).not.toMatch(/did you mean/i);
      }
  });

  it.each([
    ['a list: there is no batching', [{ query: '{ viewer { id } }' }]],
    ['no query', {}],
    ['a number for a query', { query: 1 }],
    ['a list of variables', { query: '{ viewer { id } }', variables: [] }],
    ['a text', 'query'],
    ['null', null],
  ])('refuses %s', async (_what, payload) => {
    const { status, body } = await post(payload);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      errors: [{ extensions: { code: 'BAD_REQUEST', type: 'malformed_request', status: 400, requestId } }],
    });
  });

  it('refuses what is not JSON: no form of a foreign page gets through', async () => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/graphql',
    ];
    for (const type of types) {
      const { status, body } = await inject({
        method: 'POST',
        headers: { ...bearer(), 'content-type': type },
        payload: '{"query":"{ viewer { id } }"}',
      });
      expect([type, status]).toEqual([type, 415]);
      expect(body.errors[0].extensions).toMatchObject({
        code: 'BAD_REQUEST',
        type: 'unsupported_media_type',
        status: 415,
      });
    }
    const broken = await inject({
      method: 'POST',
      headers: { ...bearer(), 'content-type': 'application/json' },
      payload: '{"query"',
    });
    expect(broken.body.errors[0].extensions).toMatchObject({ code: 'BAD_REQUEST', type: 'malformed_request' });
    expect(broken.status).toBe(400);
  });

  it('stops reading a body that is too large', async () => {
    const { status, body } = await post({ query: `{ viewer { id } } #${'x'.repeat(262_144)}` });
    expect([status, body.errors[0].extensions.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const app = await anotherServer({ GRAPHQL_BODY_LIMIT_BYTES: 40 });
    const small = JSON.stringify({ query: '{ __typename }' });
    const fits = { query: `{ __typename }${' '.repeat(40 - small.length)}` };
    expect((await post(fits, {}, app)).status).toBe(200);
    expect((await post({ query: `${fits.query} ` }, {}, app)).status).toBe(413);
  });

  it('tells nobody the origin may read it', async () => {
    const { headers } = await post({ query: '{ viewer { id } }' }, { origin: 'https://evil.example' });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('who may ask', () => {
  const denied = (message: RegExp) => ({
    errors: [
      {
        message: expect.stringMatching(message) as string,
        extensions: { code: 'UNAUTHENTICATED', type: 'unauthenticated', status: 401, requestId },
      },
    ],
  });

  it('nobody without a token, whatever the question', async () => {
    for (const query of ['{ viewer { id } }', '{ __schema { queryType { name } } }', '{ __typename }', '{']) {
      const { status, headers, body } = await anonymous({ query });
      expect([query, status, headers['www-authenticate']]).toEqual([query, 401, 'Bearer realm="api"']);
      expect(body).toEqual(denied(/Authorization/));
    }
    const byGet = await inject({ method: 'GET', query: { query: '{ viewer { id } }' } });
    expect([byGet.status, byGet.body]).toEqual([401, denied(/Authorization/)]);
  });

  it('nobody with a token that is not one', async () => {
    for (const authorization of ['Bearer nope', 'Basic YTpi', `Bearer ${ada.secret}x`]) {
      const { status, body } = await inject({
        method: 'POST',
        headers: { authorization },
        payload: { query: '{ __typename }' },
      });
      expect([status, body]).toEqual([401, denied(/./)]);
    }
  });

  it('answers in the media type that was asked for', async () => {
    const { headers } = await inject({
      method: 'POST',
      headers: { accept: strict },
      payload: { query: '{ __typename }' },
    });
    expect(headers['content-type']).toBe(`${strict}; charset=utf-8`);
  });

  it('with INTROSPECTION=everyone, anybody about the schema and nothing else', async () => {
    const app = await anotherServer({ INTROSPECTION: 'everyone' });
    for (const query of [
      '{ __schema { queryType { name } } }',
      'query Q { __typename a: __type(name: "Space") { name } }',
    ])
      for (let run = 0; run < 3; run += 1) {
        const { status, body } = await anonymous({ query }, app);
        expect(status).toBe(200);
        expect(body).not.toHaveProperty('errors');
      }
    const others = [
      '{ viewer { id } }',
      '{ __schema { queryType { name } } viewer { id } }',
      '{ __typename ...F } fragment F on Query { viewer { id } }',
      '{ ... { viewer { id } } __typename }',
      '{ __typename: viewer { id } }',
      'mutation { __typename }',
    ];
    for (const query of others) {
      const { status, body } = await anonymous({ query }, app);
      expect([query, status]).toEqual([query, 401]);
      expect(body).toEqual(denied(/Authorization/));
    }
    const wrong = await inject(
      {
        method: 'POST',
        headers: { authorization: 'Bearer nope' },
        payload: { query: '{ __schema { queryType { name } } }' },
      },
      app,
    );
    expect(wrong.status).toBe(401);
    expect((await post({ query: '{ viewer { id } }' }, {}, app)).body.data.viewer.id).toBe(ada.userId);
  });

  it('with INTROSPECTION=nobody, not even who has a token', async () => {
    const app = await anotherServer({ INTROSPECTION: 'nobody' });
    for (const query of [
      '{ __schema { queryType { name } } }',
      '{ viewer { id } a: __type(name: "Space") { name } }',
    ]) {
      const { status, body } = await post({ query }, { accept: strict }, app);
      expect([status, body.errors[0].extensions.code]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
    }
    expect((await post({ query: '{ __typename viewer { __typename } }' }, {}, app)).body).toEqual({
      data: { __typename: 'Query', viewer: { __typename: 'User' } },
    });
  });
});

describe('GET /graphql', () => {
  it('answers queries', async () => {
    const { status, body } = await get({
      query: 'query Q($id: ID!) { organization(id: $id) { title } }',
      operationName: 'Q',
      variables: JSON.stringify({ id: organizationId }),
    });
    expect([status, body]).toEqual([200, { data: { organization: { title: 'Analytical Engines' } } }]);
  });

  it('changes nothing', async () => {
    const query = `mutation { createSpace(organizationId: "${organizationId}", input: { title: "By GET" }) { space { id } } }`;
    const { status, headers, body } = await get({ query });
    expect([status, headers['allow'], body.errors[0].extensions.code]).toEqual([405, 'POST', 'BAD_REQUEST']);
    const count = await server.platform.db.prisma.space.count({ where: { organizationId, title: 'By GET' } });
    expect(count).toBe(0);
  });

  it('refuses parameters that are not well-formed', async () => {
    for (const query of [
      {},
      { query: '{ viewer { id } }', variables: '{' },
      { query: '{ viewer { id } }', variables: '[]' },
    ]) {
      const { status, body } = await get(query as Record<string, string>);
      expect([status, body.errors[0].extensions.type]).toEqual([400, 'malformed_request']);
    }
  });

  it('keeps to the same limits', async () => {
    const { status, body } = await get({ query: `{ viewer { ${'id '.repeat(1_999)} } }` });
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'QUERY_TOO_COMPLEX']);
  });

  it('gives browsers GraphiQL, without a token', async () => {
    const { status, headers, text } = await inject({
      method: 'GET',
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    });
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('GraphiQL');
  });

  it('gives no GraphiQL where it is switched off', async () => {
    const app = await anotherServer({ GRAPHIQL: false });
    const { status, text } = await inject({ method: 'GET', headers: { accept: 'text/html,*/*;q=0.8' } }, app);
    expect(status).toBe(401);
    expect(text).not.toContain('<html');
  });
});

describe('media types', () => {
  it.each([
    ['application/json', 'application/json'],
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    [strict, strict],
    [`${strict}, application/json;q=0.9`, strict],
    [`${strict};q=0.1, application/json`, 'application/json'],
    [`APPLICATION/GraphQL-Response+JSON; charset=utf-8`, strict],
    [`application/json;q=0, ${strict}`, strict],
    ['text/html, */*;q=0.1', 'application/json'],
  ])('%s is answered with %s', async (accept, type) => {
    const { headers } = await post({ query: '{ __typename }' }, { accept });
    expect(headers['content-type']).toBe(`${type}; charset=utf-8`);
  });

  it('streams events to who asks for them', async () => {
    const { status, headers, text } = await post({ query: '{ viewer { id } }' }, { accept: 'text/event-stream' });
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream']);
    expect(text).toContain(JSON.stringify({ data: { viewer: { id: ada.userId } } }));
    const refused = await post({ query: `{ viewer { ${'id '.repeat(1_999)} } }` }, { accept: 'text/event-stream' });
    expect(refused.text).toContain('QUERY_TOO_COMPLEX');
  });

  it('runs nothing for a caller who takes no answer', async () => {
    const query = `mutation { createSpace(organizationId: "${organizationId}", input: { title: "As a picture" }) { space { id } } }`;
    const { status, body } = await post({ query }, { accept: 'image/png' });
    expect([status, body.errors[0].extensions.type]).toEqual([406, 'not_acceptable']);
    expect(await server.platform.db.prisma.space.count({ where: { title: 'As a picture' } })).toBe(0);
  });

  it('says which methods there are', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
      const { status, headers, body } = await inject({ method, headers: bearer() });
      expect([status, headers['allow'], body.errors[0].extensions.type]).toEqual([
        405,
        'GET, HEAD, POST',
        'method_not_allowed',
      ]);
    }
  });
});

describe('faults', () => {
  const logged: Array<{ requestId?: string; err?: Error }> = [];
  const brokenSql = (rows: () => Promise<never>): Partial<ServerParts> => {
    const { platform } = server;
    const log = { ...platform.services.log, error: (fields: object) => void logged.push(fields) };
    return { db: { ...platform.db, sql: { rows, first: rows } }, services: { ...platform.services, log } };
  };

  it('stay inside: the caller sees that, not what', async () => {
    const secret = 'password=hunter2 at /etc/octavo';
    const app = await anotherServer(
      {},
      brokenSql(() => Promise.reject(new TypeError(secret))),
    );
    for (let run = 0; run < 3; run += 1) {
      const { status, headers, text, body } = await post(
        { query: '{ __typename space(id: "spc_1") { id } }' },
        {},
        app,
      );
      expect(status).toBe(200);
      expect(text).not.toContain('hunter2');
      expect(body).toMatchObject({
        data: { __typename: 'Query', space: null },
        errors: [
          {
            message: 'Internal error',
            path: ['space'],
            extensions: { code: 'INTERNAL_SERVER_ERROR', type: 'internal', status: 500 },
          },
        ],
      });
      expect(logged.at(-1)?.requestId).toBe(headers['x-request-id']);
      expect(logged.at(-1)?.err?.message).toBe(secret);
    }
  });

  it('an operation that takes too long is given up', async () => {
    const app = await anotherServer(
      { OPERATION_TIMEOUT_MS: 30 },
      brokenSql(() => new Promise<never>(() => undefined)),
    );
    const { status, body } = await post({ query: '{ viewer { id } }' }, {}, app);
    expect([status, body.errors[0].extensions]).toEqual([
      504,
      { code: 'TIMEOUT', type: 'timeout', status: 504, requestId },
    ]);
  });
});

describe('compiled operations', () => {
  const marker = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d';

  // graphql-jit 0.8.9 evaluates an argument like this one.
  it('never run what a caller wrote into an argument', async () => {
    const attack = `${marker}(globalThis.broken = true, 0)`;
    const escaped = attack.replace('__MAGIC', String.raw`\u005f\u005fMAGIC`);
    const documents = [
      `{ space(id: "${attack}") { id } }`,
      `{ space(id: "${escaped}") { id } }`,
      `{ space(id: """${attack}""") { id } }`,
      `{ nodes(ids: ["spc_1", "${attack}"]) { id } }`,
      `query ($id: ID = "${attack}") { nodes(ids: [$id]) { id } }`,
      `query ($id: ID! = "${attack}") { space(id: $id) { id } }`,
      `mutation { createSpace(organizationId: "org_1", input: { title: "${attack}" }) { space { id } } }`,
    ];
    for (const query of documents)
      for (let run = 0; run < 4; run += 1) {
        const { body } = await post({ query });
        expect(body.errors[0].extensions.status).toBeLessThan(500);
        expect(globalThis).not.toHaveProperty('broken');
      }
    const variables = await post({ query: 'query ($id: ID!) { space(id: $id) { id } }', variables: { id: attack } });
    expect(variables.body.errors[0].extensions.code).toBe('NOT_FOUND');
  });

  it('take names that mean something to JavaScript', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'class', 'then'])
      for (let run = 0; run < 3; run += 1) {
        const { text } = await post({ query: `query ${name} { ${name}: viewer { ${name}: id } }` });
        expect(text).toBe(`{"data":{"${name}":{"${name}":"${ada.userId}"}}}`);
        const variable = await post({
          query: `query ($${name}: ID!) { organization(id: $${name}) { id } }`,
          variables: { [name]: organizationId },
        });
        // The body is refused before GraphQL sees it.
        if (name === '__proto__') expect(variable.status).toBe(400);
        else expect([name, variable.body.data.organization.id]).toEqual([name, organizationId]);
      }
    expect(({} as Record<string, unknown>)['id']).toBeUndefined();
  });

  // graphql-jit 0.8.9 makes null of an omitted variable inside an object: the title would be refused, or lost.
  it('leave out what the variables leave out', async () => {
    const query = `mutation ($o: ID!, $title: String, $emoji: String) { createSpace(organizationId: $o, input: { title: $title, emoji: $emoji, editMode: LOCKED }) { space { title editMode } } }`;
    for (let run = 0; run < 3; run += 1) {
      const { body } = await post({ query, variables: { o: organizationId, title: 'Named' } });
      expect(body).toEqual({ data: { createSpace: { space: { title: 'Named', editMode: 'LOCKED' } } } });
    }
  });

  it('give defaults to variables that must not be null', async () => {
    const query =
      'query ($yes: Boolean! = true, $n: Int! = 1) { viewer { id @include(if: $yes) organizations(first: $n) { edges { node { id } } } } }';
    for (let run = 0; run < 3; run += 1) {
      const { body } = await post({ query });
      expect(body).toEqual({
        data: { viewer: { id: ada.userId, organizations: { edges: [{ node: { id: organizationId } }] } } },
      });
      const none = await post({ query, variables: { yes: null } }, { accept: strict });
      expect([none.status, none.body.errors[0].extensions.code]).toEqual([400, 'BAD_USER_INPUT']);
    }
  });

  it('read the database as often as interpreted ones, whatever the page size', async () => {
    const { id, owner } = await anOrganization(server);
    for (let n = 0; n < 20; n += 1) await aSpace(server, id);
    const query =
      'query ($id: ID!, $n: Int) { organization(id: $id) { id spaces(first: $n) { count edges { node { id organization { title } } } } } }';
    const counts: number[] = [];
    await owner.graphql('{ viewer { id } }');
    for (const n of [2, 20, 2, 20]) {
      server.statements.reset();
      const { body } = await owner.graphql(query, { id, n });
      expect(body.data.organization.spaces.edges).toHaveLength(n);
      counts.push(server.statements.texts.length);
    }
    expect(new Set(counts).size).toBe(1);
  });
});
