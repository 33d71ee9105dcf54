import { beforeAll, describe, expect, it } from 'vitest';
import { aChangeRequest, aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { insert } from '../../insert.ts';
import { clock } from '../../setup/clock.ts';

let server: Harness;
let owner: Caller;
let author: Caller;
let organizationId: string;
let space: { id: string; revisionId: string };
beforeAll(async () => {
  server = await startServer();
  const organization = await anOrganization(server);
  ({ id: organizationId, owner } = organization);
  author = await aMember(server, organization.id, 'edit');
  space = await aSpace(server, organization.id);
});

const at = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000);

/** The subjects of `viewer.changeRequests`. */
async function listed(caller: Caller, args = '(status: null)') {
  const { body } = await caller.graphql(
    `{ viewer { changeRequests${args} { count edges { node { subject } } pageInfo { endCursor } } } }`,
  );
  expect(body.errors).toBeUndefined();
  const { count, edges, pageInfo } = body.data.viewer.changeRequests;
  const subjects = edges.map(({ node }: { node: { subject: string } }) => node.subject);
  return { count, subjects, endCursor: pageInfo.endCursor as string };
}

describe('the change requests of a user', () => {
  beforeAll(async () => {
    const own = (subject: string, minutes: number, values: object = {}) =>
      aChangeRequest(server, space.id, {
        createdById: author.userId,
        subject,
        status: 'open',
        createdAt: at(minutes),
        updatedAt: at(minutes),
        ...values,
      });
    await own('first', 30, { updatedAt: at(1) });
    await own('second', 20);
    await own('draft', 10, { status: 'draft' });
    const asked = await aChangeRequest(server, space.id, {
      createdById: owner.userId,
      subject: 'asked',
      status: 'open',
      createdAt: at(5),
      updatedAt: at(5),
    });
    await insert(server.platform, 'requested_reviewers', {
      changeRequestId: asked.id,
      userId: author.userId,
      requestedById: owner.userId,
      revisionId: space.revisionId,
    });
    const reviewed = await own('reviewed', 40, { createdById: owner.userId });
    await insert(server.platform, 'change_request_reviews', {
      id: server.platform.services.newId('rvw'),
      changeRequestId: reviewed.id,
      reviewerId: author.userId,
      status: 'approved',
      revisionId: space.revisionId,
    });
  });

  it.each([
    [
      'those that the user takes part in, newest first',
      '(status: null)',
      ['asked', 'draft', 'second', 'first', 'reviewed'],
    ],
    ['those of the user', '(role: CREATOR, status: [OPEN, DRAFT])', ['draft', 'second', 'first']],
    ['those with a review by the user', '(role: REVIEWER)', ['reviewed']],
    ['those that wait for a review by the user', '(reviewRequested: true)', ['asked']],
    ['those that wait for none', '(reviewRequested: false)', ['second', 'first', 'reviewed']],
    ['those in one status', '(status: DRAFT)', ['draft']],
    [
      'the last changed first',
      '(role: CREATOR, status: null, orderBy: { field: UPDATED_AT })',
      ['first', 'draft', 'second'],
    ],
    ['the oldest first', '(role: CREATOR, status: null, orderBy: { direction: ASC })', ['first', 'second', 'draft']],
  ])('are listed: %s', async (_name, args, subjects) => {
    expect(await listed(author, args)).toMatchObject({ count: subjects.length, subjects });
  });

  it('are paged in any order, with cursors that hold for that order only', async () => {
    const order = 'orderBy: { field: UPDATED_AT }';
    const first = await listed(author, `(first: 2, status: null, ${order})`);
    expect(first).toMatchObject({ count: 5, subjects: ['first', 'asked'] });
    expect(await listed(author, `(first: 9, status: null, after: "${first.endCursor}", ${order})`)).toMatchObject({
      subjects: ['draft', 'second', 'reviewed'],
    });
    const { body } = await author.graphql(
      `{ viewer { changeRequests(status: null, after: "${first.endCursor}") { count } } }`,
    );
    expect(body.errors[0].extensions.type).toBe('invalid_cursor');
  });

  it('are those that the caller may see', async () => {
    const subjectsFor = async (caller: Caller) => {
      const { body } = await caller.graphql(
        `query ($id: ID!) { user(id: $id) { changeRequests(status: null) { edges { node { subject } } } } }`,
        { id: author.userId },
      );
      return body.data.user?.changeRequests.edges.map(({ node }: { node: { subject: string } }) => node.subject);
    };
    const reader = await aMember(server, organizationId, 'read');
    expect(await subjectsFor(owner)).toContain('draft');
    expect(await subjectsFor(reader)).toEqual(['asked', 'second', 'first', 'reviewed']);
    await server.platform.db.prisma.member.delete({
      where: { organizationId_userId: { organizationId, userId: author.userId } },
    });
    expect((await listed(author)).subjects).toEqual([]);
  });
});

describe('the end of a change request', () => {
  const query = `query ($id: ID!) { node(id: $id) { ... on ChangeRequest {
    status closedAt mergedAt mergedBy { id } } } }`;
  const endOf = async (id: string) => (await owner.graphql(query, { id })).body.data.node;
  const update = (id: string, status: string) =>
    owner.graphql(
      `mutation ($id: ID!, $status: SettableChangeRequestStatus!) {
        updateChangeRequest(changeRequestId: $id, input: { status: $status }) { changeRequest { id } } }`,
      { id, status },
    );

  it('is the time of archiving, until it is reopened', async () => {
    const { id } = await aChangeRequest(server, space.id, { createdById: owner.userId, status: 'open' });
    expect(await endOf(id)).toEqual({ status: 'OPEN', closedAt: null, mergedAt: null, mergedBy: null });
    await update(id, 'ARCHIVED');
    expect(await endOf(id)).toMatchObject({ status: 'ARCHIVED', closedAt: expect.any(String), mergedAt: null });
    await update(id, 'DRAFT');
    expect(await endOf(id)).toMatchObject({ status: 'DRAFT', closedAt: null });
  });

  it('is the time of the merge, by the user who merged it', async () => {
    const merging = await aSpace(server, organizationId);
    const { body } = await owner.graphql(
      `mutation ($id: ID!) { createChangeRequest(spaceId: $id, input: {}) { changeRequest { id } } }`,
      { id: merging.id },
    );
    const { id } = body.data.createChangeRequest.changeRequest;
    await owner.graphql(`mutation ($id: ID!) { mergeChangeRequest(changeRequestId: $id) { result } }`, { id });
    const end = await endOf(id);
    expect(end).toMatchObject({ status: 'MERGED', mergedBy: { id: owner.userId }, closedAt: end.mergedAt });
    expect(end.mergedAt).toEqual(expect.any(String));
  });
});
