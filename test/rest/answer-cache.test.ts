import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../src/app/http/server.ts';
import { processedSpec } from '../openapi-specs.ts';
import { aSectionedSite, aSitesWorld, type SitesWorld } from '../published-sites.ts';
import { aShareLink, aSiteSpace, lookUp, write } from '../visitors-world.ts';

let world: SitesWorld;
/** Two servers on the same database: one remembers answers, the other reads each URL for the first time. */
let remembering: FastifyInstance;
let fresh: FastifyInstance;
beforeAll(async () => {
  world = await aSitesWorld('remembered-docs');
  [remembering, fresh] = (await Promise.all([0, 1].map(() => createServer(world.server.platform)))) as [
    FastifyInstance,
    FastifyInstance,
  ];
});
afterAll(() => Promise.all([remembering.close(), fresh.close()]));

const withAnother = async <Result>(run: (another: FastifyInstance) => Promise<Result>) => {
  const another = await createServer(world.server.platform);
  try {
    return await run(another);
  } finally {
    await another.close();
  }
};

/** Status and body of a read with the token of a visitor. */
async function readBy(app: FastifyInstance, token: string, url: string) {
  const reply = await app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });
  return { status: reply.statusCode, body: reply.json() as unknown, etag: reply.headers.etag };
}

const tokenAt = async (url: string, jwtToken?: string): Promise<string> =>
  (await lookUp(world.server, url, jwtToken === undefined ? {} : { jwtToken })).body.apiToken;

const revisionOf = async (spaceId: string): Promise<string> =>
  (await world.owner.rest(`GET /v1/spaces/${spaceId}`)).body.revision;

const page = (ref: string, markdown: string, condition?: string) => ({
  operation: 'insert_page',
  ref,
  title: ref,
  document: { markdown },
  ...(condition === undefined ? {} : { condition }),
});

/** A site with two sections, whose space `latest` has a page. */
async function aReadSite(values: Parameters<typeof aSectionedSite>[1] = {}) {
  const site = await aSectionedSite(world, values);
  const { spaceId } = site.latest;
  const ids = await write(world.owner, spaceId, [
    page('shown', 'Text{% if visitor.claims.beta %}\nBeta\n{% endif %}'),
    page('beta', 'For beta users', 'visitor.claims.beta'),
  ]);
  const documentOf = async (ref: string) =>
    `/v1/spaces/${spaceId}/revisions/${await revisionOf(spaceId)}/page/${ids.get(ref)}/document?evaluated=true`;
  const at = `/v1/orgs/${world.organizationId}/sites/${site.id}`;
  return { ...site, at, published: `${at}/published`, structure: `${at}/structure`, documentOf };
}
type ReadSite = Awaited<ReturnType<typeof aReadSite>>;

const appearance = { styling: { theme: 'bold' } };

/** Writes that change the answers to visitors of a site, sent to another server on the same database. */
const writes: Record<string, (site: ReadSite) => readonly (readonly [signature: string, body?: object])[]> = {
  'the title of the site': ({ at }) => [[`PATCH ${at}`, { title: 'New' }]],
  'its visibility': ({ at }) => [[`PATCH ${at}`, { visibility: 'unlisted' }]],
  'its basename': ({ at, id }) => [[`PATCH ${at}`, { basename: `x${id.slice(-8).replaceAll(/[^a-z]/g, 'x')}` }]],
  'the title of a section': ({ at, docs }) => [[`PATCH ${at}/sections/${docs}`, { title: 'New' }]],
  'the condition of a section': ({ at, api }) => [[`PATCH ${at}/sections/${api}`, { condition: 'false' }]],
  'the path of a site space': ({ at, older }) => [[`PATCH ${at}/site-spaces/${older.id}`, { path: 'v0' }]],
  'the condition of a site space': ({ at, older }) => [[`PATCH ${at}/site-spaces/${older.id}`, { condition: 'false' }]],
  'a site space less': ({ at, older }) => [[`DELETE ${at}/site-spaces/${older.id}`]],
  'the order of the sections': ({ at, api, docs }) => [
    [`POST ${at}/sections/${api}/move`, { position: { before: { type: 'site-section', siteSection: docs } } }],
  ],
  'a group': ({ at, api }) => [[`POST ${at}/section-groups`, { title: 'Group', sections: [api] }]],
  'the appearance': ({ at }) => [[`PATCH ${at}/customization`, appearance]],
  'the appearance of a site space': ({ at, older }) => [
    [`PATCH ${at}/site-spaces/${older.id}/customization`, appearance],
  ],
  'the title of a space': ({ older }) => [[`PATCH /v1/spaces/${older.spaceId}`, { title: 'New' }]],
  'the content of a space': ({ older }) => [
    [`POST /v1/spaces/${older.spaceId}/content`, { changes: [page('new', 'New')] }],
  ],
  'a deleted space': ({ at, older }) => [
    [`DELETE ${at}/site-spaces/${older.id}`],
    [`DELETE /v1/spaces/${older.spaceId}`],
  ],
  'the first redirect': ({ at, older }) => [
    [`POST ${at}/redirects`, { source: '/old', destination: { kind: 'site-space', siteSpaceId: older.id } }],
  ],
  'the hostname of the organization': ({ id }) => [
    [`PATCH /v1/orgs/${world.organizationId}`, { hostname: `h${id.slice(-8).toLowerCase().replaceAll(/\W|_/g, 'x')}` }],
  ],
};

