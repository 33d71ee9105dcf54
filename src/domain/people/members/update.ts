import type * as z from 'zod';
import { changedValues } from '../../../lib/changed-values.ts';
import { maxListedEffects } from '../../core/events/catalogue.ts';
import { changesFrom, whenUnlisted } from '../../core/events/emit.ts';
import { ofMember } from './events.ts';
import { failure } from '../../../lib/errors.ts';
import type { TokenKind } from '../../../lib/secret-token.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { lockTree, requireVersion, type Expected } from '../../core/locks.ts';
import { keepAdminWhoCanSignIn } from '../organizations/admins.ts';
import { getOrganization } from '../organizations/organizations.ts';
import { ofTeam } from '../teams/events.ts';
import { emitRevoked } from '../teams/revoked-grants.ts';
import { authorizedMember, authorizeMember, type Member, type MemberKey } from './members.ts';
import type { MemberAction } from './policy.ts';
import { hasOtherAdmin } from './queries.ts';
import type { UpdateMemberInput } from './inputs.ts';

interface MemberReference extends Expected {
  readonly member: MemberKey;
}

type MemberChanges = z.output<typeof UpdateMemberInput>;

/**
 * Updates the role of a member, and whether it is disabled: then it has no access to the organization. Requires `admin`. Throws
 * last_admin, precondition_failed.
 */
export const updateMember = (
  ctx: Context,
  update: MemberReference & { readonly changes: MemberChanges },
): Promise<Member> => writeMember(ctx, update, update.changes);

/**
 * Requires a member to sign in through SSO. The member's tokens are suspended until then. Requires `admin`. Throws
 * invalid_state for the last admin who could sign in, unless a provider that an admin has used knows them.
 */
export const markSsoMember = (ctx: Context, member: MemberKey): Promise<Member> =>
  writeMember(ctx, { member }, { sso: true });

/** The kinds of tokens that a member has for an organization. */
export const kindsOfMember: readonly TokenKind[] = ['session', 'user', 'oauth'];

interface Columns extends MemberChanges {
  readonly sso?: boolean;
}

async function writeMember(
  outer: Context,
  { member: key, expectedVersion }: MemberReference,
  columns: Columns,
): Promise<Member> {
  const written = await transact(outer, async (ctx) => {
    const member = await lockMember(ctx, key, 'update');
    requireVersion(member.version, expectedVersion);
    return changeMember(ctx, member, columns);
  });
  outer.forgetTokens();
  return written;
}

/**
 * Changes a member whose organization is locked. Call `forgetTokens` after the commit. Performs no authorization. Throws
 * last_admin, invalid_state.
 */
export async function changeMember(
  ctx: Context,
  member: Member,
  columns: Columns,
  ends: readonly TokenKind[] = ['session'],
): Promise<Member> {
  const { organizationId, userId } = member;
  const key = { organizationId, userId };
  const { role = member.role, disabled = member.disabled, sso = member.sso } = columns;
  if (role === member.role && disabled === member.disabled && sso === member.sso) return member;
  const endsAdmin = role !== 'admin' || disabled;
  if (endsAdmin) await requireOtherAdmin(ctx, member);
  await keepingAdmin(ctx, { member, type: endsAdmin ? 'last_admin' : 'invalid_state' }, () =>
    ctx.db.member.update({
      where: { organizationId_userId: key },
      data: {
        role,
        disabled,
        sso,
        version: { increment: 1 },
        ...(sso && !member.sso ? { signedInAt: null } : {}),
      },
    }),
  );
  if (disabled) await endTokens(ctx, key, ends);
  const changes = changesFrom(member, changedValues({ role, disabled, sso }, member));
  ctx.emit('member.updated', ofMember(key), { user: userId, ...changes });
  return (await ctx.loaders.member.load(key)) ?? member;
}

/**
 * Removes a member from the organization and its teams, and revokes the member's grants on its content and tokens for
 * it. Comments remain. A member whom an admin removes can come back only by a new invitation. Requires `admin`, or to
 * be the member. Throws last_admin, precondition_failed.
 */
export async function removeMember(outer: Context, { member: key, expectedVersion }: MemberReference): Promise<void> {
  await transact(outer, async (ctx) => {
    const member = await lockMember(ctx, key, 'remove');
    requireVersion(member.version, expectedVersion);
    await takeMember(ctx, member);
  });
  outer.forgetTokens();
}

