import { ofGrant } from '../../core/events/emit.ts';
import { ofMember } from '../members/events.ts';
import { failure, notFound } from '../../../lib/errors.ts';
import { toAccess } from '../../../access/resource-access.ts';
import { requireSsoSignIn, requireScope } from '../../../access/policy.ts';
import { atLeast, type Role } from '../../../access/roles.ts';
import type { Context } from '../../core/context.ts';
import { getOrganization, type Organization } from '../organizations/organizations.ts';
import { lockTree } from '../../core/locks.ts';
import { transact } from '../../core/transact.ts';
import { listMemberIds } from '../members/queries.ts';
import type { Invite, InviteKey } from './invites.ts';
import { domainOfEmail } from '../users/fields.ts';

/**
 * Joins an organization by an invite link. Members keep their role in the organization and roles granted directly on
 * the content. Throws not_found for an unknown link; forbidden while invite links are disabled, for a disabled member,
 * and for a caller whom an admin has removed since the link was created.
 */
export function acceptInvite(outer: Context, { organizationId, inviteId }: InviteKey): Promise<Organization> {
  return transact(outer, async (ctx) => {
    if (!isTokenAllowed(ctx, organizationId)) throw notFound('invite', inviteId);
    const found = await ctx.loaders.invite.load(inviteId);
    if (found === null || found.organizationId !== organizationId) throw notFound('invite', inviteId);
    requireScope(ctx.actor, 'user:write');
    await lockTree(ctx, organizationId);
    const invite = await ctx.loaders.invite.load(inviteId);
    const organization = await ctx.loaders.organization.load(organizationId);
    const space = invite?.spaceId && (await ctx.loaders.space.load(invite.spaceId));
    if (invite === null || organization === null || (space && space.deletedAt !== null))
      throw notFound('invite', inviteId);
    if (!organization.inviteLinks) throw failure('forbidden', 'Invite links are disabled for this organization');
    await addCaller(ctx, organization, { role: invite.role, invitedAt: invite.createdAt });
    await grantContent(ctx, invite);
    return getOrganization(ctx, organizationId);
  });
}

/**
 * Joins an organization that has proved the domain of the caller's verified address, with its default role, or confirms
 * a membership to which an admin invited the caller. Throws not_found for any other organization; forbidden for a
 * disabled member, and for a caller whom an admin removed.
 */
export async function joinOrganization(outer: Context, organizationId: string): Promise<Organization> {
  await transact(outer, async (ctx) => {
    await joinableOrganization(ctx, organizationId);
    requireScope(ctx.actor, 'user:write');
    await lockTree(ctx, organizationId);
    const organization = await joinableOrganization(ctx, organizationId);
    await addCaller(ctx, organization, { role: organization.defaultRole, invitedAt: null });
  });
  // After the commit, because a token that must wait for a sign-in confirms the membership, too.
  return getOrganization(outer, organizationId);
}

/** Whether the token may join the organization: one that is limited to an organization cannot join others. */
const isTokenAllowed = ({ actor }: Context, organizationId: string) =>
  actor.organizationId === null || actor.organizationId === organizationId;

/**
 * Gets an organization that the caller belongs to or that has proved the domain of the caller's verified address. Throws
 * not_found.
 */
async function joinableOrganization(ctx: Context, id: string): Promise<Organization> {
  const organization = isTokenAllowed(ctx, id) ? await ctx.loaders.organization.load(id) : null;
  if (organization === null) throw notFound('organization', id);
  if (organization.membership !== null || (await isInvited(ctx, id))) return organization;
  const user = await ctx.db.user.findUnique({
    where: { id: ctx.actor.userId },
    select: { email: true, emailVerified: true },
  });
  const domain = user?.email ? domainOfEmail(user.email) : undefined;
  if (domain === undefined || !user?.emailVerified || !organization.verifiedEmailDomains.includes(domain)) {
    requireSsoSignIn(ctx.actor, id);
    throw notFound('organization', id);
  }
  return organization;
}

/** Whether an admin added the caller, who has not confirmed it. The token may have to wait for a sign-in there. */
async function isInvited(ctx: Context, organizationId: string): Promise<boolean> {
  const { userId } = ctx.actor;
  const member = await ctx.db.member.findUnique({ where: { organizationId_userId: { organizationId, userId } } });
  return member !== null && member.invited && !member.disabled;
}

interface Admission {
  readonly role: Role | null;
  /** When the link of the invitation was created; null without a link. */
  readonly invitedAt: string | null;
}

/**
 * Adds the caller to the organization, or confirms that the caller is a member. Throws forbidden for a disabled member,
 * and for one whom an admin has removed since the invitation.
 */
async function addCaller(
  ctx: Context,
  { id: organizationId, membership, sso }: Organization,
  { role, invitedAt }: Admission,
): Promise<void> {
  const { userId } = ctx.actor;
  const own = { organizationId, userId };
  const { count } = await ctx.db.member.updateMany({
    where: { ...own, invited: true, disabled: false },
    data: { invited: false },
  });
  if (membership !== null || count > 0) return;
  requireSsoSignIn(ctx.actor, organizationId);
  // An active membership would have been loaded with the organization, so this one is disabled.
  if (sso)
    throw failure(
      'sso_required',
      'The organization requires single sign-on. Sign in through its identity provider to join.',
    );
  if ((await listMemberIds(ctx.sql, organizationId, [userId])).has(userId))
    throw failure('forbidden', 'Your membership in this organization is disabled');
  const removal = await ctx.db.memberRemoval.findUnique({ where: { organizationId_userId: own } });
  if (removal !== null && (invitedAt === null || Date.parse(invitedAt) <= removal.removedAt.getTime()))
    throw failure('forbidden', 'An admin removed you from this organization. Ask for a new invitation.');
  await ctx.db.memberRemoval.deleteMany({ where: own });
  await ctx.db.member.create({ data: { ...own, role, joinedAt: ctx.now() } });
  ctx.emit(
    'member.joined',
    { ...ofMember(own), actorId: userId },
    { user: userId, role, by: invitedAt === null ? 'domain' : 'link' },
  );
}

/** Grants the level of the link, unless the caller already has a direct grant on the content or at least that role. */
async function grantContent(ctx: Context, { organizationId, level, spaceId, collectionId }: Invite): Promise<void> {
  if (level === null) return;
  const { userId } = ctx.actor;
  const own = await ctx.db.grant.findFirst({ where: { userId, spaceId, collectionId }, select: { id: true } });
  if (own !== null || atLeast(await roleOn(ctx, { spaceId, collectionId }), level)) return;
  const id = ctx.newId('grant');
  await ctx.db.grant.create({
    data: { id, organizationId, userId, spaceId, collectionId, role: level, createdAt: ctx.now() },
  });
  const granted = { ...ofGrant({ id, organizationId, spaceId, collectionId }), actorId: userId };
  ctx.emit('access.granted', granted, { user: userId, role: level });
}

/** The caller's effective role on the content, given the new membership. */
async function roleOn(
  ctx: Context,
  { spaceId, collectionId }: Pick<Invite, 'spaceId' | 'collectionId'>,
): Promise<Role | null> {
  const { space, collection } = ctx.loaders;
  const facts = spaceId === null ? await collection.load(collectionId ?? '') : await space.load(spaceId);
  return facts === null ? null : toAccess(facts).role;
}
