import { expect } from 'vitest';
import { aCollection, aMember, anOrganization, aSpace } from '../../factories.ts';
import type { Caller, Harness } from '../../harness.ts';
import { clock } from '../../setup/clock.ts';

const list = `query ($unread: Boolean, $first: Int, $after: String) { viewer { unreadNotifications
  notifications(unread: $unread, first: $first, after: $after) { count pageInfo { hasNextPage endCursor }
    nodes: edges { node { id type reason subjectId subjectTitle count actorId spaceId changeRequestId createdAt updatedAt readAt
      subject { __typename id } } } } } }`;

/** What somebody was notified of, the latest first, after the events so far. */
export async function notificationsOf(server: Harness, { graphql }: Caller, variables: Record<string, unknown> = {}) {
  await server.statements.settled();
  const { body } = await graphql(list, variables);
  expect(body.errors).toBeUndefined();
  const { notifications, unreadNotifications } = body.data.viewer;
  const items: any[] = notifications.nodes.map(({ node }: any) => node);
  return {
    count: notifications.count as number,
    pageInfo: notifications.pageInfo,
    items,
    unread: unreadNotifications as number,
  };
}

/** Watches later than all that was written before, so that nobody is notified of that. */
export async function watch(caller: Caller, nodeId: string, level = 'EVERYTHING', userId?: string) {
  await clock.tick();
  return caller.graphql(
    `mutation ($nodeId: ID!, $userId: ID, $level: WatchLevel) { watch(nodeId: $nodeId, userId: $userId, input: { level: $level }) {
      watch { id nodeId level userId createdAt node { id } } } }`,
    { nodeId, level, userId },
  );
}

export const unwatch = (caller: Caller, nodeId: string, userId?: string) =>
  caller.graphql(
    'mutation ($nodeId: ID!, $userId: ID) { unwatch(nodeId: $nodeId, userId: $userId) { deletedId user { id } } }',
    { nodeId, userId },
  );

export const watched = async (...given: Parameters<typeof watch>) => {
  const { body } = await watch(...given);
  expect(body.errors).toBeUndefined();
  return body.data.watch.watch;
};

export const errorOf = ({ body }: Awaited<ReturnType<Caller['graphql']>>) => body.errors?.[0].extensions.type;

/** Writes later than all that was written before. */
export async function mutate(caller: Caller, call: string, variables: Record<string, unknown> = {}) {
  await clock.tick();
  const parameters = Object.keys(variables).map((name) => `$${name}: ID!`);
  const head = parameters.length === 0 ? '' : `(${parameters.join()})`;
  const { body } = await caller.graphql(`mutation ${head} { result: ${call} }`, variables);
  expect(body.errors).toBeUndefined();
  return body.data.result;
}

/** Creates a page, which is a revision of its own, and returns its id in the main content. */
export const aPage = async (caller: Caller, spaceId: string, title = 'Guide'): Promise<string> =>
  (
    await mutate(
      caller,
      `createPage(spaceId: $spaceId, input: { title: "${title}", document: { markdown: "Text" } }) { page { id } }`,
      { spaceId },
    )
  ).page.id;

export const edit = (caller: Caller, spaceId: string, pageId: string, markdown: string) =>
  mutate(
    caller,
    `updatePage(spaceId: $spaceId, pageId: $pageId, input: { document: { markdown: "${markdown}" } }) { page { id } }`,
    { spaceId, pageId },
  );

export const say = async (caller: Caller, spaceId: string, place: Record<string, unknown> = {}): Promise<string> => {
  await clock.tick();
  const { body, status } = await caller.rest(`POST /v1/spaces/${spaceId}/comments`, {
    body: { markdown: 'Hi' },
    ...place,
  });
  expect(status).toBe(200);
  return body.id;
};

/** An organization with a space in a collection, and members: ada edits, bob comments, and cyd reads. */
export async function aTeamAtWork(server: Harness) {
  const { id: organizationId, owner } = await anOrganization(server);
  const outer = await aCollection(server, organizationId);
  const collection = await aCollection(server, organizationId, { parentId: outer.id });
  const { id: spaceId } = await aSpace(server, organizationId, { parentId: collection.id });
  const ada = await aMember(server, organizationId, 'create');
  const bob = await aMember(server, organizationId, 'comment');
  const cyd = await aMember(server, organizationId, 'read');
  return { organizationId, owner, outer, collection, spaceId, ada, bob, cyd };
}

export const mark = async (caller: Caller, input: object) =>
  caller.graphql(
    'mutation ($input: MarkNotificationsReadInput!) { markNotificationsRead(input: $input) { count viewer { unreadNotifications } } }',
    { input },
  );
