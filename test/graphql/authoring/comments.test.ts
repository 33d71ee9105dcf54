import { getNamedType, isLeafType, isRequiredArgument, type GraphQLField, type GraphQLObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../../src/schema/index.ts';
import { aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { clock } from '../../setup/clock.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

/** Creates an organization with spaces, each with comments by several users and with reactions. */
async function aBusyOrganization({ spaces, comments }: { spaces: number; comments: number }) {
  const { id, owner } = await anOrganization(server);
  const people = await Promise.all([1, 2, 3].map(() => aMember(server, id, 'comment')));
  const { services, db } = server.platform;
  const spaceIds: string[] = [];
  for (let made = 0; made < spaces; made += 1) {
    const space = await aSpace(server, id, { comments, commentsAll: comments });
    spaceIds.push(space.id);
    const rows = Array.from({ length: comments }, (_, at) => ({
      id: services.newId('cmt'),
      spaceId: space.id,
      authorId: people[at % 3]?.userId ?? '',
      markdown: `${at}`,
      revisionId: space.revisionId,
      postedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, at)),
    }));
    await db.prisma.comment.createMany({ data: rows });
    await db.prisma.reaction.createMany({
      data: rows.map((row) => ({ commentId: row.id, emoji: '👍', userId: owner.userId })),
    });
  }
  return { id, owner, people, spaceIds };
}

/** Selections of all fields of a type that require no argument. */
function listFields(name: string): [field: string, selection: string][] {
  const type = schema.getType(name) as GraphQLObjectType;
  const isOpen = ({ args }: GraphQLField<unknown, unknown>) => !args.some(isRequiredArgument);
  const leaves = (of: GraphQLObjectType) =>
    Object.values(of.getFields()).filter((field) => isOpen(field) && isLeafType(getNamedType(field.type)));
  return Object.values(type.getFields())
    .filter(isOpen)
    .map((field) => {
      const shown = getNamedType(field.type);
      if (isLeafType(shown)) return [field.name, field.name];
      const inner = leaves(shown as GraphQLObjectType).map((leaf) => leaf.name);
      return [field.name, `${field.name} { ${['__typename', ...inner].join(' ')} }`];
    });
}

/** The statements of a call, without the lookup of the token, which a running server caches. */
async function statementsOf(call: () => Promise<{ status: number; body: any }>) {
  await server.statements.reset();
  const { status, body } = await call();
  expect([status, body.errors]).toEqual([200, undefined]);
  return { body, texts: server.statements.texts.filter((text) => !text.includes('api_tokens')) };
}

const nested = `query ($id: ID!, $spaces: Int!, $comments: Int!) { organization(id: $id) { spaces(first: $spaces) {
  count edges { node { id comments(first: $comments) {
    count pageInfo { hasNextPage endCursor }
    edges { node { markdown postedBy { id displayName email } reactions { emoji users { user { id } } } permissions { edit } } } } } } } } }`;

