import type { Server } from 'node:http';
import { print } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopes } from '../../src/domain/access/scopes.ts';
import { routes } from '../../src/rest/app.ts';
import { readVariables, variablesOf } from '../../src/rest/variables.ts';
import { schema } from '../../src/schema/index.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';
import { requestOf, type TriedRequest } from './authz-requests.ts';
import { aDocumentServer, aWorld, principals, type Principal } from './authz-world.ts';
import { authzRows, signatureOf, type AuthzRow } from './data.ts';

let server: Harness;
let documents: { url: string; server: Server };
beforeAll(async () => {
  server = await startServer();
  documents = await aDocumentServer();
});
afterAll(() => void documents.server.close());

const byRoute = new Map(routes.map((route) => [signatureOf(route), route]));
const rows = authzRows.filter((row) => byRoute.has(signatureOf(row)));
const faces = ['REST', 'GraphQL'] as const;

/** The status each face answers with; 2xx counts as 200 in both. */
async function ask(
  face: (typeof faces)[number],
  row: AuthzRow,
  caller: Caller,
  request: TriedRequest,
): Promise<number> {
  if (face === 'REST') {
    const path = row.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => request.params[name] ?? '');
    const query = new URLSearchParams(request.query).toString();
    const { status } = await caller.rest(`${row.method} ${path}${query && `?${query}`}`, request.body);
    return status < 300 ? 200 : status;
  }
  const route = byRoute.get(signatureOf(row))!;
  const variables = readVariables(variablesOf(schema, route), { ...request, expected: null });
  const { body } = await caller.graphql(print(route.document), variables);
  return body.errors ? body.errors[0].extensions.status : 200;
}

const expectedOf = (row: AuthzRow, who: Principal) => {
  const cell = who === 'outsider' ? row.outsider : (row.cells[who] ?? '');
  return cell.startsWith('✓') ? 200 : Number(cell.slice(0, 3));
};

describe.each(faces)('over %s', (face) => {
  describe.each(rows)('$method $path', (row) => {
    it.each(principals)('answers a caller of role %s as the matrix says', async (who) => {
      const world = await aWorld(server, row, who);
      const request = await requestOf(signatureOf(row), row.path, world, documents.url);
      expect(await ask(face, row, world.principal, request)).toBe(expectedOf(row, who));
    });

    it('refuses an admin whose token lacks the scope', async () => {
      const world = await aWorld(server, row, 'admin');
      const request = await requestOf(signatureOf(row), row.path, world, documents.url);
      const narrow = await server.as(world.principal.userId, { scopes: scopes.filter((scope) => scope !== row.scope) });
      expect(await ask(face, row, narrow, request)).toBe(403);
    });

    it.skipIf(row.level === 'self' || row.level === 'any')(
      'hides everything from a token of another organization',
      async () => {
        const world = await aWorld(server, row, 'admin');
        const request = await requestOf(signatureOf(row), row.path, world, documents.url);
        const elsewhere = await aWorld(server, row, 'admin');
        const pinned = await server.as(world.principal.userId, { organizationId: elsewhere.organizationId });
        expect(await ask(face, row, pinned, request)).toBe(404);
      },
    );
  });
});

it.each(rows)('$method $path needs a token', async (row) => {
  const { status } = await server.call(`${row.method} ${row.path.replaceAll(/\{\w+\}/g, 'x')}`, {});
  expect(status).toBe(401);
});
