import { beforeAll, describe, expect, test } from 'vitest';
import { aChangeRequest, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let spaceId: string;
let pageId: string;
let writtenId: string;

beforeAll(async () => {
  server = await startServer();
  const { id: organizationId, owner: admin } = await anOrganization(server);
  owner = admin;
  ({ id: spaceId } = await aSpace(server, organizationId));
  const computed = {
    type: 'builtin:openapi',
    dependencies: { spec: { ref: { kind: 'openapi', spec: 'petstore' } } },
    props: { models: true },
  };
  const { status } = await owner.rest(`POST /v1/spaces/${spaceId}/content`, {
    changes: [
      { operation: 'insert_page', type: 'computed', title: 'API', computed },
      { operation: 'insert_page', title: 'Written', document: { markdown: 'See [the API](api).' } },
      { operation: 'insert_page', type: 'computed', title: 'Other', computed: { type: 'integration:x:y' } },
    ],
  });
  expect(status).toBe(200);
  [pageId, writtenId] = (await owner.rest(`GET /v1/spaces/${spaceId}/content/pages`)).body.pages.map(
    ({ id }: { id: string }) => id,
  );
});

describe('a computed page', () => {
  test.each([
    ['', 'by id'],
    ['', 'by path'],
    ['format=document&', 'by id'],
  ])('has no text with %scomputed=false %s, and other pages are unchanged', async (query, by) => {
    const { id: changeRequestId } = await aChangeRequest(server, spaceId);
    const bodyKey = query === '' ? 'markdown' : 'document';
    const { revision } = (await owner.rest(`GET /v1/spaces/${spaceId}`)).body;
    for (const place of ['content', `change-requests/${changeRequestId}/content`, `revisions/${revision}`]) {
      const read = async (id: string, path: string, value: boolean) => {
        const target = by === 'by id' ? `page/${id}` : `path/${path}`;
        return (await owner.rest(`GET /v1/spaces/${spaceId}/${place}/${target}?${query}computed=${value}`)).body;
      };
      const full = await read(pageId, 'api', true);
      const bare = await read(pageId, 'api', false);
      expect(full).toHaveProperty(bodyKey);
      const { [bodyKey]: _text, ...rest } = full;
      expect(bare).toEqual(rest);
      expect(bare.computed.type).toBe('builtin:openapi');
      expect(await read(writtenId, 'written', false)).toEqual(await read(writtenId, 'written', true));
    }
  });

  test('stays in the tree with and without computed=false', async () => {
    const { revision } = (await owner.rest(`GET /v1/spaces/${spaceId}`)).body;
    for (const path of ['content/pages', `revisions/${revision}`, `revisions/${revision}/pages`]) {
      const tree = (query: string) => owner.rest(`GET /v1/spaces/${spaceId}/${path}?${query}`);
      expect((await tree('computed=false')).body).toEqual((await tree('computed=true')).body);
      expect((await tree('computed=perhaps')).body.error.details[0].path).toBe('query.computed');
      expect((await tree('metadata=perhaps')).body.error.details[0].path).toBe('query.metadata');
    }
  });

  test('has an empty JSON document in a revision read with computed=false', async () => {
    const { revision } = (await owner.rest(`GET /v1/spaces/${spaceId}`)).body;
    const { body } = await owner.rest(
      `GET /v1/spaces/${spaceId}/revisions/${revision}/page/${pageId}/document?computed=false`,
    );
    expect(body).toMatchObject({ object: 'document', nodes: [] });
  });

  test('has no text in GraphQL when content is read with computed: false', async () => {
    const { data } = (
      await owner.graphql(
        `query ($id: ID!, $page: ID!) { space(id: $id) {
          without: content(computed: false) { page(id: $page) { markdown body { markdown } } allPages { title markdown } }
          with: content { page(id: $page) { markdown } } } }`,
        { id: spaceId, page: pageId },
      )
    ).body;
    expect(data.space).toEqual({
      without: {
        page: { markdown: null, body: null },
        allPages: [
          { title: 'API', markdown: null },
          { title: 'Written', markdown: 'See [the API](api).' },
          { title: 'Other', markdown: null },
        ],
      },
      with: { page: { markdown: '' } },
    });
  });

  test('has a link to its specification, which is broken while the specification does not exist', async () => {
    const { body } = await owner.rest(`GET /v1/spaces/${spaceId}/links`);
    const seen = body.items.map((link: any) => [
      link.relation,
      link.status,
      link.targetReference?.page.title,
      link.locationReferences[0].page.title,
    ]);
    expect(seen).toHaveLength(2);
    expect(seen).toContainEqual(['dependsOn', 'broken', undefined, 'API']);
    expect(seen).toContainEqual(['reference', 'ok', 'API', 'Written']);
    expect(body.stats).toEqual({ total: 2, broken: { total: 1 } });
  });

  test('the dependency link of a computed page follows updates of its source', async () => {
    const relations = async () =>
      (await owner.rest(`GET /v1/spaces/${spaceId}/content/page/${pageId}/links`)).body.items.map(
        ({ relation }: { relation: string }) => relation,
      );
    const change = (dependencies?: object) =>
      owner.rest(`POST /v1/spaces/${spaceId}/content`, {
        changes: [{ operation: 'update_page', page: pageId, computed: { type: 'builtin:openapi', ...dependencies } }],
      });
    expect((await change({ dependencies: { spec: { ref: { kind: 'openapi', spec: 'two' } } } })).status).toBe(200);
    expect(await relations()).toEqual(['dependsOn']);
    const targets = await server.platform.db.prisma.contentLink.findMany({
      where: { line: spaceId, entryId: pageId },
      orderBy: { fromSeq: 'asc' },
      select: { targetId: true },
    });
    expect(targets.map(({ targetId }) => targetId)).toEqual(['petstore', 'two']);
    expect((await change({ dependencies: { spec: { ref: 'two' } } })).status).toBe(200);
    expect(await relations()).toEqual([]);
  });
});
