import { beforeAll, expect, test } from 'vitest';
import { aCollection, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

test('a blank title is refused wherever a title is set', async () => {
  const { id: space } = await aSpace(server, organizationId);
  const { id: collection } = await aCollection(server, organizationId);
  const requests = [
    'POST /v1/orgs',
    `PATCH /v1/orgs/${organizationId}`,
    `POST /v1/orgs/${organizationId}/spaces`,
    `PATCH /v1/spaces/${space}`,
    `POST /v1/orgs/${organizationId}/collections`,
    `PATCH /v1/collections/${collection}`,
    `PUT /v1/orgs/${organizationId}/teams`,
    `POST /v1/orgs/${organizationId}/sites`,
  ];
  for (const request of requests) {
    const { status, body } = await owner.rest(request, { title: '   ' });
    expect([request, status, body.error?.details?.[0]?.path]).toEqual([request, 400, 'body.title']);
  }
  const page = { operation: 'insert_page', title: ' ' };
  expect((await owner.rest(`POST /v1/spaces/${space}/content`, { changes: [page] })).status).toBe(400);
});
