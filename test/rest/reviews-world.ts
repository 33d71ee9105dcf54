import { aMember, anOrganization } from '../factories.ts';
import type { Caller, Harness } from '../harness.ts';
import { aMergingWorld } from './merging-world.ts';

/** A change request of an author who edits, two who review, one who comments, one who reads, and a stranger. */
export async function aReviewWorld(server: Harness) {
  const { id: organizationId, owner } = await anOrganization(server);
  const [author, ada, bob, commenter, reader, stranger] = await Promise.all([
    aMember(server, organizationId, 'edit'),
    aMember(server, organizationId, 'review'),
    aMember(server, organizationId, 'review'),
    aMember(server, organizationId, 'comment'),
    aMember(server, organizationId, 'read'),
    server.aUser(),
  ]);
  const world = await aMergingWorld(server, organizationId, author);
  const open = () => author.rest(`PATCH ${world.at}`, { status: 'open' });
  return { ...world, organizationId, owner, author, ada, bob, commenter, reader, stranger, open };
}

export const approve = (caller: Caller, at: string, more: object = {}) =>
  caller.rest(`POST ${at}/reviews`, { status: 'approved', ...more });

/** A list of a change request, whole. */
export const listed = async (caller: Caller, path: string) => {
  const { status, body } = await caller.rest(`GET ${path}`);
  if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body.items as any[];
};
