import { beforeAll, describe, expect, it } from 'vitest';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { changed, edit } from '../../rest/authoring/merging-world.ts';
import { approve, aReviewWorld } from '../../rest/authoring/reviews-world.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

const submit = `mutation ($id: ID!, $input: SubmitReviewInput!) { submitReview(changeRequestId: $id, input: $input) {
  review { id status outdated revisionId reviewer { id } requestedBy { id } changeRequest { id }
    comment { id markdown target { reviewId } } } } }`;
const request = `mutation ($id: ID!, $users: [ID!]!) { requestReview(changeRequestId: $id, input: { userIds: $users }) {
  changeRequest { status } users { user { id } requestedBy { id } revisionId } } }`;
const cancel = `mutation ($id: ID!, $user: ID!) { cancelReviewRequest(changeRequestId: $id, userId: $user) {
  changeRequest { id requestedReviewers { count } } } }`;
const describeIt = `mutation ($id: ID!, $input: ChangeRequestDescriptionInput!, $version: Int) {
  setChangeRequestDescription(changeRequestId: $id, input: $input, expectedVersion: $version) {
    changeRequest { description descriptionDocument version } } }`;

const readError = ({ body }: Awaited<ReturnType<Caller['graphql']>>) => body.errors?.[0].extensions.type;

describe('submitReview', () => {
  it('a review is submitted with a comment', async () => {
    const { ada, author, id, open } = await aReviewWorld(server);
    await open();
    await author.graphql(request, { id, users: [ada.userId] });
    const input = { status: 'CHANGES_REQUESTED', comment: { markdown: 'Not yet' } };
    const { review } = (await ada.graphql(submit, { id, input })).body.data.submitReview;
    expect(review).toMatchObject({
      status: 'CHANGES_REQUESTED',
      outdated: false,
      reviewer: { id: ada.userId },
      requestedBy: { id: author.userId },
      changeRequest: { id },
      comment: { markdown: 'Not yet', target: { reviewId: review.id } },
    });
    const query = `query ($id: ID!) { node(id: $id) { ... on ChangeRequestReview { status comment { id } } } }`;
    expect((await author.graphql(query, { id: review.id })).body.data.node).toEqual({
      status: 'CHANGES_REQUESTED',
      comment: { id: review.comment.id },
    });
  });

  it('refuses reviews by authors, by users without the role review, and by users who cannot see the change request', async () => {
    const { author, commenter, stranger, id, open } = await aReviewWorld(server);
    await open();
    const input = { status: 'APPROVED' };
    expect(readError(await author.graphql(submit, { id, input }))).toBe('forbidden');
    expect(readError(await commenter.graphql(submit, { id, input }))).toBe('forbidden');
    expect(readError(await stranger.graphql(submit, { id, input }))).toBe('not_found');
  });
});

describe('requestReview and cancelReviewRequest', () => {
  it('a review is requested, and the request is cancelled', async () => {
    const { author, ada, bob, stranger, id } = await aReviewWorld(server);
    const { requestReview } = (await author.graphql(request, { id, users: [bob.userId, ada.userId] })).body.data;
    expect(requestReview).toMatchObject({
      changeRequest: { status: 'OPEN' },
      users: [{ user: { id: bob.userId }, requestedBy: { id: author.userId } }, { user: { id: ada.userId } }],
    });
    expect((await author.graphql(cancel, { id, user: bob.userId })).body.data.cancelReviewRequest).toEqual({
      changeRequest: { id, requestedReviewers: { count: 1 } },
    });
    expect(readError(await author.graphql(cancel, { id, user: bob.userId }))).toBe('not_found');
    expect(readError(await author.graphql(request, { id, users: [stranger.userId] }))).toBe('reference_not_found');
    expect(readError(await author.graphql(request, { id, users: [] }))).toBe('validation_failed');
    expect(readError(await stranger.graphql(cancel, { id, user: ada.userId }))).toBe('not_found');
  });
});

describe('setChangeRequestDescription', () => {
  it('sets a description, leaves it unchanged for an empty input, and removes it', async () => {
    const { author, reader, id, open } = await aReviewWorld(server);
    const set = async (input: object, version?: number) =>
      (await author.graphql(describeIt, { id, input, version })).body.data.setChangeRequestDescription.changeRequest;
    const first = await set({ markdown: ' Why **not**?\n' });
    expect(first).toMatchObject({ description: 'Why **not**?', descriptionDocument: { object: 'document' } });
    expect(await set({})).toEqual(first);
    expect(await set({ document: first.descriptionDocument })).toEqual(first);
    const none = await set({ markdown: '' }, first.version);
    expect(none).toEqual({ description: '', descriptionDocument: null, version: first.version + 1 });
    const stale = await author.graphql(describeIt, { id, input: { markdown: 'x' }, version: first.version });
    expect(readError(stale)).toBe('precondition_failed');
    await open();
    expect(readError(await reader.graphql(describeIt, { id, input: { markdown: 'x' } }))).toBe('forbidden');
    const both = await author.graphql(describeIt, { id, input: { markdown: 'x', document: {} } });
    expect(readError(both)).toBe('validation_failed');
  });
});

