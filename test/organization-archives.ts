import { expect } from 'vitest';
import { contentOf, endOfJob } from './exports.ts';
import type { Caller, Harness } from './harness.ts';

/** Uploads an archive for an import, and returns its URL. */
export async function upload(server: Harness, caller: Caller, body: Buffer): Promise<string> {
  const headers = { authorization: `Bearer ${caller.secret}`, 'content-type': 'application/zip' };
  const sent = await fetch(`${await server.listen()}/uploads?name=organization.zip`, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
  });
  return ((await sent.json()) as { url: string }).url;
}

/** Imports an archive into an organization, and returns the job when it has ended. */
export async function imported(server: Harness, caller: Caller, organizationId: string, archive: Buffer) {
  const url = await upload(server, caller, archive);
  const { status, body } = await caller.rest(`POST /v1/orgs/${organizationId}/import`, { url });
  expect(status).toBe(202);
  return endOfJob(caller, body.id);
}

interface Placed {
  readonly parent: string | null;
}

const byParent = (a: Placed, b: Placed) => String(a.parent).localeCompare(String(b.parent));

/** Returns the tree of an organization: collections and spaces with their settings and content, in order. */
export async function toTree(server: Harness, organizationId: string) {
  const { prisma } = server.platform.db;
  const spaces = await prisma.space.findMany({
    where: { organizationId, deletedAt: null },
    orderBy: { position: 'asc' },
  });
  const collections = await prisma.collection.findMany({ where: { organizationId }, orderBy: { position: 'asc' } });
  const titles = new Map(collections.map(({ id, title }) => [id, title]));
  const findParent = ({ parentId }: { parentId: string | null }) => titles.get(parentId ?? '') ?? null;
  const contents = await Promise.all(spaces.map(({ id }) => contentOf(server, id)));
  return {
    // Order of spaces and collections together, as the application lists them.
    order: [...spaces, ...collections]
      .toSorted((a, b) => (a.position < b.position ? -1 : 1))
      .map((item) => ({ title: item.title, parent: findParent(item) }))
      .toSorted(byParent),
    spaces: spaces
      .map(({ title, emoji, icon, visibility, editMode, defaultLevel, language, parentId }, index) => ({
        title,
        emoji,
        icon,
        visibility,
        editMode,
        defaultLevel,
        language,
        parent: findParent({ parentId }),
        content: contents[index],
      }))
      .toSorted(byParent),
    collections: collections
      .map(({ title, description, defaultLevel, parentId }) => ({
        title,
        description,
        defaultLevel,
        parent: findParent({ parentId }),
      }))
      .toSorted(byParent),
  };
}
