import { sql } from '../../db/sql.ts';
import { failure, notFound } from '../../lib/errors.ts';
import { levelsOf } from '../../loaders/access.ts';
import { effectiveRole } from '../access/effective.ts';
import { requireScope } from '../access/policy.ts';
import { atLeast, type Role } from '../access/roles.ts';
import type { Context } from '../context.ts';
import { getOrganization, type Organization } from '../organizations/organizations.ts';
import { lockTree } from '../position.ts';
import { transact } from '../transact.ts';
import type { Invite, InviteKey } from './links.ts';

/**
 * Joins by a link. Who is a member keeps their role in the organization, and a role they were given
 * directly on the content. Throws not_found for a link that is none, forbidden while links are switched
 * off or the membership is disabled.
 */
export function acceptInvite(outer: Context, { organizationId, inviteId }: InviteKey): Promise<Organization> {
  return transact(outer, async (ctx) => {
    if (!reaches(ctx, organizationId)) throw notFound('invite', inviteId);
    const found = await ctx.loaders.invite.load(inviteId);
    if (found === null || found.organizationId !== organizationId) throw notFound('invite', inviteId);
    requireScope(ctx.actor, 'user:write');
    await lockTree(ctx, organizationId);
    ctx.loaders.clear();
    const invite = await ctx.loaders.invite.load(inviteId);
    const organization = await ctx.loaders.organization.load(organizationId);
    const space = invite?.spaceId && (await ctx.loaders.space.load(invite.spaceId));
    if (invite === null || organization === null || (space && space.deletedAt !== null))
      throw notFound('invite', inviteId);
    if (!organization.inviteLinks) throw failure('forbidden', 'The invite links of the organization are switched off');
    await become(ctx, organization, invite.role);
    await grantContent(ctx, invite);
    ctx.loaders.clear();
    return getOrganization(ctx, organizationId);
  });
}

/**
 * Joins the organization that takes in the domain of the caller's verified address, in its default role.
 * Throws not_found for an organization that does not, forbidden for a disabled member.
 */
export function joinOrganization(outer: Context, organizationId: string): Promise<Organization> {
  return transact(outer, async (ctx) => {
    await openOrganization(ctx, organizationId);
    requireScope(ctx.actor, 'user:write');
    await lockTree(ctx, organizationId);
    ctx.loaders.clear();
    const organization = await openOrganization(ctx, organizationId);
    await become(ctx, organization, organization.defaultRole);
    ctx.loaders.clear();
    return getOrganization(ctx, organizationId);
  });
}

/** A token that works in one organization joins no other. */
const reaches = ({ actor }: Context, organizationId: string) =>
  actor.organizationId === null || actor.organizationId === organizationId;

/** An organization the caller is in, or whose domains hold the caller's verified address. Throws not_found. */
async function openOrganization(ctx: Context, id: string): Promise<Organization> {
  const organization = reaches(ctx, id) ? await ctx.loaders.organization.load(id) : null;
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

/** Adds the caller to the organization; whoever is in stays as they are. */
async function become(
  ctx: Context,
  { id: organizationId, membership }: Organization,
  role: Role | null,
): Promise<void> {
  if (membership !== null) return;
  const { userId } = ctx.actor;
  const disabled = await ctx.sql.first(
    sql`select 1 as found from members where "organizationId" = ${organizationId} and "userId" = ${userId}`,
  );
  if (disabled !== null) throw failure('forbidden', 'Your membership of the organization is disabled');
  await ctx.db.member.create({ data: { organizationId, userId, role, joinedAt: ctx.now() } });
}

/** Gives the level of the link to a caller who has less there, unless they were given a role of their own. */
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

/** What the caller has there already. */
async function roleOn(
  ctx: Context,
  { spaceId, collectionId }: Pick<Invite, 'spaceId' | 'collectionId'>,
): Promise<Role | null> {
  ctx.loaders.clear();
  const { space, collection } = ctx.loaders;
  const facts = spaceId === null ? await collection.load(collectionId ?? '') : await space.load(spaceId);
  if (facts === null) return null;
  const membership = facts.isMember ? { role: facts.memberRole as Role | null } : null;
  return effectiveRole(membership, levelsOf(facts.levels));
}
