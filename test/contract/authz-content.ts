import { aReview, aTemplate } from '../template-factories.ts';
import { anEditedSpace, anEntry, anotherMember, type Body, type World } from './authz-world.ts';

/** Values of path parameters. */
export const contentParams = {
  templateId: async (world: World) => aTemplate(world, await anEntry(world, 'page')),
};

/** Preparations that operations require. */
export const contentPreparations = {
  'GET /v1/spaces/{spaceId}/content/page/{pageId}/freshness': (
    { server, organizationId, spaceId }: World,
    { params: { pageId = '' } }: { readonly params: Readonly<Record<string, string>> },
  ) => aReview(server, { organizationId, spaceId, pageId }),
};

/** Valid bodies of operations on content and change requests. */
export const contentBodies: Readonly<Record<string, Body>> = {
  'POST /v1/spaces/{spaceId}/change-requests': () => ({ subject: 'New' }),
  'PATCH /v1/spaces/{spaceId}/change-requests/{changeRequestId}': () => ({ subject: 'New' }),
  'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts/{pageId}/resolve': () => ({ choice: 'main' }),
  'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews': () => ({ status: 'approved' }),
  'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers': async (world) => ({
    users: [await anotherMember(world)],
  }),
  'POST /v1/spaces/{spaceId}/content/page/{pageId}/move': async (world) => ({ space: await anEditedSpace(world) }),
  'POST /v1/spaces/{spaceId}/content/page/{pageId}/copy': () => ({ title: 'Copy' }),
  'POST /v1/orgs/{organizationId}/templates': async (world) => ({
    space: world.spaceId,
    page: await anEntry(world, 'page'),
  }),
  'PATCH /v1/spaces/{spaceId}/content/page/{pageId}/freshness': () => ({ reviewAt: '2027-01-31T00:00:00Z' }),
  'POST /v1/spaces/{spaceId}/content/page/{pageId}/verify': () => ({ reviewAt: '2099-01-31T00:00:00Z' }),
  'POST /v1/spaces/{spaceId}/content/template': async (world) => ({
    id: await contentParams.templateId(world),
  }),
  'POST /v1/spaces/{spaceId}/content': () => ({ changes: [{ operation: 'insert_page', title: 'New' }] }),
  'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content': () => ({
    changes: [{ operation: 'insert_page', title: 'New' }],
  }),
};
