import { sql } from '../../db/sql.ts';
import { failure } from '../../lib/errors.ts';
import type { Role } from '../access/roles.ts';
import type { Context } from '../context.ts';
import { lockTree } from '../position.ts';
import { transact } from '../transact.ts';
import { requireVersion } from '../versions.ts';
import { getOrganization } from '../organizations/organizations.ts';
import { authorizedMember, authorizeOn, type Member, type MemberKey } from './members.ts';
import type { MemberAction } from './policy.ts';

interface Change {
  readonly member: MemberKey;
  readonly expectedVersion?: number | null | undefined;
}

interface MemberChanges {
  /** Null makes a guest; omitted stays. */
  readonly role?: Role | null | undefined;
}

/** Gives a member another role. Needs admin. Throws last_admin, precondition_failed. */
export const updateMember = (ctx: Context, change: Change & { readonly changes: MemberChanges }): Promise<Member> =>
  changeMember(ctx, change, change.changes);

/** Shuts a member out, or lets one back in. Needs admin. Throws last_admin. */
export const setMemberDisabled = (ctx: Context, change: Change & { readonly disabled: boolean }): Promise<Member> =>
  changeMember(ctx, change, { disabled: change.disabled });

/** Marks a member as one who signs in through SSO. Needs admin. */
export const markSsoMember = (ctx: Context, member: MemberKey): Promise<Member> =>
  changeMember(ctx, { member }, { sso: true });

interface Columns {
  readonly role?: Role | null | undefined;
  readonly disabled?: boolean;
  readonly sso?: boolean;
}

function changeMember(outer: Context, { member: key, expectedVersion }: Change, columns: Columns): Promise<Member> {
  return transact(outer, async (ctx) => {
    const member = await lockedMember(ctx, key, 'update');
    requireVersion(member.version, expectedVersion);
    const { role = member.role, disabled = member.disabled, sso = member.sso } = columns;
    if (role === member.role && disabled === member.disabled && sso === member.sso) return member;
    if (role !== 'admin' || disabled) await refuseLastAdmin(ctx, member);
    await ctx.db.member.update({
      where: { organizationId_userId: key },
      data: { role, disabled, sso, version: { increment: 1 } },
    });
    ctx.loaders.clear();
    return (await ctx.loaders.member.load(key)) ?? member;
  });
}

/**
 * Takes a member out of the organization, its teams and the grants on its content; comments stay.
 * Needs admin, but everybody may leave. Throws last_admin, precondition_failed.
 */
export function removeMember(outer: Context, { member: key, expectedVersion }: Change): Promise<void> {
  return transact(outer, async (ctx) => {
    const member = await lockedMember(ctx, key, 'remove');
    requireVersion(member.version, expectedVersion);
    await refuseLastAdmin(ctx, member);
    const { organizationId, userId } = key;
    await ctx.db.teamMember.deleteMany({ where: { userId, team: { organizationId } } });
    await ctx.db.grant.deleteMany({ where: { userId, organizationId } });
    await ctx.db.member.delete({ where: { organizationId_userId: key } });
    ctx.loaders.clear();
  });
}

/** The member under the organization's lock; the caller's right is looked up again behind it. */
async function lockedMember(ctx: Context, key: MemberKey, action: MemberAction): Promise<Member> {
  authorizeOn(ctx, await getOrganization(ctx, key.organizationId), key.userId, action);
  await lockTree(ctx, key.organizationId);
  ctx.loaders.clear();
  return authorizedMember(ctx, key, action);
}

/** Throws last_admin when the organization would be left without an admin who can act. */
async function refuseLastAdmin(ctx: Context, { organizationId, userId, role, disabled }: Member): Promise<void> {
  if (role !== 'admin' || disabled) return;
  const other = await ctx.sql.first(sql`select 1 as found from members
    where "organizationId" = ${organizationId} and role = 'admin' and not disabled and "userId" <> ${userId} limit 1`);
  if (other === null) throw failure('last_admin', 'An organization keeps at least one admin');
}
