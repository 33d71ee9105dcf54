import { beforeAll, describe, expect, it } from 'vitest';
import { pageQuery } from '../../../src/db/keyset.ts';
import { changeRequestsOfOrganization } from '../../../src/domain/authoring/change-requests/queries/lists.ts';
import { aChangeRequest, aGrant, aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { planOf, touchedBy } from '../../plan.ts';
import { clock } from '../../setup/clock.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

/** Creates two spaces that members may read, one that they may not, and another organization. */
async function aWorld() {
  const { id: organizationId, owner } = await anOrganization(server);
  const [reader, editor, guest, stranger] = await Promise.all([
    aMember(server, organizationId, 'read'),
    aMember(server, organizationId, 'edit'),
    aMember(server, organizationId, null),
    server.aUser(),
  ]);
  const [one, two, hidden] = await Promise.all([
    aSpace(server, organizationId),
    aSpace(server, organizationId),
    aSpace(server, organizationId, { defaultLevel: 'none' }),
  ]);
  const path = `/v1/orgs/${organizationId}/change-requests`;
  const ids = async (caller: Caller, query = '') => {
    const { status, body } = await caller.rest(`GET ${path}${query}`);
    expect([status, body.count]).toEqual([200, body.items.length]);
    return body.items.map(({ id }: { id: string }) => id);
  };
  return { organizationId, owner, reader, editor, guest, stranger, one, two, hidden, path, ids };
}

const minutesAgo = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000);
const open = (spaceId: string, minutes: number, createdById?: string) =>
  aChangeRequest(server, spaceId, {
    status: 'open',
    createdAt: minutesAgo(minutes),
    ...(createdById ? { createdById } : {}),
  });

