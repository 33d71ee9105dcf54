import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../src/lib/program.ts';
import { openapi } from '../../src/rest/openapi.ts';
import { startServer, type Harness } from '../harness.ts';
import { requestOf } from './authz-requests.ts';
import { aDocumentServer, aStage, aWorld } from './authz-world.ts';
import { authzRows, signatureOf, type AuthzRow } from '../../scripts/rest/access/rows.ts';

const document = openapi(version) as any;

let server: Harness;
let documents: { url: string; server: Server };
beforeAll(async () => {
  server = await startServer();
  documents = await aDocumentServer();
});
afterAll(() => void documents.server.close());

const takesNull = (schema: any): boolean =>
  schema.type === 'null' ||
  (Array.isArray(schema.type) && schema.type.includes('null')) ||
  (Array.isArray(schema.anyOf) && schema.anyOf.some(takesNull));

/** The members of the body that may be null, by the document. */
function nullableIn({ method, path }: AuthzRow): string[] {
  const body = document.paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json'].schema;
  if (!body) return [];
  const { properties } = document.components.schemas[body.$ref.split('/').at(-1)];
  return Object.keys(properties).filter((name) => takesNull(properties[name]));
}

const rows = authzRows
  .map((row) => ({ ...row, nullable: nullableIn(row) }))
  .filter(({ nullable }) => nullable.length > 0);

describe.each(rows)('$method $path', (row) => {
  const signature = signatureOf(row);

  it(`${signature} takes null for every member of its body that the document declares nullable`, async () => {
    const world = await aWorld(await aStage(server, row), 'admin');
    const request = await requestOf(signature, row.path, world, documents.url);
    const path = row.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => request.params[name] ?? '');
    const refused: string[] = [];
    for (const name of row.nullable) {
      const body = { ...(request.body as object), [name]: null };
      // One after the other, because the requests change the same resource.
      const reply = await world.principal.rest(`${row.method} ${path}`, body);
      const details = (reply.status === 400 ? (reply.body.error.details ?? []) : []) as {
        path: string;
        rule: string;
      }[];
      if (details.some((detail) => detail.path === `body.${name}` && detail.rule === 'type'))
        refused.push(`${name}: ${reply.body.error.message}`);
    }
    expect(refused).toEqual([]);
  });
});

it('many members of bodies may be null', () => {
  expect(rows.flatMap(({ nullable }) => nullable).length).toBeGreaterThan(100);
});
