import { beforeAll, describe, expect, it } from 'vitest';
import { aCollection, aSpace, anOrganization } from '../../factories.ts';
import { aSite } from '../../site-factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
let spaceId: string;

beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server));
  ({ id: spaceId } = await aSpace(server, organizationId));
});

const edit = async (place: string, ...changes: object[]) =>
  (await owner.rest(`POST ${place}/content`, { changes })).body;

describe('a write that changes nothing', () => {
  it('keeps the revision of a space and the approvals of a change request', async () => {
    const at = `/v1/spaces/${spaceId}`;
    const values = { title: 'Same', description: 'Text', document: { markdown: 'One' } };
    const made = await edit(at, { operation: 'insert_page', ...values });
    const page = made.changes[0].page.id;
    const again = await edit(at, { operation: 'update_page', page, ...values });
    expect(again.revision).toBe(made.revision);
    const request = (await owner.rest(`POST ${at}/change-requests`, {})).body;
    const requestAt = `${at}/change-requests/${request.id}`;
    await edit(requestAt, { operation: 'update_page', page, title: 'Other' });
    const before = (await owner.rest(`GET ${requestAt}`)).body.revision;
    await edit(requestAt, { operation: 'update_page', page, title: 'Other' });
    const updated = await owner.rest(`POST ${requestAt}/update`);
    expect([updated.status, updated.body.result]).toEqual([200, 'update']);
    expect((await owner.rest(`GET ${requestAt}`)).body.revision).toBe(before);
  });

  const page = { operation: 'update_page', page: 'PAGE' };
  const added = { operation: 'insert_page', title: 'Added', ref: 'added' };
  const kept: Readonly<Record<string, readonly object[]>> = {
    'the layout as it is read': [{ ...page, layout: 'READ' }],
    'an empty layout and no variables': [{ ...page, layout: {}, variables: {} }],
    'an attribute that is null already': [{ ...page, icon: null, cover: null }],
    'the place where the page is': [{ operation: 'move_page', page: 'PAGE', at: 1 }],
    'the end, where the page is': [{ operation: 'move_page', page: 'LAST', into: null }],
    'its place in an update': [{ ...page, at: 1, into: null }],
    'a change and its opposite': [
      { ...page, title: 'Other' },
      { ...page, title: 'Kept' },
    ],
    'a page that is deleted at once': [added, { operation: 'delete_page', page: 'added' }],
    'no variables of the space, which has none': [{ operation: 'set_variables', variables: {} }],
  };

  it('keeps the revision, whatever it says', async () => {
    const { id } = await aSpace(server, organizationId);
    const at = `/v1/spaces/${id}`;
    const pages = ['First', 'Kept', 'Last'];
    // Gives the pages other order keys than a page at the same position would get.
    for (const title of ['Last', 'Kept', 'First']) await edit(at, { operation: 'insert_page', title, at: 0 });
    const tree = (await owner.rest(`GET ${at}/content`)).body;
    expect(tree.pages.map(({ title }: { title: string }) => title)).toEqual(pages);
    const [, { id: pageId, layout }, { id: lastId }] = tree.pages;
    for (const [what, operations] of Object.entries(kept)) {
      const sent = JSON.stringify(operations).replaceAll('PAGE', pageId).replaceAll('LAST', lastId);
      const changes = JSON.parse(sent.replaceAll('"READ"', JSON.stringify(layout)));
      expect([what, (await edit(at, ...changes)).revision]).toEqual([what, tree.id]);
    }
    const rollback = await owner.rest(`POST ${at}/revisions/${tree.id}/rollback`);
    expect([rollback.status, rollback.body.id]).toEqual([200, tree.id]);
    const back = await edit(at, { operation: 'revert_page', page: pageId, revision: tree.id });
    expect(back.revision).toBe(tree.id);
  });

  it('keeps the version of a site, and so do writes to its parts', async () => {
    const { id: siteId } = await aSite(server, organizationId);
    const at = `/v1/orgs/${organizationId}/sites/${siteId}`;
    const section = (await owner.rest(`POST ${at}/sections`, { spaceId, title: 'Guides' })).body.id;
    for (const [path, body] of [
      [
        at,
        { title: 'Renamed', visibility: 'unlisted', adaptiveContent: { enabled: true }, defaultSiteSection: section },
      ],
      [`${at}/sections/${section}`, { title: 'Guides', path: 'guides' }],
    ] as const) {
      await owner.rest(`PATCH ${path}`, body);
      const { etag } = (await owner.rest(`GET ${at}`)).headers;
      expect((await owner.rest(`PATCH ${path}`, body)).status).toBe(200);
      expect([path, (await owner.rest(`GET ${at}`)).headers.etag]).toEqual([path, etag]);
    }
  });

  it('the emoji that a space without one shows is no change', async () => {
    const path = `/v1/spaces/${spaceId}`;
    const before = await owner.rest(`GET ${path}`);
    expect((await owner.rest(`PATCH ${path}`, { emoji: before.body.emoji })).status).toBe(200);
    expect((await owner.rest(`GET ${path}`)).headers.etag).toBe(before.headers.etag);
  });

  it('keeps the version of a space, a collection and an organization', async () => {
    const { id: collection } = await aCollection(server, organizationId);
    for (const [path, body] of [
      [`/v1/spaces/${spaceId}`, { title: 'Handbook' }],
      [`/v1/collections/${collection}`, { title: 'Again' }],
      [`/v1/orgs/${organizationId}`, { title: 'Example again', emailDomains: [] }],
    ] as const) {
      await owner.rest(`PATCH ${path}`, body);
      const { etag } = (await owner.rest(`GET ${path}`)).headers;
      expect((await owner.rest(`PATCH ${path}`, body)).status).toBe(200);
      expect((await owner.rest(`GET ${path}`)).headers.etag).toBe(etag);
    }
  });
});

