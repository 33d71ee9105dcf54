import type { ClientBase } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { notifyPeople } from '../../../src/domain/authoring/notifications/notify.ts';
import { tellDuePages } from '../../../src/domain/authoring/freshness/tell-due.ts';
import {
  dueInOrganizationList,
  dueInSpaceList,
  dueOfOwnerList,
} from '../../../src/domain/authoring/freshness/queries.ts';
import { pageQuery } from '../../../src/db/keyset.ts';
import { aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { insertPages, planOf, touchedBy } from '../../plan.ts';
import { clock } from '../../setup/clock.ts';
import { write } from '../../visitors-world.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
let spaceId: string;
let ids: ReadonlyMap<string, string>;
const id = (name: string) => ids.get(name) ?? '';

const at = (page: string, space = spaceId) => `/v1/spaces/${space}/content/page/${page}`;
const set = (page: string, body: object, caller = owner) => caller.rest(`PATCH ${at(page)}/freshness`, body);
const verify = (page: string, body: object, caller = owner) => caller.rest(`POST ${at(page)}/verify`, body);
const read = async (path: string, caller = owner) => (await caller.rest(`GET /v1${path}`)).body;
const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString();
const pagesOf = (items: readonly { page: string }[]) => items.map(({ page }) => page);
const eventsOf = async (type: string) =>
  (await read(`/orgs/${organizationId}/events?limit=1000`)).items.filter(
    (event: { type: string }) => event.type === type,
  );

beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server));
  ({ id: spaceId } = await aSpace(server, organizationId));
  const page = (ref: string) => ({ operation: 'insert_page', ref, title: ref, document: { markdown: ref } });
  ids = await write(owner, spaceId, ['one', 'two', 'three', 'moved', 'told'].map(page));
});

describe('The freshness of a page', () => {
  it('is an owner and a review date, which make no revision and survive edits', async () => {
    const member = await aMember(server, organizationId, 'read');
    expect((await owner.rest(`GET ${at(id('one'))}/freshness`)).body.error.type).toBe('not_found');
    const { revision } = await read(`/spaces/${spaceId}`);
    const reviewAt = inDays(30);
    const reply = await set(id('one'), { owner: member.userId, reviewAt });
    expect([reply.status, reply.body]).toEqual([
      200,
      expect.objectContaining({
        object: 'page-freshness',
        space: spaceId,
        page: id('one'),
        owner: member.userId,
        reviewAt,
        due: false,
      }),
    ]);
    expect((await read(`/spaces/${spaceId}`)).revision).toBe(revision);
    await write(owner, spaceId, [{ operation: 'update_page', page: id('one'), document: { markdown: 'Other' } }]);
    expect((await set(id('one'), { reviewAt: null })).body).toEqual(
      expect.objectContaining({ owner: member.userId, due: false }),
    );
    expect((await owner.rest(`DELETE /v1/orgs/${organizationId}/members/${member.userId}`)).status).toBeLessThan(300);
    expect((await owner.rest(`GET ${at(id('one'))}/freshness`)).body.owner).toBeUndefined();
  });

  it('says until when a page is verified, and by whom', async () => {
    const reviewAt = inDays(90);
    const { body } = await verify(id('two'), { reviewAt });
    expect(body).toEqual(
      expect.objectContaining({ verifiedBy: owner.userId, verifiedUntil: reviewAt, reviewAt, due: false }),
    );
    expect((await verify(id('two'), {})).body.verifiedUntil).toBeUndefined();
    expect((await verify(id('two'), { reviewAt: inDays(-1) })).body.error.type).toBe('validation_failed');
    expect((await eventsOf('page.verified')).map(({ data }: { data: unknown }) => data)).toEqual([
      { reviewAt },
      { reviewAt: null },
    ]);
  });

  it('follows the page to another space, and copies have none', async () => {
    const { id: other } = await aSpace(server, organizationId);
    await set(id('moved'), { owner: owner.userId });
    const copy = (await owner.rest(`POST ${at(id('moved'))}/copy`, {})).body.id;
    expect((await owner.rest(`GET ${at(copy)}/freshness`)).status).toBe(404);
    await owner.rest(`POST ${at(id('moved'))}/move`, { space: other });
    expect((await owner.rest(`GET ${at(id('moved'), other)}/freshness`)).body.owner).toBe(owner.userId);
  });

  it('is refused for owners who may not read the space, for pages that are not there and without the role', async () => {
    const { id: closed } = await aSpace(server, organizationId, { defaultLevel: 'none' });
    const pages = await write(owner, closed, [{ operation: 'insert_page', ref: 'page', title: 'Page' }]);
    const member = await aMember(server, organizationId, 'read');
    const stranger = await server.aUser();
    const inClosed = await owner.rest(`PATCH ${at(pages.get('page') ?? '', closed)}/freshness`, {
      owner: member.userId,
    });
    const refusals = [
      [inClosed, 404, 'reference_not_found'],
      [await set(id('one'), { owner: stranger.userId }), 404, 'reference_not_found'],
      [await set(id('one'), { reviewAt: 'soon' }), 400, 'validation_failed'],
      [await set('pg_none', {}), 404, 'not_found'],
      [await set(id('one'), {}, member), 403, 'forbidden'],
      [await verify(id('one'), {}, member), 403, 'forbidden'],
      [await verify(id('one'), {}, stranger), 404, 'not_found'],
    ] as const;
    expect(refusals.map(([{ status, body }]) => [status, body.error?.type])).toEqual(
      refusals.map(([, status, type]) => [status, type]),
    );
  });
});

