import { beforeAll, expect, it } from 'vitest';
import { anOrganization, aSpace } from '../factories.ts';
import { startServer, type Caller } from '../harness.ts';

let owner: Caller;
let ids: { readonly organizationId: string; readonly spaceId: string };

beforeAll(async () => {
  const server = await startServer();
  const organization = await anOrganization(server);
  owner = organization.owner;
  ids = { organizationId: organization.id, spaceId: (await aSpace(server, organization.id)).id };
});

const url = 'https://example.org/events';

// Clients send null for a variable without a value.
it.each([
  [
    'createChangeRequest',
    'mutation ($spaceId: ID!, $input: CreateChangeRequestInput!) { result: createChangeRequest(spaceId: $spaceId, input: $input) { changeRequest { subject } } }',
    { subject: null },
    { changeRequest: { subject: '' } },
  ],
  [
    'createWebhook',
    'mutation ($organizationId: ID!, $input: CreateWebhookInput!) { result: createWebhook(organizationId: $organizationId, input: $input) { webhook { description spaceId } } }',
    { url, types: ['*'], description: null, spaceId: null, collectionId: null, siteId: null, pageId: null },
    { webhook: { description: null, spaceId: null } },
  ],
  [
    'markNotificationsRead',
    'mutation ($input: MarkNotificationsReadInput!) { result: markNotificationsRead(input: $input) { count } }',
    { ids: null, seenAt: '2020-01-01T00:00:00Z' },
    { count: 0 },
  ],
])('null is as an omitted member for %s', async (_name, query, input, result) => {
  const { body } = await owner.graphql(query, { ...ids, input });
  expect(body).toEqual({ data: { result }, extensions: body.extensions });
});
