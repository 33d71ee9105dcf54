import { paginate } from '../../../db/keyset.ts';
import { notFound } from '../../../lib/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../../lib/page.ts';
import { toMemberRow, type MemberKey, type MemberRow, type MemberUserRow } from '../../../loaders/members.ts';
import { authorize } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import { authorizedOrganization, getOrganization, type Organization } from '../organizations/organizations.ts';
import type { MemberRoleFilter, MemberSort } from './fields.ts';
import { memberPolicy, type MemberAction } from './policy.ts';
import { membersList } from './queries.ts';

export type Member = MemberRow;
export type { MemberKey };

/** Gets a member. Requires permission to list the members, or to be the member. */
export const getMember = (ctx: Context, key: MemberKey): Promise<Member> => authorizedMember(ctx, key, 'read');

/** Gets a member and authorizes an action. */
export async function authorizedMember(ctx: Context, key: MemberKey, action: MemberAction): Promise<Member> {
  authorizeMember(ctx, await getOrganization(ctx, key.organizationId), key.userId, action);
  const member = await ctx.loaders.member.load(key);
  if (member === null) throw notFound('member', key.userId);
  return member;
}

/** Throws unless the caller may act on a member with that id, whether or not the member exists. */
export function authorizeMember(
  ctx: Context,
  { membership }: Organization,
  userId: string,
  action: MemberAction,
): void {
  authorize(memberPolicy, action, ctx.actor, { id: userId, membership, isSelf: userId === ctx.actor.userId });
}

export interface MemberFilter {
  readonly role?: MemberRoleFilter | null | undefined;
  /** Part of the name, or of an email address that the caller may see. */
  readonly search?: string | null | undefined;
  /** `joinedAt` when omitted. */
  readonly sort?: MemberSort | null | undefined;
  /** `desc` when omitted. */
  readonly order?: 'asc' | 'desc' | null | undefined;
}

/** Lists the members of an organization. */
export async function listMembers(
  ctx: Context,
  { organizationId, ...filter }: MemberFilter & { readonly organizationId: string },
  page: PageRequest,
): Promise<Page<Member>> {
  await authorizedOrganization(ctx, organizationId, 'listMembers');
  const { role, search, sort, order } = filter;
  const list = membersList(ctx.actor, {
    organizationId,
    role: role ?? null,
    search: search ?? null,
    sort: sort ?? 'joinedAt',
    order: order ?? 'desc',
  });
  return mapPage(await paginate<MemberUserRow>(ctx, list, page), toMemberRow);
}