describe('What is due', () => {
  it('is listed by space, by organization and by owner, the longest due first and page by page', async () => {
    const { id: organization, owner: admin } = await anOrganization(server);
    const { id: space } = await aSpace(server, organization);
    const { id: closed } = await aSpace(server, organization, { defaultLevel: 'none' });
    const reader = await aMember(server, organization, 'read');
    const insert = (ref: string) => ({ operation: 'insert_page', ref, title: ref });
    const open = await write(admin, space, ['a', 'b', 'later'].map(insert));
    const hidden = (await write(admin, closed, [insert('c')])).get('c') ?? '';
    const [a = '', b = '', later = ''] = ['a', 'b', 'later'].map((ref) => open.get(ref));
    for (const [page, on, days] of [
      [a, space, -1],
      [b, space, -3],
      [hidden, closed, -2],
      [later, space, 1],
    ] as const)
      await admin.rest(`PATCH ${at(page, on)}/freshness`, {
        reviewAt: inDays(days),
        ...(page === a && { owner: reader.userId }),
      });
    expect(pagesOf((await read(`/spaces/${space}/due-pages`, reader)).items)).toEqual([b, a]);
    expect(pagesOf((await read(`/orgs/${organization}/due-pages`, admin)).items)).toEqual([b, hidden, a]);
    expect(pagesOf((await read(`/orgs/${organization}/due-pages`, reader)).items)).toEqual([b, a]);
    expect(pagesOf((await read(`/orgs/${organization}/due-pages?owner=${reader.userId}`, admin)).items)).toEqual([a]);
    expect(pagesOf((await read('/user/due-pages', reader)).items)).toEqual([a]);
    expect(pagesOf((await read('/user/due-pages', admin)).items)).toEqual([]);
    const first = await read(`/orgs/${organization}/due-pages?limit=2`, admin);
    const second = await read(`/orgs/${organization}/due-pages?limit=2&page=${first.next.page}`, admin);
    expect([pagesOf(first.items), pagesOf(second.items)]).toEqual([[b, hidden], [a]]);
    await write(admin, space, [{ operation: 'delete_page', page: b }]);
    expect(pagesOf((await read(`/spaces/${space}/due-pages`, admin)).items)).toEqual([a]);
  });

  it('is listed for its owner over all organizations, as far as they still read the space', async () => {
    const reader = await server.aUser();
    const due = async (days: number) => {
      const { id: organization, owner: admin } = await anOrganization(server);
      await aMember(server, organization, 'read', reader);
      const { id: space } = await aSpace(server, organization);
      const page = (await write(admin, space, [{ operation: 'insert_page', ref: 'p', title: 'P' }])).get('p') ?? '';
      await admin.rest(`PATCH ${at(page, space)}/freshness`, { owner: reader.userId, reviewAt: inDays(days) });
      return { page, space, admin };
    };
    const [one, other, closed] = [await due(-1), await due(-2), await due(-3)];
    await closed.admin.rest(`PATCH /v1/spaces/${closed.space}`, { defaultLevel: null });
    expect(pagesOf((await read('/user/due-pages', reader)).items)).toEqual([other.page, one.page]);
    const asked = '{ viewer { duePages(first: 1) { count edges { node { pageId page { title } } } } } }';
    expect((await reader.graphql(asked)).body.data.viewer.duePages).toEqual({
      count: 2,
      edges: [{ node: { pageId: other.page, page: { title: 'P' } } }],
    });
    const colleague = `query ($id: ID!) { user(id: $id) { duePages(first: 5) { edges { node { pageId } } } } }`;
    expect((await one.admin.graphql(colleague, { id: reader.userId })).body.data.user.duePages.edges).toEqual([
      { node: { pageId: one.page } },
    ]);
  });

  it('is told once for each review date, also by several processes, to the owner', async () => {
    const member = await aMember(server, organizationId, 'read');
    await set(id('told'), { owner: member.userId, reviewAt: inDays(-1) });
    const tell = () => tellDuePages(owner.context(), new AbortController().signal);
    const listTold = async () =>
      (await eventsOf('page.review_due')).filter(
        (event: { subject: { id: string } }) => event.subject.id === id('told'),
      );
    // The pages of others that are due at the same time may come first, and the server itself may tell of this one.
    await expect
      .poll(async () => {
        await Promise.all([tell(), tell(), tell()]);
        return (await listTold()).length;
      })
      .toBe(1);
    await tell();
    expect(await listTold()).toHaveLength(1);
    await notifyPeople(owner.context(), organizationId);
    const { body } = await member.graphql(
      '{ viewer { notifications(first: 10) { edges { node { type reason subjectId subject { id } } } } } }',
    );
    const subjectId = `${id('told')}.${spaceId}`;
    expect(body.data.viewer.notifications.edges.map(({ node }: { node: object }) => node)).toEqual([
      { type: 'PAGE_REVIEW_DUE', reason: 'OWNER', subjectId, subject: { id: subjectId } },
    ]);
  });

  it.each([1_000, 5_000])('is read by the order of its dates among %i pages', async (pages) => {
    const { id: organization, owner: admin } = await anOrganization(server);
    const { id: space } = await aSpace(server, organization);
    const { actor } = admin.context();
    const now = clock.now();
    const addDuePages = async (client: ClientBase) => {
      await insertPages(client, [space], pages);
      await client.query(
        `insert into page_freshness (id, "organizationId", "spaceId", "pageId", "ownerId", "reviewAt")
         select "entryId", $1, line, "entryId", $2, $3::timestamptz - random() * interval '1 year' from content_entries
         where line = $4 and kind = 'page' and slug like 'page-%'`,
        [organization, admin.userId, now, space],
      );
      await client.query('analyze page_freshness, content_entries');
    };
    const lists = [
      dueInSpaceList(space, now),
      dueInOrganizationList(actor, { organizationId: organization }, now),
      dueInOrganizationList(actor, { organizationId: organization, ownerId: admin.userId }, now),
      dueOfOwnerList(actor, admin.userId, now),
    ];
    for (const list of lists) {
      const nodes = await planOf(server, pageQuery(list, null, 5), addDuePages);
      const reads = nodes.filter((node) => node['Relation Name'] === 'page_freshness');
      expect(reads.map((node) => node['Index Name'])).toEqual([expect.stringContaining('reviewAt')]);
      for (const node of reads) expect(touchedBy(node), list.name).toBeLessThanOrEqual(6);
    }
  });
});
