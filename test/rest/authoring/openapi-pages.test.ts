import { beforeAll, describe, expect, test } from 'vitest';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { processedSpec } from '../../openapi-specs.ts';

let server: Harness;
let owner: Caller;
let org: string;
let spaceId: string;
let rootId: string;

/** A specification with an operation for each tag. */
const specification = (title: string, tags: readonly string[]) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1', description: `All about ${title}` },
    paths: Object.fromEntries(
      tags.map((tag) => [
        `/${tag.toLowerCase()}`,
        { get: { tags: [tag], summary: `List ${tag}`, description: `Finds every ${tag} quickly`, responses: {} } },
      ]),
    ),
    components: { schemas: { Cat: { type: 'object', description: 'A small beast' } } },
  });

async function publish(slug: string, text: string) {
  await owner.rest(`PUT /v1/orgs/${org}/openapi/${slug}`, { source: { text } });
  return processedSpec(owner, org, slug);
}

const computed = (spec: string, models = false) => ({
  type: 'builtin:openapi',
  dependencies: { spec: { ref: { kind: 'openapi', spec } } },
  props: { models },
});
const insert = (place: string, spec: string, models = false) =>
  owner.rest(`POST /v1/spaces/${place}/content`, {
    changes: [{ operation: 'insert_page', type: 'computed', title: 'API', computed: computed(spec, models) }],
  });
const pagesOf = async (place: string, query = '') =>
  (await owner.rest(`GET /v1/spaces/${place}/content/pages${query}`)).body.pages;
const titles = (pages: any[]): any[] =>
  pages.map((page) => (page.pages.length > 0 ? [page.title, ...titles(page.pages)] : page.title));
const revisionOf = async () => (await owner.rest(`GET /v1/spaces/${spaceId}`)).body.revision;

beforeAll(async () => {
  server = await startServer();
  ({ id: org, owner } = await anOrganization(server));
  ({ id: spaceId } = await aSpace(server, org));
  await publish('zoo', specification('Zoo', ['Cats', 'Dogs']));
  expect((await insert(spaceId, 'zoo', true)).status).toBe(200);
  [{ id: rootId }] = await pagesOf(spaceId);
});

