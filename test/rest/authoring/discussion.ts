import { aMember, anOrganization, aSpace } from '../../factories.ts';
import type { Caller, Harness } from '../../harness.ts';

export const none = 'cmt_AAAAAAAAAAAAAAAAAAAA';
export const noReply = 'rpl_AAAAAAAAAAAAAAAAAAAA';
/** The permissions of an author. */
export const all = { view: true, edit: true, reply: true, delete: true };

/** Creates a space with members who may comment, a reader who may not, and a user outside the organization. */
export async function aDiscussion(server: Harness) {
  const { id: organizationId, owner } = await anOrganization(server);
  const [ada, bob, reader, stranger, space] = await Promise.all([
    aMember(server, organizationId, 'comment'),
    aMember(server, organizationId, 'comment'),
    aMember(server, organizationId, 'read'),
    server.aUser(),
    aSpace(server, organizationId),
  ]);
  return { organizationId, owner, ada, bob, reader, stranger, space, path: `/v1/spaces/${space.id}/comments` };
}

/** Creates a comment, or a reply on the path of replies. */
export const say = async (caller: Caller, path: string, markdown = 'Hello') =>
  (await caller.rest(`POST ${path}`, { body: { markdown } })).body as { id: string };

/** The stored counters of open and of all threads. */
export const counters = (server: Harness, spaceId: string) =>
  server.platform.db.prisma.space.findUnique({
    where: { id: spaceId },
    select: { comments: true, commentsAll: true },
  });

/** The ids of the items of a list. */
export const ids = ({ body }: { body: { items: { id: string }[] } }) => body.items.map(({ id }) => id);

/** Creates a page tree of one revision: a group with one page. */
export async function aPage(server: Harness, spaceId: string, values: { title?: string; slug?: string } = {}) {
  const { services, db } = server.platform;
  const [groupId, pageId] = [services.newId('pg'), services.newId('pg')];
  const now = services.now();
  const entry = { line: spaceId, fromSeq: 1, spaceId, kind: 'page', createdAt: now, updatedAt: now };
  await db.prisma.contentEntry.createMany({
    data: [
      { ...entry, entryId: groupId, type: 'document', title: 'Guides', slug: 'guides', position: 'a0' },
      {
        ...entry,
        entryId: pageId,
        parentId: groupId,
        type: 'document',
        title: values.title ?? 'Setup',
        slug: values.slug ?? 'setup',
        position: 'a0',
        attributes: { emoji: '🔧' },
      },
    ],
  });
  return { groupId, pageId, at: now.toISOString() };
}
