import { authzRows, signatureOf, type AuthzRow } from '../../scripts/rest/access/rows.ts';
import { routes } from '../../src/rest/__generated__/routes.ts';
import type { Harness } from '../harness.ts';
import { ask } from './authz-faces.ts';
import { requestOf } from './authz-requests.ts';
import { aDocumentServer, aGround, aStage, aWorld } from './authz-world.ts';

/** The row of the access matrix for an operation, by its id; undefined for one that everybody may call. */
export function findRow(operationId: string): AuthzRow | undefined {
  const route = routes.find((one) => one.operationId === operationId);
  return route && authzRows.find((row) => signatureOf(row) === signatureOf(route));
}

/** Sends one request that succeeds, as an admin over REST, and returns its statements in order. */
export async function runStatements(server: Harness, row: AuthzRow): Promise<string[]> {
  const documents = await aDocumentServer();
  try {
    const stage = await aStage(server, row);
    const world = row.method === 'GET' ? (await aGround(stage))('admin') : await aWorld(stage, 'admin');
    const request = await requestOf(signatureOf(row), row.path, world, documents.url);
    await server.statements.reset();
    const status = await ask('REST', row, world.principal, request);
    if (status !== 200) throw new Error(`${signatureOf(row)} answered ${status}`);
    return server.statements.texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());
  } finally {
    documents.server.close();
  }
}
