import { failure, notFound } from '../../lib/errors.ts';
import { accessOf } from '../../access/resource-access.ts';
import { requireSsoSignIn, requireScope } from '../../access/policy.ts';
import { atLeast, type Role } from '../../access/roles.ts';
import type { Context } from '../context.ts';
import { getOrganization, type Organization } from '../organizations/organizations.ts';
import { lockTree } from '../locks.ts';
import { transact } from '../transact.ts';
import { listMemberIds } from '../members/queries.ts';
import type { Invite, InviteKey } from './invites.ts';

/**
 * Joins an organization by an invite link. Members keep their role in the organization and roles granted directly on
 * the content. Throws not_found for an unknown link; forbidden while invite links are disabled, and for a disabled
 * member.
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
    await addCaller(ctx, organization, invite.role);
    await grantContent(ctx, invite);
    return getOrganization(ctx, organizationId);
  });
}

/**
 * Joins an organization that admits the domain of the caller's verified address, with its default role. Throws
 * not_found for any other organization; forbidden for a disabled member.
 */
export function joinOrganization(outer: Context, organizationId: string): Promise<Organization> {
  return transact(outer, async (ctx) => {
    await joinableOrganization(ctx, organizationId);
    requireScope(ctx.actor, 'user:write');
    await lockTree(ctx, organizationId);
    const organization = await joinableOrganization(ctx, organizationId);
    await addCaller(ctx, organization, organization.defaultRole);
    return getOrganization(ctx, organizationId);
  });
}

/** Whether the token may join the organization: one that is limited to an organization cannot join others. */
const isTokenAllowed = ({ actor }: Context, organizationId: string) =>
  actor.organizationId === null || actor.organizationId === organizationId;

/**
 * Gets an organization that the caller belongs to or that admits the domain of the caller's verified address. Throws
 * not_found.
 */
async function joinableOrganization(ctx: Context, id: string): Promise<Organization> {
  const organization = isTokenAllowed(ctx, id) ? await ctx.loaders.organization.load(id) : null;
  if (organization === null) throw notFound('organization', id);
  if (organization.membership !== null) return organization;
  const user = await ctx.db.user.findUnique({
    where: { id: ctx.actor.userId },
    select: { email: true, emailVerified: true },
  });
  const domain = user?.email?.split('@').at(-1);
  if (domain === undefined || !user?.emailVerified || !organization.emailDomains.includes(domain))
    throw notFound('organization', id);
  return organization;
}

/** Adds the caller to the organization unless already a member. Throws forbidden for a disabled member. */
async function addCaller(
  ctx: Context,
  { id: organizationId, membership, sso }: Organization,
  role: Role | null,
): Promise<void> {
  if (membership !== null) return;
  requireSsoSignIn(ctx.actor, organizationId);
  const { userId } = ctx.actor;
  // An active membership would have been loaded with the organization, so this one is disabled.
  if (sso)
    throw failure(
      'sso_required',
      'The organization requires single sign-on. Sign in through its identity provider to join.',
    );
  if ((await listMemberIds(ctx.sql, organizationId, [userId])).has(userId))
    throw failure('forbidden', 'Your membership in this organization is disabled');
  await ctx.db.member.create({ data: { organizationId, userId, role, joinedAt: ctx.now() } });
}

/** Grants the level of the link, unless the caller already has a direct grant on the content or at least that role. */
async function grantContent(ctx: Context, { organizationId, level, spaceId, collectionId }: Invite): Promise<void> {
  if (level === null) return;
  const { userId } = ctx.actor;
  const own = await ctx.db.grant.findFirst({ where: { userId, spaceId, collectionId }, select: { id: true } });
  if (own !== null || atLeast(await roleOn(ctx, { spaceId, collectionId }), level)) return;
  await ctx.db.grant.create({
    data: {
      id: ctx.newId('grant'),
      organizationId,
      userId,
      spaceId,
      collectionId,
      role: level,
      createdAt: ctx.now(),
    },
  });
}

/** The caller's effective role on the content, given the new membership. */
async function roleOn(
  ctx: Context,
  { spaceId, collectionId }: Pick<Invite, 'spaceId' | 'collectionId'>,
): Promise<Role | null> {
  const { space, collection } = ctx.loaders;
  const facts = spaceId === null ? await collection.load(collectionId ?? '') : await space.load(spaceId);
  return facts === null ? null : accessOf(facts).role;
}