describe('If-Match', () => {
  it('takes several tags, of which one must hold', async () => {
    const path = `/v1/spaces/${spaceId}`;
    const tag = String((await owner.rest(`GET ${path}`)).headers.etag);
    const patch = (ifMatch: string, title: string) =>
      owner.rest(`PATCH ${path}`, { title }, { headers: { 'if-match': ifMatch } });
    expect((await patch(`"999.x", W/"1.y", ${tag}`, 'Listed')).status).toBe(200);
    expect((await patch(`"999.x", ${tag}`, 'Stale')).status).toBe(412);
    expect((await patch('"x", "y"', 'Foreign')).status).toBe(412);
  });
});

describe('types of values', () => {
  it.each([
    ['a number as the id of a parent', '/v1/orgs/ORG/spaces', { parent: 7 }, 'body.parent'],
    ['a number as the id of a page', '/v1/spaces/SPC/comments', { body: { markdown: 'x' }, page: 7 }, 'body.page'],
    [
      'a text that is null',
      '/v1/spaces/SPC/content',
      { changes: [{ operation: 'insert_page', title: 'x', document: { markdown: null } }] },
      'body.changes.0.document.markdown',
    ],
  ])('a value of another type is refused: %s', async (_name, path, body, place) => {
    const { status, body: answer } = await owner.rest(
      `POST ${path.replace('ORG', organizationId).replace('SPC', spaceId)}`,
      body,
    );
    expect([status, answer.error.details[0].path]).toEqual([400, place]);
  });
});

describe('slugs and paths', () => {
  it('are the same in every Unicode form', async () => {
    const [composed, decomposed] = ['\u00fcber', 'u\u0308ber'];
    await edit(`/v1/spaces/${spaceId}`, { operation: 'insert_page', title: 'Title', slug: decomposed });
    for (const path of [composed, decomposed]) {
      const { status, body } = await owner.rest(`GET /v1/spaces/${spaceId}/content/path/${encodeURIComponent(path)}`);
      expect([status, body.slug]).toEqual([200, composed]);
    }
  });
});
