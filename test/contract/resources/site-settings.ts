import { oneOf, type Table } from './shape.ts';

const site = '/v1/orgs/{organizationId}/sites/{siteId}';
const renderers = '/v1/orgs/{organizationId}/renderers';

const previewKinds = oneOf('site-section', 'site-space', 'page');

/** Answers of the operations on the settings of sites, as those of beyondAnswers. */
export const siteSettingsAnswers: Readonly<Record<string, string>> = {
  [`GET ${renderers}`]: '200 list Renderer',
  [`POST ${renderers}`]: '201 Renderer',
  [`GET ${renderers}/{rendererId}`]: '200 Renderer',
  [`PATCH ${renderers}/{rendererId}`]: '200 Renderer',
  [`DELETE ${renderers}/{rendererId}`]: '205',
  [`GET ${renderers}/{rendererId}/deliveries`]: '200 list Job',
  [`POST ${renderers}/{rendererId}/revalidate`]: '201 Job',
  [`GET ${site}/redirects`]: '200 list SiteRedirect',
  [`POST ${site}/redirects`]: '201 SiteRedirect',
  [`PUT ${site}/redirects`]: '200 SetSiteRedirects',
  [`PATCH ${site}/redirects/{siteRedirectId}`]: '200 SiteRedirect',
  [`DELETE ${site}/redirects/{siteRedirectId}`]: '205',
  [`GET ${site}/redirect`]: '200 FollowedSiteRedirect',
  [`POST ${site}/search`]: '200 list SearchSpaceResult',
  [`GET ${site}/share-links`]: '200 list ShareLink',
  [`POST ${site}/share-links`]: '201 ShareLink',
  [`PATCH ${site}/share-links/{shareLinkId}`]: '200 ShareLink',
  [`DELETE ${site}/share-links/{shareLinkId}`]: '205',
  [`GET ${site}/publishing/auth`]: '200 SitePublishingAuth',
  [`PATCH ${site}/publishing/auth`]: '200 SitePublishingAuth',
  [`POST ${site}/publishing/auth/regenerate`]: '200 SitePublishingAuth',
  'GET /v1/urls/content': '200 ContentAtUrl',
  [`GET ${site}/custom-hostname`]: '200 CustomHostname',
  [`PUT ${site}/custom-hostname`]: '200 CustomHostname',
  [`POST ${site}/custom-hostname/verify`]: '200 CustomHostname',
  [`DELETE ${site}/custom-hostname`]: '205',
  [`GET ${site}/publishing/preview`]: '200 SitePreview',
  [`POST ${site}/permissions`]: '204',
  [`GET ${site}/permissions/users`]: '200 list UserContentPermission',
  [`PATCH ${site}/permissions/users/{userId}`]: '204',
  [`DELETE ${site}/permissions/users/{userId}`]: '204',
  [`GET ${site}/permissions/teams`]: '200 list TeamContentPermission',
  [`PATCH ${site}/permissions/teams/{teamId}`]: '204',
  [`DELETE ${site}/permissions/teams/{teamId}`]: '204',
  [`GET ${site}/permissions/aggregate`]: '200 list UserContentPermission',
  ...Object.fromEntries(
    ['', '/site-spaces/{siteSpaceId}'].flatMap((part) => [
      [`GET ${site}${part}/customization`, '200 any'],
      [`PUT ${site}${part}/customization`, '200 any'],
      [`PATCH ${site}${part}/customization`, '200 any'],
      [`DELETE ${site}${part}/customization`, '205'],
    ]),
  ),
};

export const siteSettings: Table = {
  Renderer: {
    object: '"renderer"',
    id: 'string',
    url: 'string',
    createdAt: 'date-time',
    updatedAt: 'date-time',
    urls: { location: 'string' },
  },
  SiteRedirect: {
    object: '"site-redirect"',
    id: 'string',
    source: 'string',
    destination: {
      kind: oneOf('site-section', 'site-space', 'site-page', 'url'),
      'siteSectionId?': 'string',
      'siteSpaceId?': 'string',
      'pageId?': 'string',
      'url?': 'string',
    },
  },
  FollowedSiteRedirect: { redirect: 'SiteRedirect', target: 'string' },
  SetSiteRedirects: { created: 'number', updated: 'number', items: ['SiteRedirect'] },
  ShareLink: {
    object: '"share-link"',
    id: 'string',
    createdAt: 'date-time',
    'name?': 'string',
    active: 'boolean',
    urls: { 'published?': 'string' },
  },
  SitePublishingAuth: {
    object: '"publishing-auth"',
    backend: oneOf('custom', 'integration'),
    privateKey: 'string',
    'fallbackURL?': 'string',
    'integration?': 'string',
  },
  SitePreview: {
    'url?': 'string',
    claims: { '*': 'any' },
    siteSpace: 'string',
    structure: ['SitePreviewItem'],
    pages: ['SitePreviewItem'],
  },
  CustomHostname: {
    object: '"custom-hostname"',
    hostname: 'string',
    target: { type: '"site"', organization: 'string', site: 'string' },
    isActive: 'boolean',
    record: { type: '"TXT"', name: 'string', value: 'string' },
    'verifiedAt?': 'date-time',
    'checkedAt?': 'date-time',
  },
  ContentAtUrl: {
    'collection?': 'Collection',
    'space?': 'Space',
    'changeRequest?': 'ChangeRequest',
    'page?': 'EmbeddedPage',
  },
  SitePreviewItem: {
    type: previewKinds,
    id: 'string',
    title: 'string',
    'path?': 'string',
    visible: 'boolean',
    'hiddenBy?': { type: previewKinds, id: 'string', condition: 'string' },
  },
};
