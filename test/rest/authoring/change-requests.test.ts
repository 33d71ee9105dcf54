import { beforeAll, describe, expect, it } from 'vitest';
import { aMember, anOrganization, aSpace } from '../../factories.ts';
import { baseUrl, startServer, type Caller, type Harness } from '../../harness.ts';
import { clock } from '../../setup/clock.ts';

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let server: Harness;
let owner: Caller;
let reviewer: Caller;
let editor: Caller;
let reader: Caller;
let organizationId: string;
let spaceId: string;
let revisionId: string;

const list = (query = '') => `GET /v1/spaces/${spaceId}/change-requests${query}`;
const create = () => `POST /v1/spaces/${spaceId}/change-requests`;
const get = (id: string | number) => `GET /v1/spaces/${spaceId}/change-requests/${id}`;
const patch = (id: string | number) => `PATCH /v1/spaces/${spaceId}/change-requests/${id}`;

const aChangeRequest = async (caller: Caller = owner, status: 'draft' | 'open' | 'archived' = 'draft') => {
  const { body } = await caller.rest(create(), { subject: 'Better words' });
  return status === 'draft' ? body : (await caller.rest(patch(body.id), { status })).body;
};

const merged = (id: string) =>
  server.platform.db.prisma.changeRequest.update({ where: { id }, data: { status: 'merged' } });

const counters = async () => {
  const { body } = await owner.rest(`GET /v1/spaces/${spaceId}`);
  return [body.changeRequests, body.changeRequestsOpen, body.changeRequestsDraft];
};

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
  reviewer = await aMember(server, organizationId, 'review');
  editor = await aMember(server, organizationId, 'edit');
  reader = await aMember(server, organizationId, 'read');
  ({ id: spaceId, revisionId } = await aSpace(server, organizationId));
});