/**
 * Removes a member whose organization is locked. Call `forgetTokens` after the commit. Performs no authorization. Throws
 * last_admin.
 */
export async function takeMember(ctx: Context, member: Member): Promise<void> {
  await requireOtherAdmin(ctx, member);
  const { organizationId, userId } = member;
  const key = { organizationId, userId };
  const identities = await ctx.db.identity.findMany({
    where: { userId, provider: { organizationId } },
    select: { providerId: true, subject: true },
  });
  const lost = await keepingAdmin(ctx, { member, type: 'last_admin' }, () => deleteMember(ctx, key));
  ctx.emit('member.removed', ofMember(key), { user: userId, ...lost });
  if (userId === ctx.actor.userId) return;
  const removedAt = ctx.now();
  const where = { organizationId_userId: key };
  await ctx.db.memberRemoval.upsert({ where, create: { ...key, removedAt }, update: { removedAt } });
  await ctx.db.removedIdentity.createMany({ data: identities.map((identity) => ({ ...identity, ...key })) });
}

/**
 * Deletes a membership with all that it gave: nothing of it may come back with a new membership. Returns the numbers of roles and teams
 * that have no event of their own, see `whenUnlisted`.
 */
async function deleteMember(ctx: Context, key: MemberKey) {
  const { organizationId, userId } = key;
  const grants = await emitRevoked(ctx, key);
  const inTeams = { userId, team: { organizationId } };
  const orderBy = { teamId: 'asc' } as const;
  const memberships = await ctx.db.teamMember.findMany({
    where: inTeams,
    select: { team: true },
    orderBy,
    take: maxListedEffects,
  });
  for (const { team } of memberships) ctx.emit('team.member_removed', ofTeam(team), { user: userId });
  const { count: teams } = await ctx.db.teamMember.deleteMany({ where: inTeams });
  await ctx.db.grant.deleteMany({ where: { userId, organizationId } });
  await ctx.db.pageFreshness.updateMany({ where: { organizationId, ownerId: userId }, data: { ownerId: null } });
  await endTokens(ctx, key, kindsOfMember);
  await ctx.db.signInLink.deleteMany({ where: { userId, organizationId } });
  await ctx.db.signInCode.deleteMany({ where: { userId, provider: { organizationId } } });
  await ctx.db.oauthCode.deleteMany({ where: { userId, organizationId } });
  await ctx.db.identity.deleteMany({ where: { userId, provider: { organizationId } } });
  await ctx.db.member.delete({ where: { organizationId_userId: key } });
  return { ...grants, ...whenUnlisted('teams', teams) };
}

/** Revokes the tokens of a member that are limited to the organization. */
async function endTokens(ctx: Context, key: MemberKey, kinds: readonly TokenKind[]): Promise<void> {
  await ctx.db.apiToken.updateMany({
    where: { ...key, kind: { in: [...kinds] }, revokedAt: null },
    data: { revokedAt: ctx.now() },
  });
}

/** Locks the organization and authorizes again, because access may have changed while it waited. */
async function lockMember(ctx: Context, key: MemberKey, action: MemberAction): Promise<Member> {
  authorizeMember(ctx, await getOrganization(ctx, key.organizationId), key.userId, action);
  await lockTree(ctx, key.organizationId);
  return authorizedMember(ctx, key, action);
}

/** Runs a change of an admin so that another admin can still sign in. Changes of other members pass. */
const keepingAdmin = <Result>(
  ctx: Context,
  { member, type }: { readonly member: Member; readonly type: 'last_admin' | 'invalid_state' },
  change: () => Promise<Result>,
): Promise<Result> =>
  member.role === 'admin' && !member.disabled
    ? keepAdminWhoCanSignIn(ctx, { organizationId: member.organizationId, type }, change)
    : change();

/** Throws last_admin if no other active admin would remain. */
async function requireOtherAdmin(ctx: Context, member: Member): Promise<void> {
  if (member.role !== 'admin' || member.disabled || (await hasOtherAdmin(ctx.sql, member))) return;
  throw failure('last_admin', 'An organization must keep at least one active admin');
}