describe('the remembered answers of a published site', () => {
  it.each(Object.entries(writes))('the next answer of another process shows %s', async (what, changes) => {
    const site = await aReadSite();
    const token = await tokenAt(site.url);
    for (const url of [site.published, site.structure]) {
      await readBy(remembering, token, url);
      expect((await readBy(remembering, token, url)).status).toBe(200);
    }
    const before = await readBy(remembering, token, site.published);
    for (const [signature, body] of changes(site)) {
      const { status, body: problem } = await world.owner.rest(signature, body);
      expect(status, JSON.stringify(problem)).toBeLessThan(300);
    }
    expect(await readBy(remembering, token, site.published)).toEqual(await readBy(fresh, token, site.published));
    expect(await readBy(remembering, token, site.structure)).toEqual(await readBy(fresh, token, site.structure));
    expect(await readBy(remembering, token, site.published)).not.toEqual(before);
    if (what.includes('organization'))
      await world.owner.rest(`PATCH /v1/orgs/${world.organizationId}`, { hostname: world.host });
  });

  it('every table that the answers are read from is named by their stamp', async () => {
    const site = await aReadSite();
    const token = await tokenAt(site.url);
    const { statements } = world.server;
    for (const url of [site.published, site.structure]) {
      await statements.reset();
      expect((await withAnother((another) => readBy(another, token, url))).status).toBe(200);
      const [stamp = '', ...reads] = statements.texts.filter((text) => /"?site/.test(text));
      expect(reads.length).toBeGreaterThan(1);
      expect([...new Set(reads.flatMap(listTables))].filter((table) => !listTables(stamp).includes(table))).toEqual([]);
    }
  });
});

const listTables = (text: string) =>
  [...text.matchAll(/\b(?:from|join)\s+"?([a-z_]+)"?\s/g)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'lateral');

async function publishSpec(summary: string) {
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Cats', version: '1' },
    paths: { '/cats': { get: { summary, responses: {} } } },
  });
  await world.owner.rest(`PUT /v1/orgs/${world.organizationId}/openapi/remembered`, { source: { text } });
  await processedSpec(world.owner, world.organizationId, 'remembered');
}