describe('comments of many spaces', () => {
  it('the comments of many spaces are read in a fixed number of statements, whatever the page sizes', async () => {
    const { id, owner, people } = await aBusyOrganization({ spaces: 21, comments: 11 });
    const ask = (spaces: number, comments: number) =>
      statementsOf(() => owner.graphql(nested, { id, spaces, comments }));
    const [narrow, wide] = [await ask(2, 10), await ask(20, 5)];

    expect(wide.texts.length).toBeLessThanOrEqual(4);
    expect(narrow.texts.length).toBe(wide.texts.length);
    const { edges } = wide.body.data.organization.spaces;
    expect(edges).toHaveLength(20);
    for (const { node } of edges) {
      expect(node.comments.count).toBe(11);
      expect(node.comments.pageInfo.hasNextPage).toBe(true);
      expect(node.comments.edges.map((edge: any) => edge.node.markdown)).toEqual(['10', '9', '8', '7', '6']);
      expect(node.comments.edges[0].node).toMatchObject({
        postedBy: { id: people[1]?.userId, email: expect.any(String) },
        reactions: [{ emoji: '👍', users: [{ user: { id: owner.userId } }] }],
        permissions: { edit: false },
      });
    }
  });

  it('a reaction says whether the caller reacted, and lists as many users as asked', async () => {
    const { owner, people, spaceIds } = await aBusyOrganization({ spaces: 1, comments: 1 });
    const [reader = owner] = people;
    const query = `query ($id: ID!, $first: Int) { space(id: $id) { comments(first: 1) { edges { node {
      reactions { count viewerHasReacted users(first: $first) { user { id } } } } } } } }`;
    const reactionsFor = async (caller: Caller, first: number | null) =>
      (await caller.graphql(query, { id: spaceIds[0], first })).body.data.space.comments.edges[0].node.reactions;
    const users = [{ user: { id: owner.userId } }];
    expect(await reactionsFor(owner, 1)).toEqual([{ count: 1, viewerHasReacted: true, users }]);
    expect(await reactionsFor(reader, 0)).toEqual([{ count: 1, viewerHasReacted: false, users: [] }]);
    expect(await reactionsFor(reader, null)).toEqual([{ count: 1, viewerHasReacted: false, users }]);
  });

  it('reactions and email addresses of comments are not read unless the document selects them', async () => {
    const { id, owner } = await aBusyOrganization({ spaces: 1, comments: 1 });
    const ask = (fields: string) =>
      statementsOf(() =>
        owner.graphql(
          `query ($id: ID!) { organization(id: $id) { spaces { edges { node { comments { edges { node { ...Said } } } } } } } }
           fragment Said on Comment { markdown ${fields} }`,
          { id },
        ),
      );
    const [plain, full] = [
      await ask('postedBy { displayName }'),
      await ask('postedBy { ... on User { email } } reactions { emoji }'),
    ];
    const read = ({ texts }: { texts: string[] }) =>
      texts.map((text) => [/reactions r/.test(text), /u\.email/.test(text)]);

    expect(read(plain).some(([reactions, email]) => reactions || email)).toBe(false);
    expect(read(full).some(([reactions, email]) => reactions && email)).toBe(true);
    expect(full.body.data.organization.spaces.edges[0].node.comments.edges[0].node).toEqual({
      markdown: '0',
      postedBy: { email: expect.any(String) },
      reactions: [{ emoji: '👍' }],
    });
  });

  it.each(listFields('Comment'))(
    'comments have the same %s whether it is asked for alone or with all others',
    async (_name, field) => {
      const { id, owner, spaceIds } = await aBusyOrganization({ spaces: 1, comments: 2 });
      const { prisma } = server.platform.db;
      await prisma.comment.updateMany({
        where: { spaceId: spaceIds[0] ?? '' },
        data: {
          status: 'resolved',
          resolvedById: owner.userId,
          resolvedAt: clock.now(),
          editedAt: clock.now(),
          version: 7,
        },
      });
      const ask = async (fields: string) => {
        const { body } = await owner.graphql(
          `query ($id: ID!) { organization(id: $id) { spaces { edges { node { comments(first: 1) {
          edges { node { ${fields} } } } } } } } }`,
          { id },
        );
        expect(body.errors).toBeUndefined();
        return body.data.organization.spaces.edges[0].node.comments.edges[0].node;
      };
      const all = await ask(
        listFields('Comment')
          .map(([, one]) => one)
          .join(' '),
      );
      const alone = await ask(field);
      expect(all).toMatchObject(alone);
      expect(Object.keys(all).length).toBeGreaterThan(10);
    },
  );

  it('columns and extra rows of comments are not read unless the document selects what needs them', async () => {
    const { id, owner } = await aBusyOrganization({ spaces: 1, comments: 3 });
    const ask = (fields: string, page = '') =>
      statementsOf(() =>
        owner.graphql(
          `query ($id: ID!) { organization(id: $id) { spaces { edges { node { comments(first: 2) {
            ${page} edges { node { ${fields} } } } } } } } }`,
          { id },
        ),
      );
    const shownOf = ({ body }: { body: any }) => body.data.organization.spaces.edges[0].node.comments;
    const reads = ({ texts }: { texts: string[] }) => texts.some((text) => text.includes('page."revisionId"'));

    const [brief, whole] = [await ask('id markdown'), await ask('id editedAt', 'pageInfo { hasNextPage }')];
    expect([reads(brief), reads(whole)]).toEqual([false, true]);
    expect(shownOf(brief).edges).toHaveLength(2);
    expect(shownOf(whole)).toMatchObject({ pageInfo: { hasNextPage: true }, edges: [{}, {}] });
  });

  it('filtered comments are counted in one statement, and otherwise the stored counters are read', async () => {
    const { id, owner, people } = await aBusyOrganization({ spaces: 3, comments: 4 });
    const counts = (args: string) =>
      statementsOf(() =>
        owner.graphql(
          `query ($id: ID!) { organization(id: $id) { spaces { edges { node { comments(first: 0, ${args}) { count } } } } } }`,
          { id },
        ),
      );
    const valuesOf = ({ body }: { body: any }) =>
      body.data.organization.spaces.edges.map((edge: any) => edge.node.comments.count);

    const whole = await counts('status: OPEN');
    const some = await counts(`authorIds: ["${people[0]?.userId}"]`);
    expect(valuesOf(whole)).toEqual([4, 4, 4]);
    expect(valuesOf(some)).toEqual([2, 2, 2]);
    expect(some.texts.length).toBe(whole.texts.length + 1);
  });

  it('each list of comments continues from its own cursor', async () => {
    const { id, owner, spaceIds } = await aBusyOrganization({ spaces: 2, comments: 3 });
    const first = await owner.graphql(nested, { id, spaces: 2, comments: 2 });
    const [one] = first.body.data.organization.spaces.edges;
    const rest = await owner.rest(
      `GET /v1/spaces/${one.node.id}/comments?page=${one.node.comments.pageInfo.endCursor}`,
    );
    expect(spaceIds).toContain(one.node.id);
    expect(rest.body.items.map((item: any) => item.body.markdown)).toEqual(['0']);
  });

  it('a list of spaces returns the others when the caller may not read the comments of one', async () => {
    const { id, people, spaceIds } = await aBusyOrganization({ spaces: 2, comments: 1 });
    const [bob] = people as [Caller];
    const [closed = ''] = spaceIds;
    await server.platform.db.prisma.space.update({ where: { id: closed }, data: { defaultLevel: 'read' } });
    const { body } = await bob.graphql(nested, { id, spaces: 10, comments: 5 });
    const found = new Map(body.data.organization.spaces.edges.map(({ node }: any) => [node.id, node.comments?.count]));
    expect([found.get(closed), found.get(spaceIds[1])]).toEqual([undefined, 1]);
    expect(body.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });
});

describe('GET /v1/spaces/{spaceId}/comments', () => {
  it.each([5, 20, 100])('reads %i comments with authors and reactions in two statements', async (limit) => {
    const { owner, spaceIds } = await aBusyOrganization({ spaces: 1, comments: 101 });
    const { texts, body } = await statementsOf(() =>
      owner.rest(`GET /v1/spaces/${spaceIds[0]}/comments?limit=${limit}`),
    );
    expect(body.items).toHaveLength(limit);
    expect(body.count).toBe(101);
    expect(texts).toHaveLength(2);
  });

  it('reads the pages of all listed comments in one more statement', async () => {
    const { owner, spaceIds } = await aBusyOrganization({ spaces: 1, comments: 20 });
    await server.platform.db.prisma.comment.updateMany({
      where: { spaceId: spaceIds[0] ?? '' },
      data: { pageId: 'pg_AAAAAAAAAAAAAAAAAAAA' },
    });
    const { texts } = await statementsOf(() => owner.rest(`GET /v1/spaces/${spaceIds[0]}/comments`));
    expect(texts).toHaveLength(3);
  });
});

describe('a thread', () => {
  it('a comment is created, resolved, replied to and deleted', async () => {
    const { id: organizationId, owner } = await anOrganization(server);
    const space = await aSpace(server, organizationId);
    const run = async (query: string, variables: object) => {
      const { body } = await owner.graphql(query, variables as Record<string, unknown>);
      expect(body.errors).toBeUndefined();
      return body.data;
    };

    const { createComment } = await run(
      `mutation ($id: ID!) { createComment(spaceId: $id, input: { body: { markdown: "Hi" } }) {
        comment { id markdown status version space { id } target { spaceId page { id: pageId } } } } }`,
      { id: space.id },
    );
    const { comment } = createComment;
    expect(comment).toMatchObject({ markdown: 'Hi', status: 'OPEN', version: 1, space: { id: space.id } });

    const { updateComment } = await run(
      `mutation ($id: ID!) { updateComment(commentId: $id, input: { resolved: true, addedReactions: ["🎉"] }, expectedVersion: 1) {
        comment { status version resolvedBy { id } reactions { emoji count } } } }`,
      { id: comment.id },
    );
    expect(updateComment.comment).toEqual({
      status: 'RESOLVED',
      version: 2,
      resolvedBy: { id: owner.userId },
      reactions: [{ emoji: '🎉', count: 1 }],
    });

    const { createCommentReply } = await run(
      `mutation ($id: ID!) { createCommentReply(commentId: $id, input: { body: { markdown: "**Yes**" } }) {
        commentReply { id body(format: DOCUMENT) { markdown document } comment { repliesTotal } } } }`,
      { id: comment.id },
    );
    const { commentReply } = createCommentReply;
    expect(commentReply).toMatchObject({
      body: { markdown: null, document: { nodes: [{ type: 'paragraph' }] } },
      comment: { repliesTotal: 1 },
    });

    const { updateCommentReply } = await run(
      `mutation ($id: ID!) { updateCommentReply(commentReplyId: $id, input: { body: { markdown: "No" } }) {
        commentReply { markdown editedAt } } }`,
      { id: commentReply.id },
    );
    expect(updateCommentReply.commentReply).toEqual({ markdown: 'No', editedAt: expect.any(String) });

    const both = await run(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { id __typename
        ... on Comment { replies { count edges { node { id } } } } ... on CommentReply { comment { id } } } }`,
      { ids: [comment.id, commentReply.id] },
    );
    expect(both.nodes).toEqual([
      { id: comment.id, __typename: 'Comment', replies: { count: 1, edges: [{ node: { id: commentReply.id } }] } },
      { id: commentReply.id, __typename: 'CommentReply', comment: { id: comment.id } },
    ]);

    await run('mutation ($id: ID!) { deleteCommentReply(commentReplyId: $id) { deletedId } }', { id: commentReply.id });
    await run('mutation ($id: ID!) { deleteComment(commentId: $id) { deletedId } }', { id: comment.id });
    const { body } = await owner.graphql('query ($id: ID!) { comment(id: $id) { id } }', { id: comment.id });
    expect(body).toMatchObject({ data: { comment: null }, errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  });

  it('a comment is hidden from users outside the organization who know its id', async () => {
    const { spaceIds } = await aBusyOrganization({ spaces: 1, comments: 1 });
    const comment = await server.platform.db.prisma.comment.findFirstOrThrow({ where: { spaceId: spaceIds[0] ?? '' } });
    const stranger = await server.aUser();
    const change =
      'mutation ($id: ID!) { updateComment(commentId: $id, input: { resolved: true }) { comment { id } } }';
    for (const query of ['query ($id: ID!) { node(id: $id) { id } }', change]) {
      const { body } = await stranger.graphql(query, { id: comment.id });
      expect(body.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' }, message: `No comment "${comment.id}"` }]);
    }
  });
});
