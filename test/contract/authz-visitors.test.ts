import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/rest/__generated__/routes.ts';
import type { Route } from '../../src/rest/route.ts';
import { anOpenApiSpec } from '../factories.ts';
import type { Caller, Harness } from '../harness.ts';
import { aPlainSite, aSitesWorld, type SitesWorld } from '../published-sites.ts';
import { aRedirect } from '../site-settings-factories.ts';
import { siteServer } from '../site-server.ts';
import { aShareLink, lookUp, readerOf, write } from '../visitors-world.ts';

// The matrix has a row of roles for each operation. This file tests two principals without a role: the visitor of a
// site, with the token of a look-up, and a user with a share key who is not a member.

let world: SitesWorld;
let server: Harness;
let visitor: ReturnType<typeof readerOf>;
let outsider: Caller;
let key: string;
let params: Readonly<Record<string, string>>;
let queries: Readonly<Record<string, string>>;

beforeAll(async () => {
  world = await aSitesWorld('matrix-docs');
  ({ server } = world);
  const site = await aPlainSite(world, { visibility: 'share-link' });
  ({ key } = await aShareLink(server, site.id));
  const web = await siteServer(() => ({ body: '<title>A talk</title>' }));
  await anOpenApiSpec(server, world.organizationId, { slug: 'shown', createdById: world.owner.userId });
  const markdown = `{% embed url="${web.origin}/talk" %}\n\n{% openapi-operation spec="shown" path="/pets" method="get" %}\n[x](https://example.org)\n{% endopenapi-operation %}`;
  await write(world.owner, site.spaceId, [
    { operation: 'insert_page', title: 'Shown', document: { markdown } },
    { operation: 'insert_reusable_content', title: 'Note', document: { markdown: 'A note' } },
  ]);
  await aRedirect(server, site.id, '/old', { kind: 'site-space', siteSpaceId: site.siteSpaceId });
  const { body: content } = await world.owner.rest(`GET /v1/spaces/${site.spaceId}/content`);
  const { body: page } = await world.owner.rest(`GET /v1/spaces/${site.spaceId}/content/page/${site.idOf('home')}`);
  params = {
    organizationId: world.organizationId,
    siteId: site.id,
    siteSpaceId: site.siteSpaceId,
    spaceId: site.spaceId,
    revisionId: content.id,
    pageId: site.idOf('home'),
    pagePath: 'guide/deep',
    fileId: site.idOf('shown'),
    documentId: page.documentId,
    reusableContentId: content.reusableContents[0].id,
    specSlug: 'shown',
    userId: world.owner.userId,
  };
  queries = {
    getEmbedByUrlInSpace: `url=${encodeURIComponent(`${web.origin}/talk`)}`,
    getSiteRedirectBySource: 'source=/old',
    searchSpaceContent: 'query=guide',
  };
  visitor = readerOf(server, (await lookUp(server, `${site.url}/${key}`)).body.apiToken);
  outsider = await server.aUser();
});

/** Returns a request for content that the site shows, if the operation reads such content. */
function requestOf({ method, path, operationId }: Route): { signature: string; body: object | undefined } {
  const target = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => params[name] ?? 'none');
  const body = operationId === 'searchSiteContent' ? { query: 'guide' } : {};
  return { signature: `${method} ${target}?${queries[operationId] ?? ''}`, body: method === 'GET' ? undefined : body };
}

/** The operations with the parameter `shareKey`. */
const keyed = routes.filter((route) =>
  JSON.stringify(route.document).includes('"Variable","name":{"kind":"Name","value":"shareKey"}'),
);
const keyedIds = new Set(keyed.map(({ operationId }) => operationId));

/** The reads that show a site. */
const visitorOperations = new Set([
  'getPublishedContentSite',
  'getSiteStructure',
  'listSiteSections',
  'listSiteSpaces',
  'getSiteRedirectBySource',
  'searchSiteContent',
  'getSpaceById',
  'getCurrentRevision',
  'getRevisionById',
  'listPages',
  'listPagesInRevisionById',
  'listFiles',
  'listFilesInRevisionById',
  'getFileById',
  'getFileInRevisionById',
  'getPageById',
  'getPageInRevisionById',
  'getPageByPath',
  'getPageInRevisionByPath',
  'getPageDocumentInRevisionById',
  'getReusableContentById',
  'getReusableContentInRevisionById',
  'getReusableContentDocumentInRevisionById',
  'getDocumentById',
  'searchSpaceContent',
  'listSpaceLinks',
  'listPageLinksInSpace',
  'listPageBacklinksInSpace',
  'listSpaceFileBacklinks',
  'getSpacePDF',
  'getUserById',
  'getEmbedByUrlInSpace',
  'getLatestOpenAPISpecVersionContent',
]);

describe('a visitor of a site', () => {
  it.each(routes)('who calls $method $path gets what the site shows, or 404', async (route) => {
    const { signature, body } = requestOf(route);
    const { status } = await visitor(signature, body);
    expect(status).toBe(visitorOperations.has(route.operationId) ? 200 : 404);
  });

  it('reaches nothing over GraphQL', async () => {
    expect((await visitor('POST /graphql', { query: '{ viewer { id } }' })).status).toBe(404);
  });
});

describe('a user with a share key', () => {
  it('may send it to the operations that the contract names, and to redirects', () => {
    expect([...keyedIds].toSorted()).toEqual([
      'getPublishedContentSite',
      'getSiteRedirectBySource',
      'getSiteStructure',
      'getSpaceById',
      'listSiteSections',
      'listSiteSpaces',
    ]);
  });

  it.each(routes.filter(({ method }) => method === 'GET'))(
    'who calls $method $path reads the site by it, or what everybody reads',
    async (route) => {
      const { signature } = requestOf(route);
      const without = await outsider.rest(signature);
      const given = await outsider.rest(`${signature}&shareKey=${key}`);
      const wrong = await outsider.rest(`${signature}&shareKey=${key}x`);
      const opens = keyedIds.has(route.operationId);
      expect(given.status).toBe(opens ? 200 : without.status);
      expect(wrong.status).toBe(without.status);
      if (opens) expect(without.status).toBe(404);
    },
  );

  it.each(routes.filter(({ method }) => method !== 'GET'))(
    'who calls $method $path changes no more than without it',
    async (route) => {
      const { signature, body } = requestOf(route);
      if (!/\{(?:siteId|spaceId|organizationId)\}/.test(route.path)) return;
      expect((await outsider.rest(`${signature}&shareKey=${key}`, body)).status).toBeGreaterThanOrEqual(400);
    },
  );
});