describe('the remembered documents of a published space', () => {
  it('a document is answered again by one statement, byte for byte, with its ETag', async () => {
    const site = await aReadSite();
    const token = await tokenAt(site.url);
    const { statements } = world.server;
    for (const url of [await site.documentOf('shown'), site.published]) {
      const first = await readBy(remembering, token, url);
      await statements.reset();
      const again = await readBy(remembering, token, url);
      expect(first.status).toBe(200);
      expect(again).toEqual(first);
      expect(statements.texts).toHaveLength(1);
    }
  });

  it('visitors with other claims get answers of their own', async () => {
    const site = await aReadSite();
    const [plain, beta] = [await tokenAt(site.url), await tokenAt(site.url, await site.tokenFor({ beta: true }))];
    const [shown, hidden] = [await site.documentOf('shown'), await site.documentOf('beta')];
    for (const _turn of [1, 2]) {
      expect(JSON.stringify((await readBy(remembering, beta, shown)).body)).toContain('Beta');
      expect(JSON.stringify((await readBy(remembering, plain, shown)).body)).not.toContain('Beta');
      expect((await readBy(remembering, beta, hidden)).status).toBe(200);
      expect((await readBy(remembering, plain, hidden)).status).toBe(404);
    }
  });

  it('a document of a replaced revision is no longer remembered, and the new one is shown', async () => {
    const site = await aReadSite();
    const token = await tokenAt(site.url);
    const before = await site.documentOf('shown');
    for (const _turn of [1, 2]) expect((await readBy(remembering, token, before)).status).toBe(200);
    const pageId = /page\/([^/]+)/.exec(before)?.[1];
    const text = { operation: 'update_page', page: pageId, document: { markdown: 'Replaced text' } };
    await write(world.owner, site.latest.spaceId, [text]);
    expect(JSON.stringify((await readBy(remembering, token, await site.documentOf('shown'))).body)).toContain(
      'Replaced',
    );
    const { statements } = world.server;
    await readBy(remembering, token, before);
    await statements.reset();
    await readBy(remembering, token, before);
    expect(statements.texts.length).toBeGreaterThan(1);
  });

  it('a document that shows a specification follows its next version', async () => {
    const site = await aReadSite();
    const token = await tokenAt(site.url);
    await publishSpec('First');
    const block = '{% openapi-operation spec="remembered" path="/cats" method="get" %}\n{% endopenapi-operation %}';
    const ids = await write(world.owner, site.latest.spaceId, [page('api', block)]);
    const revision = await revisionOf(site.latest.spaceId);
    const url = `/v1/spaces/${site.latest.spaceId}/revisions/${revision}/page/${ids.get('api')}/document`;
    for (const _turn of [1, 2]) expect(JSON.stringify((await readBy(remembering, token, url)).body)).toContain('First');
    await publishSpec('Second');
    expect(JSON.stringify((await readBy(remembering, token, url)).body)).toContain('Second');
  });

  it('an id that no database text can hold is not found', async () => {
    const site = await aReadSite();
    const token = await tokenAt(site.url);
    const document = await site.documentOf('shown');
    for (const url of [
      document.replace(/spaces\/[^/]+/, 'spaces/%00'),
      document.replace(/revisions\/[^/]+/, 'revisions/%00'),
    ])
      expect((await readBy(remembering, token, url)).status).toBeOneOf([400, 404]);
  });
});

describe('the end of what a visitor may read', () => {
  const ends: Record<string, (site: ReadSite) => readonly (readonly [signature: string, body?: object])[]> = {
    'the site is unpublished': ({ at }) => [[`POST ${at}/unpublish`]],
    'the site is deleted': ({ at }) => [[`DELETE ${at}`]],
    'the site asks for visitor tokens': ({ at }) => [[`PATCH ${at}`, { visibility: 'visitor-auth' }]],
    'the site asks for a share link': ({ at }) => [[`PATCH ${at}`, { visibility: 'share-link' }]],
  };
  it.each(Object.entries(ends))('remembered answers end with the request after %s', async (_what, changes) => {
    const site = await aReadSite();
    const token = await tokenAt(site.url);
    const urls = [site.published, site.structure, await site.documentOf('shown')];
    for (const url of [...urls, ...urls]) expect((await readBy(remembering, token, url)).status).toBe(200);
    for (const [signature, body] of changes(site))
      expect((await world.owner.rest(signature, body)).status).toBeLessThan(300);
    for (const url of urls) expect((await readBy(remembering, token, url)).status).toBe(404);
  });

  it('remembered answers end with the request after their share link is revoked', async () => {
    const site = await aReadSite({ visibility: 'share-link' });
    const link = await aShareLink(world.server, site.id);
    const token = await tokenAt(`${site.url}/${link.key}`);
    const urls = [site.published, await site.documentOf('shown')];
    for (const url of [...urls, ...urls]) expect((await readBy(remembering, token, url)).status).toBe(200);
    expect((await world.owner.rest(`PATCH ${site.at}/share-links/${link.id}`, { active: false })).status).toBe(200);
    for (const url of urls) expect((await readBy(remembering, token, url)).status).toBe(404);
  });

  it('remembered answers end with the request after the key of visitors is regenerated', async () => {
    const site = await aReadSite({ visibility: 'visitor-auth' });
    const token = await tokenAt(site.url, await site.tokenFor({ beta: true }));
    const urls = [site.published, await site.documentOf('beta')];
    for (const url of [...urls, ...urls]) expect((await readBy(remembering, token, url)).status).toBe(200);
    expect((await world.owner.rest(`POST ${site.at}/publishing/auth/regenerate`)).status).toBe(200);
    for (const url of urls) expect((await readBy(remembering, token, url)).status).toBe(404);
  });

  it('a document ends with the request after its space leaves the site, or is hidden in all its places', async () => {
    const site = await aReadSite();
    const part = { siteId: site.id, organizationId: world.organizationId };
    const second = await aSiteSpace(world.server, part, {
      path: 'again',
      sectionId: site.api,
      spaceId: site.latest.spaceId,
    });
    const token = await tokenAt(site.url);
    const url = await site.documentOf('shown');
    for (const _turn of [1, 2]) expect((await readBy(remembering, token, url)).status).toBe(200);
    await world.owner.rest(`DELETE ${site.at}/site-spaces/${site.latest.id}`);
    for (const _turn of [1, 2]) expect((await readBy(remembering, token, url)).status).toBe(200);
    await world.owner.rest(`PATCH ${site.at}/sections/${site.api}`, { condition: 'false' });
    expect((await readBy(remembering, token, url)).status).toBe(404);
    await world.owner.rest(`PATCH ${site.at}/sections/${site.api}`, { condition: null });
    expect((await readBy(remembering, token, url)).status).toBe(200);
    await world.owner.rest(`DELETE ${site.at}/site-spaces/${second.id}`);
    expect((await readBy(remembering, token, url)).status).toBe(404);
  });
});

