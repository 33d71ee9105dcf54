/** Ids in examples. A test replaces them by ids of existing resources. */
const id = (prefix: string) => `${prefix}_8f3kQ2vXbT0aLw5ZrN1y`;

const comment = { body: { markdown: 'The second step needs a screenshot.' } };
const reaction = { addedReactions: ['👍'] };
const specification = { source: { text: 'openapi: 3.1.0\ninfo: {title: Orders, version: 1.0.0}\npaths: {}\n' } };
const pages = {
  changes: [{ operation: 'insert_page', title: 'Quickstart', document: { markdown: 'Install, then start.' } }],
};
const people = { role: 'edit', users: [id('usr')] };
const source = { url: 'https://docs.example.org/handbook.md', source: 'markdown' };
const look = { styling: { theme: 'bold', primaryColor: { light: '#346ddb', dark: '#92b4f4' } } };
const redirect = { source: '/old', destination: { kind: 'url', url: 'https://docs.example.org/new' } };
const placement = { parent: id('col') };
const transfer = { organization: id('org') };
const role = { role: 'edit' };

/**
 * Request bodies that the reference shows, by operation id. A test sends each of them to the server, which must accept
 * it.
 */
export const requestExamples: Readonly<Record<string, object>> = {
  createChangeRequest: { subject: 'Describe the new endpoints' },
  updateChangeRequestById: {
    subject: 'Describe the new endpoints',
    description: { object: 'document', markdown: 'Adds orders and refunds.' },
  },
  resolveConflictInChangeRequest: { choice: 'main' },
  updateCollectionById: { title: 'Guides', description: 'How to do what.' },
  createCollection: { title: 'Guides' },
  moveCollection: placement,
  transferCollection: transfer,
  postCommentInSpace: comment,
  postCommentInChangeRequest: comment,
  updateCommentInSpace: reaction,
  updateCommentInChangeRequest: reaction,
  postCommentReplyInSpace: comment,
  postCommentReplyInChangeRequest: comment,
  updateCommentReplyInSpace: reaction,
  updateCommentReplyInChangeRequest: reaction,
  updateSpaceContent: pages,
  updateChangeRequestContent: pages,
  inviteToSpace: people,
  inviteToCollection: people,
  inviteToSite: people,
  updateUserPermissionInSpace: role,
  updateTeamPermissionInSpace: role,
  updateUserPermissionInCollection: role,
  updateTeamPermissionInCollection: role,
  updateUserPermissionInSite: role,
  updateTeamPermissionInSite: role,
  importOrganization: { url: 'https://example.org/organization.zip' },
  importContent: source,
  importContentInChangeRequest: source,
  previewImport: source,
  previewImportInChangeRequest: source,
  publishIntegration: {
    title: 'Status page',
    description: 'Shows the state of a service on a page.',
    script: 'addEventListener("fetch", () => {});',
    organization: id('org'),
  },
  installIntegration: transfer,
  updateIntegrationInstallation: { paused: true },
  installIntegrationOnSpace: { space: id('spc') },
  updateIntegrationSpaceInstallation: { externalIds: ['channel-7'] },
  installIntegrationOnSite: { siteId: id('site') },
  updateIntegrationSiteInstallation: { externalIds: ['channel-7'] },
  inviteUsersToOrganization: { emails: ['user@example.org'], role: 'edit' },
  createOrganizationInvite: { role: 'read' },
  updateOrganizationInviteById: role,
  updateMemberInOrganizationById: role,
  createRenderer: { url: 'https://docs.example.org', secret: 'c2lnbnMtZXZlcnktY2FsbA' },
  updateRenderer: { secret: 'c2lnbnMtZXZlcnktY2FsbA' },
  createWebhook: { url: 'https://hooks.example.org/octavo', types: ['space.*', 'content.updated'] },
  updateWebhook: { active: true, resumeFrom: 'lastDelivered' },
  redeliverWebhook: { from: '2026-01-01T00:00:00Z', state: 'failed' },
  createOpenAPISpec: { slug: 'orders', ...specification },
  createOrUpdateOpenAPISpecBySlug: specification,
  updateOpenAPISpecBySlug: { visibility: 'private' },
  createApiToken: { name: 'CI', scopes: ['space:read', 'space:content:read'] },
  createOrganization: { title: 'Example' },
  updateOrganizationById: { title: 'Example', emailDomains: ['example.org'] },
  submitChangeRequestReview: { status: 'approved' },
  requestReviewersForChangeRequest: { users: [id('usr')] },
  createOrganizationOIDCProvider: {
    label: 'Company sign-in',
    issuer: 'https://login.example.org',
    clientId: 'octavo',
    clientSecret: 'a secret of the provider',
  },
  updateOrganizationOIDCProvider: {
    trust: 'unless-denied',
    requires: { claim: 'groups', values: ['docs'] },
    roles: [{ claim: 'groups', value: 'docs-admins', role: 'admin' }],
  },
  createOrganizationSAMLProvider: { label: 'Company sign-in' },
  updateOrganizationSAMLProvider: { label: 'Company sign-in', defaultRole: 'read' },
  signInByPasskey: {
    credential: {
      id: '7Yw3mV0pJ1kZ8aXq2sTfLg',
      clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
      authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAA',
      signature: 'MEUCIQDn3yqkS0gXo1Zr5cPq',
    },
    codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  },
  addPasskey: {
    name: 'Phone',
    credential: {
      id: '7Yw3mV0pJ1kZ8aXq2sTfLg',
      clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
      authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2NFAAAAAA',
      publicKey: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE',
      algorithm: -7,
    },
  },
  openSignInLink: { link: 'x0pYc5m7nTzBvX1sJd9LhGfAe2iKo4wQ6xZyUEW3uRk' },
  signInByLink: {
    link: 'x0pYc5m7nTzBvX1sJd9LhGfAe2iKo4wQ6xZyUEW3uRk',
    displayName: 'Grace Hopper',
    credential: {
      id: '7Yw3mV0pJ1kZ8aXq2sTfLg',
      clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
      authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2NFAAAAAA',
      publicKey: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE',
      algorithm: -7,
    },
    codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  },
  createSession: {
    code: 'W3uRkq0pYc5m7nTzBvX1sJd9LhGfAe2iKo4wQ6xZyUE',
    codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  },
  resolvePublishedContentByUrl: { url: 'https://docs.example.org/handbook' },
  createSiteShareLink: { name: 'For partners' },
  updateSiteShareLinkById: { active: false },
  updateSitePublishingAuthById: { fallbackURL: 'https://example.org/sign-in' },
  updateSiteCustomizationById: look,
  overrideSiteCustomizationById: look,
  replaceSiteSpaceCustomizationById: look,
  overrideSiteSpaceCustomizationById: look,
  setSiteCustomHostname: { hostname: 'docs.example.org' },
  createSiteRedirect: redirect,
  upsertSiteRedirects: { redirects: [redirect] },
  updateSiteRedirectById: redirect,
  updateSiteAdaptiveSchema: {
    jsonSchema: { type: 'object', properties: { beta: { type: 'boolean' } }, additionalProperties: false },
  },
  searchSiteContent: { query: 'install' },
  createSite: { title: 'Developer docs', visibility: 'public' },
  updateSiteById: { title: 'Developer docs' },
  sortSiteStructure: {
    item: { type: 'site-space', id: id('ssp') },
    position: { after: { type: 'site-space', id: id('ssp') } },
  },
  addSectionToSite: { spaceId: id('spc') },
  updateSiteSectionById: { title: 'API', path: 'api' },
  moveSiteSection: { position: { before: { type: 'site-section', siteSection: id('sec') } } },
  addSectionGroupToSite: { title: 'Products' },
  updateSiteSectionGroupById: { title: 'Products' },
  addSectionToGroup: { sectionId: id('sec') },
  moveSiteSectionGroup: { position: { before: { type: 'site-section', id: id('sec') } } },
  addSpaceToSite: { spaceId: id('spc') },
  updateSiteSpaceById: { path: 'guides' },
  moveSiteSpace: { position: { after: { type: 'site-space', siteSpace: id('ssp') } } },
  updateSpaceById: { title: 'Handbook', emoji: '📘' },
  createSpace: { title: 'Handbook', emoji: '📘' },
  moveSpace: placement,
  transferSpace: transfer,
  createOrganizationTeam: { title: 'Writers' },
  updateTeamInOrganizationById: { title: 'Writers' },
  updateMembersInOrganizationTeam: { add: [id('usr')] },
  addMemberToOrganizationTeamById: { role: 'member' },
  updateGlossaryEntries: { operations: [{ type: 'insert', translations: { en: 'space', de: 'Bereich' } }] },
  createTranslatedSpace: { space: id('spc'), language: 'fr' },
  markPagesTranslated: { pages: [id('pg')] },
  exportTranslation: { states: ['untranslated', 'outdated'] },
  importTranslation: {
    xliff:
      '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="de"><file id="pg_8f3kQ2vXbT0aLw5ZrN1y.rev_8f3kQ2vXbT0aLw5ZrN1y"><unit id="title"><segment><source>Welcome</source><target>Willkommen</target></segment></unit></file></xliff>',
  },
  createTranslation: { title: 'German' },
  updateTranslation: { title: 'German' },
  setTranslationInstructions: { instructions: 'Address the reader informally.' },
  updateUserById: { displayName: 'Example user' },
};
