import { beforeAll, expect, it } from 'vitest';
import { aCollection, aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let org: string;
beforeAll(async () => {
  server = await startServer();
  ({ id: org, owner } = await anOrganization(server));
});

const find = (caller: Caller, url: string) => caller.rest(`GET /v1/urls/content?url=${encodeURIComponent(url)}`);

async function aWrittenSpace() {
  const { id } = await aSpace(server, org);
  const change = { operation: 'insert_page', title: 'Guide', document: { markdown: 'Text' } };
  const written = await owner.rest(`POST /v1/spaces/${id}/content`, { changes: [change] });
  const page = written.body.changes[0].page.id as string;
  return { id, page, app: (await owner.rest(`GET /v1/spaces/${id}/content/page/${page}`)).body.urls.app as string };
}

it('a collection, a space, a change request and a page are found by the URLs that they have in the application', async () => {
  const { id, page, app } = await aWrittenSpace();
  const space = (await owner.rest(`GET /v1/spaces/${id}`)).body;
  expect((await find(owner, space.urls.app)).body).toEqual({ space });
  expect((await find(owner, `${app}?x=1#anchor`)).body).toMatchObject({
    space: { id },
    page: { id: page, title: 'Guide' },
  });
  const collection = await aCollection(server, org);
  const shelf = (await owner.rest(`GET /v1/collections/${collection.id}`)).body;
  expect((await find(owner, shelf.urls.app)).body).toEqual({ collection: shelf });
  const request = (await owner.rest(`POST /v1/spaces/${id}/change-requests`, {})).body;
  expect((await find(owner, request.urls.app)).body).toMatchObject({
    space: { id },
    changeRequest: { id: request.id },
  });
  const inRequest = await find(owner, `${request.urls.app}/pages/${page}`);
  expect(inRequest.body).toMatchObject({ changeRequest: { id: request.id }, page: { id: page } });
});

it('other URLs, what is absent and what the caller may not read are 404, and no URL is 400', async () => {
  const { id, app } = await aWrittenSpace();
  const root = server.platform.services.urls.app;
  const elsewhere = app.replace(root, 'https://example.org');
  for (const url of [
    elsewhere,
    root,
    `${root}/orgs/${org}`,
    `${root}/spaces/${id}/pages/pg_none`,
    `${root}/spaces/none`,
    'x',
  ])
    expect([url, (await find(owner, url)).status]).toEqual([url, 404]);
  const guest = await aMember(server, org, null);
  expect((await find(guest, app)).status).toBe(404);
  expect((await find((await anOrganization(server)).owner, app)).status).toBe(404);
  expect((await owner.rest('GET /v1/urls/content')).status).toBe(400);
});

it('content is found by its URL in GraphQL', async () => {
  const { id, page, app } = await aWrittenSpace();
  const query = 'query ($url: URL!) { contentByUrl(url: $url) { space { id } page { pageId } collection { id } } }';
  expect((await owner.graphql(query, { url: app })).body.data.contentByUrl).toEqual({
    space: { id },
    page: { pageId: page },
    collection: null,
  });
});