describe('GET /v1/orgs/{organizationId}/change-requests', () => {
  it('lists the open change requests of all spaces that the caller may read, newest first', async () => {
    const { owner, reader, guest, one, two, hidden, path, ids } = await aWorld();
    expect((await reader.rest(`GET ${path}`)).body).toEqual({ count: 0, items: [] });
    const [a, b, c, secret] = await Promise.all([
      open(one.id, 3),
      open(two.id, 2),
      open(one.id, 1),
      open(hidden.id, 0),
    ]);
    expect(await ids(reader)).toEqual([c.id, b.id, a.id]);
    expect(await ids(owner)).toEqual([secret.id, c.id, b.id, a.id]);
    expect(await ids(guest)).toEqual([]);
    await server.platform.db.prisma.space.update({ where: { id: one.id }, data: { deletedAt: clock.now() } });
    expect(await ids(owner)).toEqual([secret.id, b.id]);
  });

  it('filters the change requests of an organization by status, creator and contributor', async () => {
    const { owner, editor, reader, one, two, ids } = await aWorld();
    const mine = await open(one.id, 3, editor.userId);
    const worked = await open(two.id, 2, owner.userId);
    const archived = await aChangeRequest(server, two.id, { status: 'archived' });
    await server.platform.db.prisma.revision.create({
      data: {
        id: server.platform.services.newId('rev'),
        spaceId: two.id,
        line: worked.id,
        seq: 1,
        baseSeq: 1,
        parents: [],
        type: 'edits',
        createdById: editor.userId,
      },
    });
    expect(await ids(reader, `?creator=${editor.userId}`)).toEqual([mine.id]);
    expect(await ids(reader, `?contributor=${editor.userId}`)).toEqual([worked.id, mine.id]);
    expect(await ids(reader, `?contributor=${editor.userId}&creator=${owner.userId}`)).toEqual([worked.id]);
    expect(await ids(reader, '?status=archived')).toEqual([archived.id]);
    expect(await ids(reader, '?creator=usr_absent')).toEqual([]);
  });

  it('lists drafts only for their author and for editors of that space', async () => {
    const { organizationId, reader, editor, one, two, ids } = await aWorld();
    const own = await aChangeRequest(server, one.id, { createdById: reader.userId, createdAt: minutesAgo(2) });
    const other = await aChangeRequest(server, two.id, { createdAt: minutesAgo(1) });
    expect(await ids(reader, '?status=draft')).toEqual([own.id]);
    expect(await ids(editor, '?status=draft')).toEqual([other.id, own.id]);
    await aGrant(server, organizationId, { on: { spaceId: two.id }, to: reader, role: 'edit' });
    await aGrant(server, organizationId, { on: { spaceId: one.id }, to: editor, role: 'comment' });
    expect(await ids(reader, '?status=draft')).toEqual([other.id, own.id]);
    expect(await ids(editor, '?status=draft')).toEqual([other.id]);
  });

  it('lists the change requests of all spaces in pages', async () => {
    const { reader, one, two, path } = await aWorld();
    const made = [];
    for (let n = 0; n < 5; n += 1) made.unshift((await open(n % 2 === 0 ? one.id : two.id, 9 - n)).id);
    const seen: string[] = [];
    let more = '';
    do {
      const { body } = await reader.rest(`GET ${path}?limit=2${more}`);
      expect(body.count).toBe(5);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      more = body.next ? `&page=${body.next.page}` : '';
    } while (more !== '');
    expect(seen).toEqual(made);
    const { body } = await reader.rest(`GET ${path}?limit=2`);
    expect((await reader.rest(`GET ${path}?limit=2&status=draft&page=${body.next.page}`)).status).toBe(400);
    expect((await reader.rest(`GET ${path}?status=closed`)).status).toBe(400);
  });

  it('hides the change requests of an organization from users outside it and from tokens without the scope', async () => {
    const { owner, stranger, path } = await aWorld();
    expect((await stranger.rest(`GET ${path}`)).status).toBe(404);
    const narrow = await server.as(owner.userId, { scopes: ['org:read', 'space:read'] });
    expect((await narrow.rest(`GET ${path}`)).status).toBe(403);
    const right = await server.as(owner.userId, { scopes: ['space:change-requests:read'] });
    expect((await right.rest(`GET ${path}`)).status).toBe(200);
  });

  it('lists the same change requests for an organization as for its spaces, for every role', async () => {
    const { organizationId, owner, one, two, hidden, ids } = await aWorld();
    const people = await Promise.all(
      (['read', 'comment', 'edit', 'review', 'create', 'admin', null] as const).map((role) =>
        aMember(server, organizationId, role),
      ),
    );
    for (const [n, space] of [one, two, hidden].entries()) {
      await aGrant(server, organizationId, { on: { spaceId: space.id }, to: people[n]!, role: 'none' });
      await aGrant(server, organizationId, { on: { spaceId: space.id }, to: people[n + 3]!, role: 'edit' });
      for (const [m, author] of [owner, ...people].entries())
        for (const status of ['draft', 'open', 'archived'] as const)
          await aChangeRequest(server, space.id, { status, createdById: author.userId, createdAt: minutesAgo(m) });
    }
    for (const caller of people)
      for (const status of ['draft', 'open', 'archived']) {
        const bySpace = await Promise.all(
          [one, two, hidden].map(async ({ id }) => {
            const { body } = await caller.rest(`GET /v1/spaces/${id}/change-requests?status=${status}`);
            return (body.items ?? []).map((item: { id: string }) => item.id) as string[];
          }),
        );
        expect((await ids(caller, `?status=${status}`)).toSorted()).toEqual(bySpace.flat().toSorted());
      }
  });

  it('reads change requests by the index on their space, and none of other organizations', async () => {
    const count = 30;
    // Another organization has as many change requests.
    let world = await aWorld();
    for (let tenant = 0; tenant < 3; tenant += 1) {
      world = await aWorld();
      for (let n = 0; n < count; n += 1) await open(world.one.id, n);
    }
    const { organizationId, owner } = world;
    const list = changeRequestsOfOrganization(owner.context().actor, organizationId, { status: ['open'] });
    const nodes = await planOf(server, pageQuery(list, null, 10));
    const reads = nodes.filter((node) => node['Relation Name'] === 'change_requests');
    expect(reads.length).toBeGreaterThan(0);
    for (const node of reads) {
      expect(node['Node Type']).not.toBe('Seq Scan');
      expect(touchedBy(node)).toBeLessThanOrEqual(count);
    }
  });
});
