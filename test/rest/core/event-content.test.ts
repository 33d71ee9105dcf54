import { beforeAll, describe, expect, it } from 'vitest';
import { anOrganization, aSpace, type AnOrganization } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';
import { until } from '../../until.ts';
import { aReceiver } from '../../webhook-receiver.ts';

let server: Harness;
let organization: AnOrganization;
beforeAll(async () => {
  server = await startServer();
  organization = await anOrganization(server);
});

const latest = async (type: string) => {
  const { owner, id } = organization;
  return (await owner.rest(`GET /v1/orgs/${id}/events?types=${type}&order=desc&limit=1`)).body.items[0];
};

const change = async (at: string, ...changes: readonly object[]) => {
  const { status, body } = await organization.owner.rest(`POST ${at}/content`, { changes });
  expect([status, body.error]).toEqual([200, undefined]);
};

/** A space whose tree has the pages `guide` with `guide/start`, and `other`. */
async function aTree() {
  const { id } = await aSpace(server, organization.id);
  const at = `/v1/spaces/${id}`;
  await change(at, { operation: 'insert_page', title: 'Guide' }, { operation: 'insert_page', title: 'Other' });
  const pages = async () => (await organization.owner.rest(`GET ${at}/content/pages`)).body.pages;
  const [guide, other] = (await pages()).map((page: { id: string }) => page.id);
  await change(at, { operation: 'insert_page', title: 'Start', into: guide });
  const start = (await pages())[0].pages[0].id;
  return { id, at, guide, other, start };
}

const briefly = ({ data }: any) =>
  data.changes.map(({ change: what, title, path, previousPath }: any) => [what, title, path, previousPath]);

describe('content.updated', () => {
  it('names what was added, modified, moved and removed, with kinds, titles and paths', async () => {
    const { at, other, start } = await aTree();
    expect(briefly(await latest('content.updated'))).toEqual([['added', 'Start', 'guide/start', undefined]]);
    await change(at, { operation: 'update_page', page: start, title: 'First steps', document: { markdown: 'Text' } });
    expect(briefly(await latest('content.updated'))).toEqual([['modified', 'First steps', 'guide/start', undefined]]);
    await change(at, { operation: 'update_page', page: start, slug: 'first' });
    expect(briefly(await latest('content.updated'))).toEqual([
      ['modified', 'First steps', 'guide/first', 'guide/start'],
    ]);
    await change(at, { operation: 'move_page', page: start, into: other });
    expect(briefly(await latest('content.updated'))).toEqual([['moved', 'First steps', 'other/first', 'guide/first']]);
    await change(at, { operation: 'delete_page', page: start });
    const removed = await latest('content.updated');
    expect(briefly(removed)).toEqual([['removed', 'First steps', 'other/first', undefined]]);
    expect(removed.data.changes).toEqual([
      { change: 'removed', id: start, kind: 'page', title: 'First steps', path: 'other/first' },
    ]);
  });

  it('has the addresses of the API, of the application and of readers', async () => {
    const { owner, id } = organization;
    const { id: spaceId, at, start } = await aTree();
    const site = (await owner.rest(`POST /v1/orgs/${id}/sites`, { title: 'Docs', type: 'basic', spaces: [spaceId] }))
      .body;
    await owner.rest(`POST /v1/orgs/${id}/sites/${site.id}/publish`);
    await change(at, { operation: 'update_page', page: start, title: 'First steps' });
    const { space, changes } = (await latest('content.updated')).data;
    const page = (await owner.rest(`GET ${at}/content/page/${start}`)).body;
    const shown = (await owner.rest(`GET ${at}`)).body;
    expect(space).toEqual({
      id: spaceId,
      title: shown.title,
      urls: expect.objectContaining({ location: shown.urls.location, app: shown.urls.app }),
    });
    expect(space.urls.published).toBe(shown.urls.published);
    expect(changes[0].urls).toEqual({
      location: expect.stringMatching(new RegExp(`/v1/spaces/${spaceId}/content/page/${start}$`)),
      app: page.urls.app,
      published: `${shown.urls.published}guide/start`,
    });
  });
});

it('change_request.merged names what the merge has changed, and the title of the space', async () => {
  const { owner } = organization;
  const { id, at, start, other } = await aTree();
  const request = (await owner.rest(`POST ${at}/change-requests`, { subject: 'News' })).body;
  const inRequest = `${at}/change-requests/${request.id}`;
  await change(inRequest, { operation: 'update_page', page: start, title: 'First steps' });
  expect(briefly(await latest('change_request.content_updated'))).toEqual([
    ['modified', 'First steps', 'guide/start', undefined],
  ]);
  await change(inRequest, { operation: 'delete_page', page: other });
  expect(briefly(await latest('change_request.content_updated'))).toEqual([['removed', 'Other', 'other', undefined]]);
  await owner.rest(`POST ${inRequest}/merge`);
  const merged = await latest('change_request.merged');
  expect(briefly(merged).toSorted()).toEqual([
    ['modified', 'First steps', 'guide/start', undefined],
    ['removed', 'Other', 'other', undefined],
  ]);
  expect(merged).toMatchObject({ subject: { id: request.id, title: 'News' }, data: { space: { id }, total: 2 } });
  expect(merged.data).toEqual((await latest('content.updated')).data);
});

it('an event has one shape in the feed, in the audit log and at a webhook', async () => {
  const { owner, id } = organization;
  await using receiver = await aReceiver();
  await owner.rest(`POST /v1/orgs/${id}/webhooks`, { url: receiver.url, types: ['content.*'] });
  await aTree();
  const inFeed = await latest('content.updated');
  const sent = await until(
    () => receiver.calls.find(({ body }) => body['id'] === inFeed.id)?.body,
    (body) => body !== undefined,
  );
  const { email: _, ...actor } = inFeed.actor;
  const { resource, ...event } = sent!;
  expect(event).toEqual({ ...inFeed, actor });
  expect(resource.object).toBe('space');
  const entry = (await owner.rest(`GET /v1/orgs/${id}/audit-events/${inFeed.id}`)).body;
  const { object: __, urls: ___, ...members } = inFeed;
  expect(entry).toMatchObject(members);
});

it('filters name types by their beginning', async () => {
  const { owner, id } = await anOrganization(server);
  const space = await aSpace(server, id);
  await owner.rest(`PATCH /v1/spaces/${space.id}`, { title: 'New' });
  await owner.rest(`PATCH /v1/orgs/${id}`, { title: 'New' });
  const types = async (path: string, member = 'type') => {
    const { status, body } = await owner.rest(`GET /v1/orgs/${id}/${path}`);
    return status === 200 ? body.items.map((item: Record<string, string>) => item[member]) : [status, body.error.type];
  };
  expect(await types('events?types=space.*')).toEqual(['space.updated']);
  expect(await types('events?types=space.*,organization.updated')).toEqual(['space.updated', 'organization.updated']);
  expect(await types('events?types=*')).toEqual(['space.updated', 'organization.updated']);
  expect(await types('events?types=spa.*')).toEqual([400, 'validation_failed']);
  expect(await types('audit-events?action=space.*', 'action')).toEqual(['space.updated']);
  expect(await types('audit-events?action=spa.*')).toEqual([400, 'validation_failed']);
});