describe('the look-up of a site whose parts are known', () => {
  const seen = async (url: string) => {
    const { status, body } = await lookUp(world.server, url);
    return status === 200 ? [body.siteSection, body.siteSpace, body.complete] : status;
  };

  it('a look-up follows each change of the parts of the site', async () => {
    const site = await aReadSite();
    const { owner } = world;
    const changed = async (signature: string, body?: object) =>
      expect((await owner.rest(signature, body)).status).toBeLessThan(300);
    const api = [site.api, site.reference.id, true];
    for (const _turn of [1, 2]) expect(await seen(`${site.url}/api`)).toEqual(api);
    await changed(`PATCH ${site.at}/sections/${site.api}`, { path: 'interface' });
    expect(await seen(`${site.url}/interface`)).toEqual(api);
    await changed(`PATCH ${site.at}/sections/${site.api}`, { condition: 'false' });
    expect(await seen(`${site.url}/interface`)).not.toEqual(api);
    await changed(`PATCH ${site.at}/sections/${site.api}`, { condition: null });
    expect(await seen(`${site.url}/interface`)).toEqual(api);

    expect(await seen(`${site.url}/docs/v1`)).toEqual([site.docs, site.older.id, true]);
    await changed(`PATCH ${site.at}/site-spaces/${site.older.id}`, { path: 'v0' });
    expect(await seen(`${site.url}/docs/v0`)).toEqual([site.docs, site.older.id, true]);
    await changed(`DELETE ${site.at}/site-spaces/${site.older.id}`);
    expect(await seen(`${site.url}/docs/v0`)).not.toEqual([site.docs, site.older.id, true]);

    const part = { siteId: site.id, organizationId: world.organizationId };
    const added = await aSiteSpace(world.server, part, { path: 'v0', sectionId: site.docs });
    expect(await seen(`${site.url}/docs/v0`)).toEqual([site.docs, added.id, true]);
    await world.server.platform.db.prisma.space.update({
      where: { id: added.spaceId },
      data: { deletedAt: world.server.platform.services.now() },
    });
    expect(await seen(`${site.url}/docs/v0`)).not.toEqual([site.docs, added.id, true]);
    await changed(`POST ${site.at}/unpublish`);
    expect(await seen(`${site.url}/interface`)).toBe(404);
  });

  it('a site that takes the address of another is looked up with its own parts', async () => {
    const [one, other] = [await aReadSite(), await aReadSite()];
    for (const _turn of [1, 2]) expect(await seen(`${one.url}/api`)).toEqual([one.api, one.reference.id, true]);
    expect((await world.owner.rest(`PATCH ${one.at}`, { basename: `${one.basename}old` })).status).toBe(200);
    expect((await world.owner.rest(`PATCH ${other.at}`, { basename: one.basename })).status).toBe(200);
    expect(await seen(`${one.url}/api`)).toEqual([other.api, other.reference.id, true]);
  });
});
