import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWire, strict, type Wire } from './wire.ts';

let wire: Wire;
beforeAll(async () => {
  wire = await openWire();
});
afterAll(() => wire.close());

describe('GET /graphql', () => {
  it('answers GraphQL queries over GET', async () => {
    const { status, body } = await wire.get({
      query: 'query Q($id: ID!) { organization(id: $id) { title } }',
      operationName: 'Q',
      variables: JSON.stringify({ id: wire.organizationId }),
    });
    expect([status, body]).toEqual([200, { data: { organization: { title: 'Analytical Engines' } } }]);
  });

  it('refuses mutations over GET', async () => {
    const query = `mutation { createSpace(organizationId: "${wire.organizationId}", input: { title: "By GET" }) { space { id } } }`;
    const { status, headers, body } = await wire.get({ query });
    expect([status, headers['allow'], body.errors[0].extensions.code]).toEqual([405, 'POST', 'BAD_REQUEST']);
    const count = await wire.server.platform.db.prisma.space.count({
      where: { organizationId: wire.organizationId, title: 'By GET' },
    });
    expect(count).toBe(0);
  });

  it('refuses malformed GET parameters', async () => {
    for (const query of [
      {},
      { query: '{ viewer { id } }', variables: '{' },
      { query: '{ viewer { id } }', variables: '[]' },
    ]) {
      const { status, body } = await wire.get(query as Record<string, string>);
      expect([status, body.errors[0].extensions.type]).toEqual([400, 'malformed_request']);
    }
  });

  it('applies the same limits to GET requests', async () => {
    const { status, body } = await wire.get({ query: `{ viewer { ${'id '.repeat(1_999)} } }` });
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'QUERY_TOO_COMPLEX']);
  });

  it('serves GraphiQL to browsers without a token', async () => {
    const { status, headers, text } = await wire.inject({
      method: 'GET',
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    });
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('GraphiQL');
  });

  it('serves no GraphiQL when it is disabled', async () => {
    const app = await wire.anotherServer({ GRAPHIQL: false });
    const { status, text } = await wire.inject({ method: 'GET', headers: { accept: 'text/html,*/*;q=0.8' } }, app);
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
  ])('a request with Accept: %s gets the media type %s', async (accept, type) => {
    const { headers } = await wire.post({ query: '{ __typename }' }, { accept });
    expect(headers['content-type']).toBe(`${type}; charset=utf-8`);
  });

  it('a response is streamed as events to clients that accept them', async () => {
    const { status, headers, text } = await wire.post({ query: '{ viewer { id } }' }, { accept: 'text/event-stream' });
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream']);
    expect(text).toContain(JSON.stringify({ data: { viewer: { id: wire.ada.userId } } }).slice(0, -1));
    const refused = await wire.post(
      { query: `{ viewer { ${'id '.repeat(1_999)} } }` },
      { accept: 'text/event-stream' },
    );
    expect(refused.text).toContain('QUERY_TOO_COMPLEX');
  });

  it('an operation does not run for a client that accepts none of the media types', async () => {
    const query = `mutation { createSpace(organizationId: "${wire.organizationId}", input: { title: "As a picture" }) { space { id } } }`;
    const { status, body } = await wire.post({ query }, { accept: 'image/png' });
    expect([status, body.errors[0].extensions.type]).toEqual([406, 'not_acceptable']);
    expect(await wire.server.platform.db.prisma.space.count({ where: { title: 'As a picture' } })).toBe(0);
  });

  it('a 405 response names the allowed methods', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
      const { status, headers, body } = await wire.inject({ method, headers: wire.bearer });
      expect([status, headers['allow'], body.errors[0].extensions.type]).toEqual([
        405,
        'GET, HEAD, POST',
        'method_not_allowed',
      ]);
    }
  });
});