describe('a computed page of an OpenAPI specification', () => {
  test('a computed page has a page for each tag and one for the models, in every read of the content', async () => {
    expect(titles(await pagesOf(spaceId))).toEqual([['API', 'Cats', 'Dogs', 'Models']]);
    const revision = await revisionOf();
    expect(titles((await owner.rest(`GET /v1/spaces/${spaceId}/content`)).body.pages)).toEqual([
      ['API', 'Cats', 'Dogs', 'Models'],
    ]);
    expect(titles((await owner.rest(`GET /v1/spaces/${spaceId}/revisions/${revision}/pages`)).body.pages)[0]).toContain(
      'Dogs',
    );
    const { body } = await owner.rest(`GET /v1/spaces/${spaceId}/content/path/api/cats`);
    expect(body.markdown).toContain('{% openapi-operation spec="zoo" path="/cats" method="get" %}');
    expect(body.computed.props).toEqual({ doc: 'operations', page: 'tag:Cats' });
    const { lastVersion } = (await owner.rest(`GET /v1/orgs/${org}/openapi/zoo`)).body;
    expect(body.computedSeed).toBe(lastVersion);
    const byId = await owner.rest(`GET /v1/spaces/${spaceId}/content/page/${body.id}`);
    expect(byId.body).toEqual(body);
    const document = await owner.rest(`GET /v1/spaces/${spaceId}/revisions/${revision}/page/${body.id}/document`);
    expect(document.body.nodes.length).toBeGreaterThan(0);
    const { data } = (
      await owner.graphql(`query ($id: ID!) { space(id: $id) { content { allPages { title path } } } }`, {
        id: spaceId,
      })
    ).body;
    expect(data.space.content.allPages).toContainEqual({ title: 'Cats', path: 'api/cats' });
  });

  test('computed=false leaves out the generated pages and their texts', async () => {
    expect(titles(await pagesOf(spaceId, '?computed=false'))).toEqual(['API']);
    const cats = (await owner.rest(`GET /v1/spaces/${spaceId}/content/path/api/cats?computed=false`)).body;
    expect(cats.markdown).toBeUndefined();
  });

  test('generated pages are found by search and printed', async () => {
    const { body } = await owner.rest(`GET /v1/spaces/${spaceId}/search?query=quickly`);
    expect(body.items.map(({ title }: any) => title)).toEqual(expect.arrayContaining(['Cats', 'Dogs']));
    const pdf = await owner.rest(`GET /v1/spaces/${spaceId}/pdf`);
    expect(pdf.status).toBe(200);
    expect(await server.platform.db.prisma.pdfExport.findFirst({ where: { spaceId } })).toMatchObject({
      pages: expect.any(Number),
    });
  });

  test('an operation with two tags stands on both pages, with its letters in the text, the document and search', async () => {
    const { id: place } = await aSpace(server, org);
    const document = {
      openapi: '3.0.3',
      info: { title: 'Types', version: '1', description: 'See <https://docs.example.org/start>.' },
      paths: {
        '/map': {
          get: {
            tags: ['Maps', 'Lists'],
            summary: 'Convert List<Zebra> to Map<string, Gnu>',
            description: 'Returns `Map<string, Okapi>` in [0, 1).',
            responses: { default: { $ref: '#/components/responses/Wrong' } },
          },
        },
      },
      components: { responses: { Wrong: { description: 'A Set<Quagga>' } } },
    };
    await publish('types', JSON.stringify(document));
    expect((await insert(place, 'types')).status).toBe(200);
    const [root] = await pagesOf(place);
    expect(root.pages.map(({ title }: any) => title)).toEqual(['Maps', 'Lists']);
    const revision = (await owner.rest(`GET /v1/spaces/${place}`)).body.revision;
    const lists = await owner.rest(`GET /v1/spaces/${place}/content/path/api/lists`);
    expect(lists.body.markdown).toContain('Returns `Map<string, Okapi>` in [0, 1).');
    const info = await owner.rest(`GET /v1/spaces/${place}/revisions/${revision}/page/${root.id}/document`);
    expect(JSON.stringify(info.body)).toContain('"https://docs.example.org/start"');
    for (const [query = '', text = ''] of [
      ['zebra', '"Convert List<Zebra> to Map<string, Gnu>"'],
      ['okapi', 'Returns Map<string, Okapi> in [0, 1).'],
      ['quagga', 'Set<Quagga>'],
    ]) {
      const { body } = await owner.rest(`GET /v1/spaces/${place}/search?query=${query}`);
      expect(body.items.map(({ title }: any) => title).toSorted()).toEqual(['Lists', 'Maps']);
      expect(JSON.stringify(body.items)).toContain(text);
    }
  });

  test('a new version keeps ids and paths, and earlier revisions stay as they were', async () => {
    const before = await revisionOf();
    const [root] = await pagesOf(spaceId);
    const { id: catsId } = root.pages[0];
    await publish('zoo', specification('Zoo', ['Birds', 'Cats']));
    const [next] = await pagesOf(spaceId);
    expect(titles([next])).toEqual([['API', 'Birds', 'Cats', 'Models']]);
    expect(next.pages.find(({ title }: any) => title === 'Cats')).toMatchObject({ id: catsId, path: 'api/cats' });
    const former = await owner.rest(`GET /v1/spaces/${spaceId}/revisions/${before}/pages`);
    expect(titles(former.body.pages)).toEqual([['API', 'Cats', 'Dogs', 'Models']]);
    const gone = await owner.rest(`GET /v1/spaces/${spaceId}/revisions/${before}/path/api/dogs`);
    expect(gone.body.markdown).toContain('List Dogs');
    const revision = (await owner.rest(`GET /v1/spaces/${spaceId}/revisions/${await revisionOf()}`)).body;
    expect(revision.type).toBe('computed');
    const found = await owner.rest(`GET /v1/spaces/${spaceId}/search?query=Birds`);
    expect(found.body.items.map(({ title }: any) => title)).toContain('Birds');
  });

  test('a refresh without a change writes no revision', async () => {
    const before = await revisionOf();
    const { lastVersion } = await publish('zoo', specification('Zoo', ['Birds', 'Cats']));
    expect(lastVersion).toBeDefined();
    expect(await revisionOf()).toBe(before);
  });

  test('generated pages cannot be edited, moved, deleted or given pages below them', async () => {
    const [{ id: page }] = (await pagesOf(spaceId))[0].pages;
    for (const change of [
      { operation: 'update_page', page, title: 'Mine' },
      { operation: 'move_page', page, into: null },
      { operation: 'delete_page', page },
      { operation: 'insert_page', title: 'Mine', into: page },
      { operation: 'insert_page', title: 'Mine', into: rootId },
    ]) {
      const { status, body } = await owner.rest(`POST /v1/spaces/${spaceId}/content`, { changes: [change] });
      expect([change.operation, status, body.error.type]).toEqual([change.operation, 400, 'validation_failed']);
    }
  });

  test('the source of a computed page can be changed, and the link to it is broken only while there is none', async () => {
    await publish('farm', specification('Farm', ['Cows']));
    const { id } = await aSpace(server, org);
    await insert(id, 'farm');
    const statuses = async () =>
      (await owner.rest(`GET /v1/spaces/${id}/links`)).body.items.map(({ relation, status }: any) => [
        relation,
        status,
      ]);
    expect(await statuses()).toEqual([['dependsOn', 'ok']]);
    const [{ id: page }] = await pagesOf(id);
    const update = (spec: string) =>
      owner.rest(`POST /v1/spaces/${id}/content`, {
        changes: [{ operation: 'update_page', page, computed: computed(spec) }],
      });
    await update('absent');
    expect(titles(await pagesOf(id))).toEqual(['API']);
    expect(await statuses()).toEqual([['dependsOn', 'broken']]);
    await publish('absent', specification('Late', ['Owls']));
    expect(titles(await pagesOf(id))).toEqual([['API', 'Owls']]);
    const { body } = await owner.rest(`GET /v1/orgs/${org}/openapi/absent/used-by`);
    expect(body.items.map((item: any) => [item.kind, item.space.id, item.page.id])).toEqual([['page', id, page]]);
    await owner.rest(`DELETE /v1/orgs/${org}/openapi/absent`);
    await expect.poll(() => pagesOf(id)).toMatchObject([{ pages: [] }]);
  });
});

