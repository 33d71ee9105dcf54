/** The view of each path of the desk: of those in `urls.app`, and of its own. */
export const paths = {
  '/app': 'home',
  '/app/search': 'search',
  '/orgs/:organizationId': 'organization',
  '/orgs/:organizationId/sites/:siteId': 'site',
  '/orgs/:organizationId/openapi/:slug': 'specification',
  '/collections/:collectionId': 'collection',
  '/spaces/:spaceId': 'space',
  '/spaces/:spaceId/pages/:pageId': 'page',
  '/spaces/:spaceId/revisions/:revisionId': 'revision',
  '/spaces/:spaceId/change-requests/:changeRequestId': 'change-request',
  '/spaces/:spaceId/change-requests/:changeRequestId/pages/:pageId': 'page',
  '/spaces/:spaceId/change-requests/:changeRequestId/pages/:pageId/edit': 'edit',
  '/integrations/:name': 'integration',
  '/integrations/:name/installations/:installationId': 'integration',
} as const;
