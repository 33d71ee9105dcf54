import { aMember, anOrganization } from '../../factories.ts';
import type { Caller, Harness } from '../../harness.ts';
import { aMergingWorld } from './merging-world.ts';

/** Creates a change request with an author (edit), two reviewers, a commenter, a reader, and a user outside the organization. */
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

/** All items of a list of a change request. */
export const listed = async (caller: Caller, path: string) => {
  const { status, body } = await caller.rest(`GET ${path}`);
  if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body.items as any[];
};
