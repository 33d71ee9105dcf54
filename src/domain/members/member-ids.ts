import { pairId, readPairId } from '../../lib/ids.ts';
import { notFound } from '../../lib/errors.ts';
import type { Context } from '../context.ts';
import { getMember, type Member, type MemberKey } from './members.ts';

/** The id of a member, who is a user in one organization. */
export const memberId = ({ organizationId, userId }: MemberKey): string => pairId('mbr', organizationId, userId);

/** The member with an id made by `memberId`. Throws not_found, forbidden. */
export function getMemberById(ctx: Context, id: string): Promise<Member> {
  const [organizationId, userId] = readPairId('mbr', id) ?? [];
  if (organizationId === undefined || userId === undefined) throw notFound('member', id);
  return getMember(ctx, { organizationId, userId });
}

/**
 * The key of a member, from the id of the user or of the member. The id of a member is valid in its own organization
 * only.
 */
export function memberKeyOf({ organizationId, userId }: MemberKey): MemberKey {
  const [owner, user] = readPairId('mbr', userId) ?? [];
  return { organizationId, userId: owner === organizationId && user !== undefined ? user : userId };
}