describe('a change request', () => {
  const query = `query ($id: ID!) { node(id: $id) { ... on ChangeRequest {
    changes(limit: 1) { items { type title } more }
    contributors { count edges { node { actionType count user { id } } } }
    reviews(outdated: false) { count edges { node { status comment { markdown } reviewer { displayName } } } }
    requestedReviewers { count edges { node { user { displayName } requestedBy { id } } } } } } }`;

  it('has its changes, contributors, reviews and requested reviewers', async () => {
    const { author, ada, bob, at, id, inRequest, pages, open } = await aReviewWorld(server);
    await inRequest(edit(pages.a, 'One'), edit(pages.b, 'Two'));
    await open();
    await author.graphql(request, { id, users: [bob.userId] });
    await approve(ada, at, { comment: { markdown: 'Fine' } });
    expect((await ada.graphql(query, { id })).body.data.node).toEqual({
      changes: { items: [{ type: 'PAGE_EDITED', title: expect.stringMatching(/^[ab]$/) }], more: 1 },
      contributors: {
        count: 2,
        edges: [
          { node: { actionType: 'COMMENT', count: 1, user: { id: ada.userId } } },
          { node: { actionType: 'EDIT', count: 1, user: { id: author.userId } } },
        ],
      },
      reviews: {
        count: 1,
        edges: [
          { node: { status: 'APPROVED', comment: { markdown: 'Fine' }, reviewer: { displayName: 'Example user' } } },
        ],
      },
      requestedReviewers: {
        count: 1,
        edges: [{ node: { user: { displayName: 'Example user' }, requestedBy: { id: author.userId } } }],
      },
    });
  });

  it('many reviews are read in as many statements as one', async () => {
    const { ada, bob, owner, at, id, open } = await aReviewWorld(server);
    await open();
    const read = async () => {
      await server.statements.reset();
      expect((await ada.graphql(query, { id })).body.errors).toBeUndefined();
      return server.statements.texts.length;
    };
    await approve(ada, at, { comment: { markdown: 'Fine' } });
    await read();
    const one = await read();
    for (const caller of [bob, owner]) await approve(caller, at, { comment: { markdown: 'Fine' } });
    expect(await read()).toBe(one);
  });

  it('the merge is planned once when a document selects conflicts, the preview, or both', async () => {
    const { ada, id, spaceId, onMain, inRequest, pages, open } = await aReviewWorld(server);
    await onMain(edit(pages.a, changed('two', 'MAIN')));
    await inRequest(edit(pages.a, changed('two', 'OWN')));
    await open();
    const read = async (fields: string) => {
      await server.statements.reset();
      const { body } = await ada.graphql(`query ($id: ID!) { node(id: $id) { ... on ChangeRequest { ${fields} } } }`, {
        id,
      });
      expect(body.errors).toBeUndefined();
      return { statements: server.statements.texts.length, node: body.data.node };
    };
    const conflicts = 'conflicts { id: subjectId conflicts { kind } }';
    const preview = 'mergePreview { result conflicts { id: subjectId conflicts { kind } } }';
    await read(`${conflicts} ${preview}`);
    const [first, second, both] = [
      await read(conflicts),
      await read(preview),
      await read(`${conflicts} ${preview} again: ${preview}`),
    ];
    expect([second.statements, both.statements]).toEqual([first.statements, first.statements]);
    expect(both.node).toEqual({ ...first.node, ...second.node, again: second.node.mergePreview });
    expect(first.node.conflicts).toEqual([{ id: pages.a, conflicts: [{ kind: 'TEXT' }] }]);
    // A plan from before a change is not reused after it.
    const settle = `mutation ($spaceId: ID!, $id: ID!, $page: ID!) {
      before: updateChangeRequest(spaceId: $spaceId, changeRequestId: $id, input: {}) { changeRequest { ${conflicts} } }
      settled: resolveConflict(spaceId: $spaceId, changeRequestId: $id, pageId: $page, input: { choice: MAIN }) {
        changeRequest { ${conflicts} mergePreview { result } } } }`;
    const { body } = await ada.graphql(settle, { spaceId, id, page: pages.a });
    expect(body.data).toEqual({
      before: { changeRequest: { conflicts: first.node.conflicts } },
      settled: { changeRequest: { conflicts: [], mergePreview: { result: 'MERGE' } } },
    });
  });
});

describe('Organization.changeRequests', () => {
  it('lists the change requests of all spaces, and is null when the token lacks the scope', async () => {
    const { ada, id, organizationId, open } = await aReviewWorld(server);
    await open();
    const query = `query ($id: ID!) { organization(id: $id) { id
      changeRequests(status: OPEN) { count edges { node { id space { id } } } } } }`;
    const { body } = await ada.graphql(query, { id: organizationId });
    expect(body.data.organization.changeRequests).toMatchObject({ count: 1, edges: [{ node: { id } }] });
    const narrow = await server.as(ada.userId, { scopes: ['org:read'] });
    const refused = await narrow.graphql(query, { id: organizationId });
    expect(refused.body.data.organization).toEqual({ id: organizationId, changeRequests: null });
    expect(readError(refused)).toBe('insufficient_scope');
  });

  it('lists open ones without a status on both faces, several states on request, and all for null', async () => {
    const { ada, spaceId, open } = await aReviewWorld(server);
    await open();
    await ada.rest(`POST /v1/spaces/${spaceId}/change-requests`, { subject: 'A draft' });
    const graph = async (args: string) => {
      const query = `query ($id: ID!) { space(id: $id) { changeRequests${args} { nodes: edges { node { status } } } } }`;
      const { body } = await ada.graphql(query, { id: spaceId });
      return body.data.space.changeRequests.nodes.map(({ node }: any) => node.status);
    };
    const rest = async (query: string) =>
      (await ada.rest(`GET /v1/spaces/${spaceId}/change-requests${query}`)).body.items.map(({ status }: any) => status);
    expect([await graph(''), await rest('')]).toEqual([['OPEN'], ['open']]);
    expect([await graph('(status: DRAFT)'), await rest('?status=draft')]).toEqual([['DRAFT'], ['draft']]);
    const both = [
      await graph('(status: [OPEN, DRAFT])'),
      await graph('(status: null)'),
      await rest('?status=open,draft'),
    ];
    expect(both.map((list) => list.length)).toEqual([2, 2, 2]);
  });
});
