import type { Server } from 'node:http';
import { GitBookAPI } from '@gitbook/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/rest/__generated__/routes.ts';
import { requestOf } from '../contract/authz-requests.ts';
import { aDocumentServer, aStage, aWorld } from '../contract/authz-world.ts';
import { authzRows, signatureOf } from '../../scripts/rest/access/rows.ts';
import { contractOperations } from '../contract/data.ts';
import { startServer, type Harness } from '../harness.ts';

let server: Harness;
let endpoint: string;
let documents: { url: string; server: Server };
beforeAll(async () => {
  server = await startServer();
  documents = await aDocumentServer();
  endpoint = await server.listen();
});
afterAll(() => void documents.server.close());

const served = new Map(routes.map((route) => [signatureOf(route), route]));
const operations = contractOperations.filter((operation) => served.has(signatureOf(operation)));

const changeRequest = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}';

const glossary = '/v1/orgs/{organizationId}/translations-glossary';
const installedSites = '/v1/integrations/{integrationName}/installations/{installationId}/sites';

type Method = (...args: readonly unknown[]) => Promise<{ status: number; data: any }>;

/** Returns the typed method of the client that the contract names for an operation. */
function methodOf(client: GitBookAPI, name: string): Method {
  const [namespace = '', method = ''] = name.split('.');
  const found = (client as unknown as Record<string, Record<string, Method> | undefined>)[namespace]?.[method];
  if (!found) throw new Error(`The client has no method ${name}`);
  return found;
}

describe('the published JavaScript client, pointed at this server', () => {
  it.each(operations)('the published client calls $clientMethod and reads its answer', async (operation) => {
    const row = authzRows.find((candidate) => signatureOf(candidate) === signatureOf(operation))!;
    const world = await aWorld(await aStage(server, row), 'admin');
    const request = await requestOf(signatureOf(operation), operation.path, world, documents.url);
    const client = new GitBookAPI({ endpoint, authToken: world.principal.secret });
    const hasQuery = operation.query.length > 0;
    const args = [
      ...operation.pathParams.map((name) => request.params[name]),
      // The body is the argument before the query.
      ...(request.body === undefined ? [] : [request.body]),
      ...(hasQuery ? [{ ...request.query, ...(operation.success.kind === 'list' ? { limit: 10 } : {}) }] : []),
    ];
    const reply = await methodOf(client, operation.clientMethod)(...args);
    expect(reply.status).toBe(operation.success.status);
    expectShape(operation, reply.data);
  });

  /** Operations beside the contract, by the methods of the client. */
  const beyond = [
    ['GET', '/v1/orgs/{organizationId}/change-requests', 'orgs.listChangeRequestsForOrganization'],
    ['GET', `${changeRequest}/changes`, 'spaces.getChangeRequestChanges'],
    ['GET', `${changeRequest}/contributors`, 'spaces.getContributorsByChangeRequestId'],
    ['GET', `${changeRequest}/reviews`, 'spaces.getReviewsByChangeRequestId'],
    ['POST', `${changeRequest}/reviews`, 'spaces.submitChangeRequestReview'],
    ['GET', `${changeRequest}/requested-reviewers`, 'spaces.getRequestedReviewersByChangeRequestId'],
    ['POST', `${changeRequest}/requested-reviewers`, 'spaces.requestReviewersForChangeRequest'],
    ['DELETE', `${changeRequest}/requested-reviewers/{userId}`, 'spaces.removeRequestedReviewerFromChangeRequest'],
    ['GET', '/v1/spaces/{spaceId}/git/info', 'spaces.getSpaceGitInfo'],
    ['POST', '/v1/spaces/{spaceId}/git/import', 'spaces.importGitRepository'],
    ['POST', '/v1/spaces/{spaceId}/git/export', 'spaces.exportToGitRepository'],
    ['GET', glossary, 'orgs.listGlossaryEntries'],
    ['PUT', glossary, 'orgs.updateGlossaryEntries'],
    ['GET', `${glossary}/{glossaryEntryId}`, 'orgs.getGlossaryEntry'],
    ['GET', installedSites, 'integrations.listIntegrationInstallationSites'],
    ['POST', installedSites, 'integrations.installIntegrationOnSite'],
    ['GET', `${installedSites}/{siteId}`, 'integrations.getIntegrationSiteInstallation'],
    ['PATCH', `${installedSites}/{siteId}`, 'integrations.updateIntegrationSiteInstallation'],
    ['DELETE', `${installedSites}/{siteId}`, 'integrations.uninstallIntegrationFromSite'],
  ] as const;

  it.each(beyond)('the published client reaches %s %s by its method %s', async (method, path, name) => {
    const row = authzRows.find((candidate) => signatureOf(candidate) === `${method} ${path}`)!;
    const world = await aWorld(await aStage(server, row), 'admin');
    const request = await requestOf(`${method} ${path}`, path, world, documents.url);
    const client = new GitBookAPI({ endpoint, authToken: world.principal.secret });
    const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => request.params[param]);
    const reply = await methodOf(client, name)(...params, ...(request.body === undefined ? [] : [request.body]));
    expect(reply.status).toBe(served.get(`${method} ${path}`)!.status);
  });

  it('the published client reports the message of an error answer', async () => {
    const world = await aWorld(await aStage(server, authzRows[0]!), 'admin');
    const client = new GitBookAPI({ endpoint, authToken: world.principal.secret });
    await expect(methodOf(client, 'spaces.getSpaceById')('spc_absent')).rejects.toMatchObject({
      code: 404,
      errorMessage: 'No space "spc_absent"',
    });
  });
});

function expectShape({ success }: (typeof operations)[number], data: any) {
  if (success.kind === 'none') return;
  expect(data).toEqual(expect.any(Object));
  if (success.object) expect(data.object).toBe(success.object);
  if (success.kind !== 'list') return;
  expect(data).toMatchObject({ count: expect.any(Number), items: expect.any(Array) });
  if (success.itemObject) for (const item of data.items) expect(item.object).toBe(success.itemObject);
}