describe('POST /v1/spaces/{spaceId}/change-requests', () => {
  it('creates a change request as a draft from the active main revision', async () => {
    const before = await counters();
    const { status, body, headers } = await editor.rest(create(), { subject: 'Better words', agentTaskId: 'x' });
    expect(status).toBe(201);
    expect(body).toEqual({
      object: 'change-request',
      id: expect.stringMatching(/^cr_[\w-]{20}$/),
      number: before[0] + 1,
      status: 'draft',
      subject: 'Better words',
      createdBy: expect.objectContaining({ object: 'user', id: editor.userId }),
      createdAt: instant,
      updatedAt: body.createdAt,
      space: spaceId,
      revision: revisionId,
      revisionInitial: revisionId,
      comments: 0,
      outdated: false,
      urls: {
        location: `${baseUrl}/v1/spaces/${spaceId}/change-requests/${body.id}`,
        app: `${baseUrl}/spaces/${spaceId}/change-requests/${body.id}`,
      },
    });
    expect(headers['location']).toBe(body.urls.location);
    expect(await counters()).toEqual([before[0] + 1, before[1], before[2] + 1]);
  });

  it('creates a change request without a body', async () => {
    const { id } = await aSpace(server, organizationId);
    const { status, body } = await editor.rest(`POST /v1/spaces/${id}/change-requests`);
    expect([status, body.subject, body.number]).toEqual([201, '', 1]);
  });

  it('creates a change request in a locked space', async () => {
    const { id } = await aSpace(server, organizationId, { editMode: 'locked' });
    const { status, body } = await editor.rest(`POST /v1/spaces/${id}/change-requests`);
    expect([status, body.status, body.number]).toEqual([201, 'draft', 1]);
    expect((await owner.rest(`GET /v1/spaces/${id}`)).body.changeRequests).toBe(1);
  });

  it('concurrently created change requests are numbered without gaps', async () => {
    // The embedded database runs one transaction at a time.
    const atOnce = server.platform.db.dump ? 10 : 50;
    const { id } = await aSpace(server, organizationId);
    const replies = await Promise.all(
      Array.from({ length: atOnce }, () => editor.rest(`POST /v1/spaces/${id}/change-requests`, {})),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
    expect(replies.map(({ body }) => body.number).toSorted((a, b) => a - b)).toEqual(replies.map((_, n) => n + 1));
    const { body } = await owner.rest(`GET /v1/spaces/${id}`);
    expect([body.changeRequests, body.changeRequestsDraft]).toEqual([atOnce, atOnce]);
  });

  it('refuses to create a change request with a subject of 101 characters, in a deleted space, and for callers who may not edit', async () => {
    const before = await counters();
    const tooLong = await editor.rest(create(), { subject: 'x'.repeat(101) });
    expect([tooLong.status, tooLong.body.error.details[0].path]).toEqual([400, 'body.subject']);
    const ofNull = await editor.rest(create(), { subject: null });
    expect([ofNull.status, ofNull.body.error.details[0].path]).toEqual([400, 'body.subject']);
    expect((await reader.rest(create(), {})).status).toBe(403);
    expect(await counters()).toEqual(before);
    const { id } = await aSpace(server, organizationId, { deletedAt: clock.now() });
    expect((await owner.rest(`POST /v1/spaces/${id}/change-requests`, {})).status).toBe(404);
  });
});

describe('GET /v1/spaces/{spaceId}/change-requests', () => {
  const ids = async (query: string, caller = owner) =>
    (await caller.rest(list(query))).body.items.map(({ id }: { id: string }) => id);

  it('lists open change requests newest first, or those in another status', async () => {
    const open = [await aChangeRequest(owner, 'open'), await aChangeRequest(owner, 'open')];
    const archived = await aChangeRequest(owner, 'archived');
    expect((await ids('')).slice(0, 2)).toEqual(open.map(({ id }) => id).toReversed());
    expect(await ids('')).not.toContain(archived.id);
    expect(await ids('?status=archived')).toContain(archived.id);
    expect((await owner.rest(list('?status=closed'))).status).toBe(400);
  });

  it('lists change requests in pages with their count', async () => {
    const { body } = await owner.rest(list('?limit=1'));
    const [, open] = await counters();
    expect([body.count, body.items.length]).toEqual([open, 1]);
    const next = await owner.rest(list(`?limit=1&page=${body.next.page}`));
    expect(next.body.items[0].id).not.toBe(body.items[0].id);
  });

  it('lists drafts only for their author and for editors', async () => {
    const author = await aMember(server, organizationId, 'edit');
    const draft = await aChangeRequest(author);
    await server.platform.db.prisma.member.updateMany({ where: { userId: author.userId }, data: { role: 'read' } });
    expect(await ids('?status=draft', author)).toEqual([draft.id]);
    expect(await ids('?status=draft', editor)).toContain(draft.id);
    expect(await ids('?status=draft', reader)).toEqual([]);
  });

  it('filters change requests by creator and by contributor', async () => {
    const mine = await aChangeRequest(reviewer, 'open');
    const worked = await aChangeRequest(owner, 'open');
    await server.platform.db.prisma.revision.create({
      data: {
        id: server.platform.services.newId('rev'),
        spaceId,
        line: worked.id,
        seq: 1,
        baseSeq: 1,
        parents: [],
        type: 'edits',
        createdById: reviewer.userId,
      },
    });
    expect(await ids(`?creator=${reviewer.userId}`)).toEqual([mine.id]);
    expect(await ids(`?contributor=${reviewer.userId}`)).toEqual([worked.id, mine.id]);
    expect(await ids('?contributor=usr_absent')).toEqual([]);
  });
});

describe('GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}', () => {
  it('finds a change request by id and by number', async () => {
    const made = await aChangeRequest(owner, 'open');
    expect((await reader.rest(get(made.id))).body.id).toBe(made.id);
    expect((await reader.rest(get(made.number))).body.id).toBe(made.id);
  });

  it.each(['0', '01', '99999', '99999999999999999999', '-1', '1.5', 'cr_absent'])(
    'answers 404 for the change request %s',
    async (name) => {
      expect((await owner.rest(get(name))).status).toBe(404);
    },
  );

  it('hides drafts from readers, and change requests of another space from everybody', async () => {
    const draft = await aChangeRequest(owner);
    expect((await reader.rest(get(draft.id))).status).toBe(404);
    expect((await editor.rest(get(draft.id))).status).toBe(200);
    const other = await aSpace(server, organizationId);
    expect((await owner.rest(`GET /v1/spaces/${other.id}/change-requests/${draft.id}`)).status).toBe(404);
  });

  it('a change request is marked as outdated when the main content has changed, unless it is merged', async () => {
    const { id, revisionId: first } = await aSpace(server, organizationId);
    const { body: made } = await owner.rest(`POST /v1/spaces/${id}/change-requests`, {});
    const second = server.platform.services.newId('rev');
    await server.platform.db.prisma.revision.create({
      data: { id: second, spaceId: id, line: id, seq: 2, parents: [first], type: 'edits' },
    });
    await server.platform.db.prisma.space.update({ where: { id }, data: { revisionId: second } });
    const outdated = async () => (await owner.rest(`GET /v1/spaces/${id}/change-requests/${made.id}`)).body.outdated;
    expect(await outdated()).toBe(true);
    await server.platform.db.prisma.changeRequest.update({
      where: { id: made.id },
      data: { revisionMergedAncestorId: second },
    });
    expect(await outdated()).toBe(false);
    await server.platform.db.prisma.changeRequest.update({
      where: { id: made.id },
      data: { revisionMergedAncestorId: null, status: 'merged' },
    });
    expect(await outdated()).toBe(false);
  });
});

describe('PATCH /v1/spaces/{spaceId}/change-requests/{changeRequestId}', () => {
  it('updates subject and status of a change request, and the counters by status', async () => {
    const { id } = await aChangeRequest();
    const before = await counters();
    const { status, body } = await owner.rest(patch(id), { subject: 'Other words', status: 'open' });
    expect([status, body.subject, body.status]).toEqual([200, 'Other words', 'open']);
    expect(await counters()).toEqual([before[0], before[1] + 1, before[2] - 1]);
  });

  it.each([
    ['draft', 'open', [1, -1]],
    ['draft', 'archived', [0, -1]],
    ['open', 'draft', [-1, 1]],
    ['open', 'archived', [-1, 0]],
    ['archived', 'draft', [0, 1]],
    ['archived', 'open', [1, 0]],
    ['draft', 'draft', [0, 0]],
    ['open', 'open', [0, 0]],
    ['archived', 'archived', [0, 0]],
  ] as const)('updates the status of a change request from %s to %s', async (from, to, [open, draft]) => {
    const { id } = await aChangeRequest(owner, from);
    const [total, openBefore, draftBefore] = await counters();
    const { status, body } = await owner.rest(patch(id), { status: to });
    expect([status, body.status]).toEqual([200, to]);
    expect(await counters()).toEqual([total, openBefore + open, draftBefore + draft]);
  });

  it('does not change a change request for omitted and equal values', async () => {
    const made = await aChangeRequest();
    const { headers } = await owner.rest(get(made.id));
    expect((await owner.rest(patch(made.id), {})).body).toEqual(made);
    expect((await owner.rest(patch(made.id), { subject: made.subject, status: 'draft' })).body).toEqual(made);
    expect((await owner.rest(get(made.id))).headers['etag']).toBe(headers['etag']);
  });

  it('refuses to update the status of a merged change request but updates its subject', async () => {
    const { id } = await aChangeRequest(owner, 'open');
    await merged(id);
    for (const status of ['draft', 'open', 'archived'])
      expect((await owner.rest(patch(id), { status })).body.error).toMatchObject({ code: 409, type: 'invalid_state' });
    const { status, body } = await owner.rest(patch(id), { subject: 'Told better' });
    expect([status, body.subject, body.status]).toEqual([200, 'Told better', 'merged']);
  });

  it.each([
    { status: 'merged' },
    { status: null },
    { subject: null },
    { subject: 'x'.repeat(101) },
    { status: 'OPEN' },
  ])('refuses the change request update %j with 400', async (body) => {
    const { id } = await aChangeRequest();
    expect((await owner.rest(patch(id), body)).status).toBe(400);
  });

  it('lets authors with edit, and other users with review, update a change request', async () => {
    const { id } = await aChangeRequest(owner, 'open');
    expect((await editor.rest(patch(id), { subject: 'Mine' })).status).toBe(403);
    expect((await reviewer.rest(patch(id), { subject: 'Reviewed' })).status).toBe(200);
    const own = await aChangeRequest(editor);
    expect((await editor.rest(patch(own.id), { subject: 'Mine' })).status).toBe(200);
    expect((await reader.rest(patch(own.id), { subject: 'Mine' })).status).toBe(404);
  });

  it('refuses to update a change request when the expected version is outdated', async () => {
    const { id } = await aChangeRequest();
    const { headers } = await owner.rest(get(id));
    const options = { headers: { 'if-match': String(headers['etag']) } };
    expect((await owner.rest(patch(id), { subject: 'One' }, options)).status).toBe(200);
    expect((await owner.rest(patch(id), { subject: 'Two' }, options)).status).toBe(412);
  });

  it('keeps the counters of the space correct when status updates are concurrent', async () => {
    const { id } = await aSpace(server, organizationId);
    const made = await Promise.all(
      Array.from({ length: 5 }, async () => (await owner.rest(`POST /v1/spaces/${id}/change-requests`, {})).body),
    );
    const statuses = ['open', 'archived', 'draft', 'open'];
    const replies = await Promise.all(
      made.flatMap((one) =>
        statuses.map((status) => owner.rest(`PATCH /v1/spaces/${id}/change-requests/${one.id}`, { status })),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const count = (status: string) => server.platform.db.prisma.changeRequest.count({ where: { spaceId: id, status } });
    const { body } = await owner.rest(`GET /v1/spaces/${id}`);
    expect([body.changeRequests, body.changeRequestsOpen, body.changeRequestsDraft]).toEqual([
      5,
      await count('open'),
      await count('draft'),
    ]);
  });
});
