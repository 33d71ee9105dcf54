import { usesPerCompilation } from '../../src/engine/document-caches.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWire, requestId, strict, type Wire } from './wire.ts';

let wire: Wire;
beforeAll(async () => {
  wire = await openWire();
});
afterAll(() => wire.close());

describe('who may ask', () => {
  const denied = (message: RegExp) => ({
    errors: [
      {
        message: expect.stringMatching(message) as string,
        extensions: { code: 'UNAUTHENTICATED', type: 'unauthenticated', status: 401, requestId },
      },
    ],
  });

  it('every GraphQL operation is refused without a token', async () => {
    for (const query of ['{ viewer { id } }', '{ __schema { queryType { name } } }', '{ __typename }', '{']) {
      const { status, headers, body } = await wire.anonymous({ query });
      expect([query, status, headers['www-authenticate']]).toEqual([query, 401, 'Bearer realm="api"']);
      expect(body).toEqual(denied(/Authorization/));
    }
    const byGet = await wire.inject({ method: 'GET', query: { query: '{ viewer { id } }' } });
    expect([byGet.status, byGet.body]).toEqual([401, denied(/Authorization/)]);
  });

  it('a GraphQL request with an invalid token is refused', async () => {
    for (const authorization of ['Bearer nope', 'Basic YTpi', `Bearer ${wire.ada.secret}x`]) {
      const { status, body } = await wire.inject({
        method: 'POST',
        headers: { authorization },
        payload: { query: '{ __typename }' },
      });
      expect([status, body]).toEqual([401, denied(/./)]);
    }
  });

  it('authentication errors have the requested media type', async () => {
    const { headers } = await wire.inject({
      method: 'POST',
      headers: { accept: strict },
      payload: { query: '{ __typename }' },
    });
    expect(headers['content-type']).toBe(`${strict}; charset=utf-8`);
  });

  it('a caller without a token may introspect and do nothing else when INTROSPECTION=everyone', async () => {
    const app = await wire.anotherServer({ INTROSPECTION: 'everyone' });
    for (const query of [
      '{ __schema { queryType { name } } }',
      'query Q { __typename a: __type(name: "Space") { name } }',
    ])
      for (let run = 0; run <= usesPerCompilation; run += 1) {
        const { status, body } = await wire.anonymous({ query }, app);
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
      const { status, body } = await wire.anonymous({ query }, app);
      expect([query, status]).toEqual([query, 401]);
      expect(body).toEqual(denied(/Authorization/));
    }
    const wrong = await wire.inject(
      {
        method: 'POST',
        headers: { authorization: 'Bearer nope' },
        payload: { query: '{ __schema { queryType { name } } }' },
      },
      app,
    );
    expect(wrong.status).toBe(401);
    expect((await wire.post({ query: '{ viewer { id } }' }, {}, app)).body.data.viewer.id).toBe(wire.ada.userId);
  });

  it('introspection is refused even with a token when INTROSPECTION=nobody', async () => {
    const app = await wire.anotherServer({ INTROSPECTION: 'nobody' });
    for (const query of [
      '{ __schema { queryType { name } } }',
      '{ viewer { id } a: __type(name: "Space") { name } }',
    ]) {
      const { status, body } = await wire.post({ query }, { accept: strict }, app);
      expect([status, body.errors[0].extensions.code]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
    }
    expect((await wire.post({ query: '{ __typename viewer { __typename } }' }, {}, app)).body).toEqual({
      data: { __typename: 'Query', viewer: { __typename: 'User' } },
    });
  });
});
