import { contains } from '../../db/contains.ts';
import { paginate } from '../../db/keyset.ts';
import { raw, sql, type Fragment } from '../../db/sql.ts';
import { notFound } from '../../lib/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../lib/page.ts';
import {
  memberColumns,
  memberOf,
  memberUserJoin,
  type MemberKey,
  type MemberRow,
  type MemberUserRow,
} from '../../loaders/members.ts';
import { emailIfVisible } from '../../loaders/users.ts';
import { authorize } from '../access/policy.ts';
import type { Context } from '../context.ts';
import { authorizedOrganization, getOrganization, type Organization } from '../organizations/organizations.ts';
import type { MemberRoleFilter, MemberSort } from './fields.ts';
import { memberPolicy, type MemberAction } from './policy.ts';

export type Member = MemberRow;
export type { MemberKey };

/** One member. Whoever may list them, and everybody themself. Throws not_found, forbidden. */
export const getMember = (ctx: Context, key: MemberKey): Promise<Member> => authorizedMember(ctx, key, 'read');

/** The member, when the caller may do this. Throws not_found, forbidden, insufficient_scope. */
export async function authorizedMember(ctx: Context, key: MemberKey, action: MemberAction): Promise<Member> {
  authorizeOn(ctx, await getOrganization(ctx, key.organizationId), key.userId, action);
  const member = await ctx.loaders.member.load(key);
  if (member === null) throw notFound('member', key.userId);
  return member;
}

/** Throws unless the caller may do this to a member of the organization, whether or not there is one of that id. */
export function authorizeOn(ctx: Context, { membership }: Organization, userId: string, action: MemberAction): void {
  authorize(memberPolicy, action, ctx.actor, { id: userId, membership, isSelf: userId === ctx.actor.userId });
}

export interface MemberFilter {
  readonly role?: MemberRoleFilter | null | undefined;
  /** Part of the name, or of an address the caller may see. */
  readonly search?: string | null | undefined;
  readonly sort?: MemberSort | null | undefined;
  readonly order?: 'asc' | 'desc' | null | undefined;
}

/** The members of an organization. Throws not_found, forbidden. */
export async function listMembers(
  ctx: Context,
  { organizationId, ...filter }: MemberFilter & { readonly organizationId: string },
  page: PageRequest,
): Promise<Page<Member>> {
  await authorizedOrganization(ctx, organizationId, 'listMembers');
  const { role = null, search = null, sort, order } = filter;
  const seen = sort === 'lastSeenAt';
  const found = await paginate<MemberUserRow>(
    ctx,
    {
      name: 'members',
      filters: [organizationId, role, search, sort ?? 'joinedAt', order ?? 'desc'],
      select: memberColumns(ctx.actor),
      from: sql`from members m ${memberUserJoin}`,
      where: [
        sql`m."organizationId" = ${organizationId}`,
        role && (role === 'guest' ? raw('m.role is null') : sql`m.role = ${role}`),
        search === null || search === '' ? null : named(ctx, search),
        seen ? raw('m."lastSeenAt" is not null and not m.disabled') : null,
      ],
      sort: { by: seen ? 'm."lastSeenAt"' : 'm."joinedAt"', type: 'timestamptz', id: 'm."userId"' },
      direction: order ?? 'desc',
    },
    page,
  );
  return mapPage(found, memberOf);
}

/** An address the caller may not see is not searched either: a search would tell it. */
const named = (ctx: Context, search: string): Fragment =>
  sql`(${contains(raw('u."displayName"'), search)} or ${contains(sql`(${emailIfVisible(ctx.actor)})`, search)})`;
