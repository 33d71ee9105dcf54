import { usesPerCompilation } from '../../src/engine/document-caches.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerParts } from '../../src/app/http/server-context.ts';
import { aSpace, anOrganization } from '../factories.ts';
import { openWire, requestId, strict, type Wire } from './wire.ts';

let wire: Wire;
beforeAll(async () => {
  wire = await openWire();
});
afterAll(() => wire.close());

describe('faults', () => {
  const logged: Array<{ requestId?: string; err?: Error }> = [];
  const brokenSql = (rows: () => Promise<never>): Partial<ServerParts> => {
    const { platform } = wire.server;
    const log = { ...platform.services.log, error: (fields: object) => void logged.push(fields) };
    return { db: { ...platform.db, sql: { rows, first: rows } }, services: { ...platform.services, log } };
  };

  it('the message of an internal error is hidden from the caller', async () => {
    const secret = 'password=hunter2 at /etc/octavo';
    const app = await wire.anotherServer(
      {},
      brokenSql(() => Promise.reject(new TypeError(secret))),
    );
    for (let run = 0; run <= usesPerCompilation; run += 1) {
      const { status, headers, text, body } = await wire.post(
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

  it('an operation that exceeds its time limit is aborted', async () => {
    const app = await wire.anotherServer(
      { OPERATION_TIMEOUT_MS: 30 },
      brokenSql(() => new Promise<never>(() => undefined)),
    );
    const { status, body } = await wire.post({ query: '{ viewer { id } }' }, {}, app);
    expect([status, body.errors[0].extensions]).toEqual([
      504,
      { code: 'TIMEOUT', type: 'timeout', status: 504, requestId },
    ]);
  });

  it('an import may take as long as configured', async () => {
    const app = await wire.anotherServer(
      { OPERATION_TIMEOUT_MS: 30, IMPORT_TIMEOUT_MS: 60 },
      brokenSql(() => new Promise<never>(() => undefined)),
    );
    const query = `mutation { importContent(spaceId: "spc_1", input: { url: "https://example.org", source: ZIP }) {
      importedResources } }`;
    const { body } = await wire.post({ query }, {}, app);
    expect(body.errors[0]).toMatchObject({ message: expect.stringContaining('60 ms'), extensions: { status: 504 } });
  });
});

describe('compiled operations', () => {
  const marker = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d';

  // graphql-jit 0.8.9 evaluates an argument like this one.
  it('code in an argument of a compiled operation is never executed', async () => {
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
      for (let run = 0; run <= usesPerCompilation; run += 1) {
        const { body } = await wire.post({ query });
        expect(body.errors[0].extensions.status).toBeLessThan(500);
        expect(globalThis).not.toHaveProperty('broken');
      }
    const variables = await wire.post({
      query: 'query ($id: ID!) { space(id: $id) { id } }',
      variables: { id: attack },
    });
    expect(variables.body.errors[0].extensions.code).toBe('NOT_FOUND');
  });

  it('operations with names that are JavaScript keywords compile', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'class', 'then'])
      for (let run = 0; run <= usesPerCompilation; run += 1) {
        const { text } = await wire.post({ query: `query ${name} { ${name}: viewer { ${name}: id } }` });
        expect(text).toContain(`{"data":{"${name}":{"${name}":"${wire.ada.userId}"}}`);
        const variable = await wire.post({
          query: `query ($${name}: ID!) { organization(id: $${name}) { id } }`,
          variables: { [name]: wire.organizationId },
        });
        // The body is refused before GraphQL sees it.
        const answer = variable.status === 400 ? 'refused' : variable.body.data.organization.id;
        expect([name, answer]).toEqual([name, name === '__proto__' ? 'refused' : wire.organizationId]);
      }
    expect(({} as Record<string, unknown>)['id']).toBeUndefined();
  });

  // graphql-jit 0.8.9 turns an omitted variable inside an object into null, so the title would be refused or removed.
  it('fields that variables exclude by @skip and @include are left out', async () => {
    const query = `mutation ($o: ID!, $title: String, $emoji: String) { createSpace(organizationId: $o, input: { title: $title, emoji: $emoji, editMode: LOCKED }) { space { title editMode } } }`;
    for (let run = 0; run <= usesPerCompilation; run += 1) {
      const { body } = await wire.post({ query, variables: { o: wire.organizationId, title: 'Named' } });
      expect(body).toEqual({ data: { createSpace: { space: { title: 'Named', editMode: 'LOCKED' } } } });
    }
  });

  it('omitted variables of non-null types get their defaults', async () => {
    const query =
      'query ($yes: Boolean! = true, $n: Int! = 1) { viewer { id @include(if: $yes) organizations(first: $n) { edges { node { id } } } } }';
    for (let run = 0; run <= usesPerCompilation; run += 1) {
      const { body } = await wire.post({ query });
      expect(body).toEqual({
        data: { viewer: { id: wire.ada.userId, organizations: { edges: [{ node: { id: wire.organizationId } }] } } },
      });
      const none = await wire.post({ query, variables: { yes: null } }, { accept: strict });
      expect([none.status, none.body.errors[0].extensions.code]).toEqual([400, 'BAD_USER_INPUT']);
    }
  });

  it('a compiled operation reads the database as often as an interpreted one, for any page size', async () => {
    const { id, owner } = await anOrganization(wire.server);
    for (let n = 0; n < 20; n += 1) await aSpace(wire.server, id);
    const query =
      'query ($id: ID!, $n: Int) { organization(id: $id) { id spaces(first: $n) { count edges { node { id organization { title } } } } } }';
    const counts: number[] = [];
    await owner.graphql('{ viewer { id } }');
    for (const n of [2, 20, 2, 20]) {
      await wire.server.statements.reset();
      const { body } = await owner.graphql(query, { id, n });
      expect(body.data.organization.spaces.edges).toHaveLength(n);
      counts.push(wire.server.statements.texts.length);
    }
    expect(new Set(counts).size).toBe(1);
  });
});