describe('a change request with a computed page', () => {
  const open = async (id: string) =>
    (await owner.rest(`POST /v1/spaces/${id}/change-requests`, { subject: 'New' })).body.id as string;

  test('a new version reaches a page that the change request adds, and merging makes it the latest', async () => {
    const { id } = await aSpace(server, org);
    await publish('shop', specification('Shop', ['Carts']));
    const place = `${id}/change-requests/${await open(id)}`;
    await insert(place, 'shop');
    expect(titles(await pagesOf(place))).toEqual([['API', 'Carts']]);
    await publish('shop', specification('Shop', ['Carts', 'Orders']));
    expect(titles(await pagesOf(place))).toEqual([['API', 'Carts', 'Orders']]);
    const merged = await owner.rest(`POST /v1/spaces/${place}/merge`);
    expect(merged.body.result).toBe('merge');
    expect(titles(await pagesOf(id))).toEqual([['API', 'Carts', 'Orders']]);
  });

  test('a version in main content and changed settings in the change request never conflict', async () => {
    const { id } = await aSpace(server, org);
    await publish('bank', specification('Bank', ['Loans']));
    await insert(id, 'bank');
    const [{ id: page }] = await pagesOf(id);
    const place = `${id}/change-requests/${await open(id)}`;
    await owner.rest(`POST /v1/spaces/${place}/content`, {
      changes: [{ operation: 'update_page', page, title: 'Bank API', computed: computed('bank', true) }],
    });
    await publish('bank', specification('Bank', ['Accounts', 'Loans']));
    expect((await owner.rest(`POST /v1/spaces/${place}/update`)).body.result).toBe('update');
    expect(titles(await pagesOf(place))).toEqual([['Bank API', 'Accounts', 'Loans', 'Models']]);
    expect((await owner.rest(`POST /v1/spaces/${place}/merge`)).body.result).toBe('merge');
    expect(titles(await pagesOf(id))).toEqual([['Bank API', 'Accounts', 'Loans', 'Models']]);
  });

  test('a change request that deletes the computed page removes what a later version added', async () => {
    const { id } = await aSpace(server, org);
    await publish('park', specification('Park', ['Trees']));
    await insert(id, 'park');
    const [{ id: page }] = await pagesOf(id);
    const place = `${id}/change-requests/${await open(id)}`;
    await owner.rest(`POST /v1/spaces/${place}/content`, { changes: [{ operation: 'delete_page', page }] });
    await publish('park', specification('Park', ['Trees', 'Ponds']));
    expect((await owner.rest(`POST /v1/spaces/${place}/merge`)).body.result).toBe('merge');
    expect(await pagesOf(id)).toEqual([]);
    const entries = { line: id, toSeq: null, deleted: false };
    expect(await server.platform.db.prisma.contentEntry.count({ where: entries })).toBe(0);
  });

  test('a rollback restores the computed page with the pages of the latest version', async () => {
    const { id } = await aSpace(server, org);
    await publish('lake', specification('Lake', ['Boats']));
    await insert(id, 'lake');
    const { revision } = (await owner.rest(`GET /v1/spaces/${id}`)).body;
    const [{ id: page }] = await pagesOf(id);
    await owner.rest(`POST /v1/spaces/${id}/content`, { changes: [{ operation: 'delete_page', page }] });
    await publish('lake', specification('Lake', ['Boats', 'Fish']));
    const mutation = `mutation ($id: ID!, $revision: ID!) { rollbackSpace(spaceId: $id, revisionId: $revision) { revision { id } } }`;
    const { body } = await owner.graphql(mutation, { id, revision });
    expect(body.errors).toBeUndefined();
    expect(titles(await pagesOf(id))).toEqual([['API', 'Boats', 'Fish']]);
  });
});
