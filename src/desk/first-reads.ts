import type { paths } from './paths.ts';

/** A query, and its variables: constants, and `:name` for an id in the address. */
type FirstRead = readonly [query: string, variables: Readonly<Record<string, string | number>>];

const site = { id: ':siteId', organizationId: ':organizationId' };
const organization = { id: ':organizationId' };
const space = { id: ':spaceId' };
const collection = { id: ':collectionId' };
const request = { spaceId: ':spaceId', id: ':changeRequestId' };

/** How many changed entries of a change request are shown at first, and for every wish for more. */
export const changesAtOnce = 20;

/** What the view of each path asks for first, where the address has no query. The page asks for it before the script of the view is there. */
export const firstReads: Readonly<Partial<Record<keyof typeof paths, FirstRead>>> = {
  '/app': ['Home', {}],
  '/app/account': ['Me', {}],
  '/orgs/:organizationId': ['OrganizationView', organization],
  '/orgs/:organizationId/members': ['Members', organization],
  '/orgs/:organizationId/members/:userId': ['MemberView', { ...organization, userId: ':userId' }],
  '/orgs/:organizationId/teams': ['Teams', organization],
  '/orgs/:organizationId/teams/:teamId': ['TeamView', { ...organization, teamId: ':teamId' }],
  '/orgs/:organizationId/settings': ['OrganizationSettings', organization],
  '/orgs/:organizationId/webhooks': ['Webhooks', organization],
  '/orgs/:organizationId/webhooks/:webhookId': ['WebhookView', { ...organization, webhookId: ':webhookId' }],
  '/orgs/:organizationId/sign-in': ['SsoView', organization],
  '/orgs/:organizationId/audit': ['AuditView', organization],
  '/orgs/:organizationId/trash': ['Trash', organization],
  '/orgs/:organizationId/integrations': ['IntegrationsView', organization],
  '/orgs/:organizationId/jobs': ['JobsView', organization],
  '/orgs/:organizationId/due': ['DueView', organization],
  '/orgs/:organizationId/sites/:siteId': ['SiteView', site],
  '/orgs/:organizationId/openapi/:slug': ['SpecificationView', { organizationId: ':organizationId', slug: ':slug' }],
  '/orgs/:organizationId/sites/:siteId/access': ['SiteAccess', site],
  '/orgs/:organizationId/sites/:siteId/structure': ['SiteStructureView', site],
  '/orgs/:organizationId/sites/:siteId/customization': ['SiteCustomizationView', site],
  '/orgs/:organizationId/sites/:siteId/settings': ['SiteSettings', site],
  '/orgs/:organizationId/sites/:siteId/redirects': ['SiteRedirectsView', site],
  '/orgs/:organizationId/sites/:siteId/visitors': ['SiteVisitorsView', site],
  '/collections/:collectionId': ['CollectionView', collection],
  '/collections/:collectionId/access': ['CollectionAccess', collection],
  '/collections/:collectionId/settings': ['CollectionSettings', collection],
  '/spaces/:spaceId': ['SpaceView', space],
  '/spaces/:spaceId/access': ['SpaceAccess', space],
  '/spaces/:spaceId/settings': ['SpaceSettings', space],
  '/spaces/:spaceId/import': ['ImportView', space],
  '/spaces/:spaceId/git': ['GitView', space],
  '/spaces/:spaceId/pages/:pageId': ['PageView', { spaceId: ':spaceId', pageId: ':pageId' }],
  '/spaces/:spaceId/revisions/:revisionId': ['RevisionView', { spaceId: ':spaceId', revisionId: ':revisionId' }],
  '/spaces/:spaceId/change-requests/:changeRequestId': ['ChangeRequestView', { ...request, limit: changesAtOnce }],
  '/spaces/:spaceId/change-requests/:changeRequestId/pages': ['ContentsView', request],
  '/spaces/:spaceId/change-requests/:changeRequestId/pages/:pageId': [
    'RequestPageView',
    { spaceId: ':spaceId', changeRequestId: ':changeRequestId', pageId: ':pageId' },
  ],
  '/spaces/:spaceId/change-requests/:changeRequestId/pages/:pageId/edit': [
    'EditView',
    { ...request, pageId: ':pageId' },
  ],
  '/jobs/:jobId': ['JobView', { id: ':jobId' }],
  '/integrations/:name': ['IntegrationView', { name: ':name' }],
  '/integrations/:name/installations/:installationId': [
    'InstallationView',
    { name: ':name', installationId: ':installationId' },
  ],
};
