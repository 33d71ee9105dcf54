import { pairId, readPairId } from '../../../lib/ids.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { getMember, type Member, type MemberKey } from './members.ts';

/** Global id of a member, which combines the organization and the user. */
export const memberId = ({ organizationId, userId }: MemberKey): string => pairId('mbr', organizationId, userId);

/** Gets a member by an id made by `memberId`. */
export function getMemberById(ctx: Context, id: string): Promise<Member> {
  const [organizationId, userId] = readPairId('mbr', id) ?? [];
  if (organizationId === undefined || userId === undefined) throw notFound('member', id);
  return getMember(ctx, { organizationId, userId });
}

/**
 * Normalizes the key of a member: `userId` may be the id of the user or of the member. A member id is only valid in its
 * own organization.
 */
export function normalizeMemberKey({ organizationId, userId }: MemberKey): MemberKey {
  const [owner, user] = readPairId('mbr', userId) ?? [];
  return { organizationId, userId: owner === organizationId && user !== undefined ? user : userId };
}
