import { ofOrganization } from '../../core/events/emit.ts';
import type * as z from 'zod';
import { paginate } from '../../../db/keyset.ts';
import { failure, invalid, notFound, referenceNotFound } from '../../../lib/errors.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import type { InviteRow } from '../../../loaders/invites.ts';
import type { Context } from '../../core/context.ts';
import { authorizedOrganization, lockOrganization } from '../organizations/organizations.ts';
import { transact } from '../../core/transact.ts';
import { invitesList } from './queries.ts';
import type { CreateInviteLinkInput, UpdateInviteLinkInput } from './inputs.ts';

/** An invite link. Anyone who knows its id may join. */
export type Invite = InviteRow;

/** Identifies an invite link of an organization. */
export interface InviteKey {
  readonly organizationId: string;
  readonly inviteId: string;
}

/** Gets an invite link. Requires `admin`. */
export async function getInviteLink(ctx: Context, { organizationId, inviteId }: InviteKey): Promise<Invite> {
  await authorizedOrganization(ctx, organizationId, 'viewInviteLinks');
  return getInOrganization(ctx, { organizationId, inviteId });
}

/** Gets an invite link of any organization of the caller by id. Requires `admin`. */
export async function getInviteLinkById(ctx: Context, id: string): Promise<Invite> {
  const invite = await ctx.loaders.invite.load(id);
  const organization = invite && (await ctx.loaders.organization.load(invite.organizationId));
  if (invite === null || organization === null || organization.membership === null) throw notFound('invite', id);
  await authorizedOrganization(ctx, organization.id, 'viewInviteLinks');
  return invite;
}

async function getInOrganization(ctx: Context, { organizationId, inviteId }: InviteKey): Promise<Invite> {
  const invite = await ctx.loaders.invite.load(inviteId);
  if (invite === null || invite.organizationId !== organizationId) throw notFound('invite', inviteId);
  return invite;
}

/** Lists the invite links of an organization, newest first. Requires `admin`. */
export async function listInviteLinks(ctx: Context, organizationId: string, page: PageRequest): Promise<Page<Invite>> {
  await authorizedOrganization(ctx, organizationId, 'viewInviteLinks');
  return paginate<Invite>(ctx, invitesList(organizationId), page);
}

/** Either a `role` in the organization, null for guests, or a `level` on one space or collection. */
export type NewInvite = z.output<typeof CreateInviteLinkInput>;

/** Creates an invite link. Requires `admin`. Throws invalid_state while invite links are disabled. */
export function createInviteLink(
  outer: Context,
  { organizationId, invite }: { readonly organizationId: string; readonly invite: NewInvite },
): Promise<Invite> {
  return transact(outer, async (ctx) => {
    const organization = await lockOrganization(ctx, organizationId, 'manageInviteLinks');
    requireOneKind(invite);
    await requireContent(ctx, organizationId, invite);
    if (!organization.inviteLinks) throw failure('invalid_state', 'Invite links are disabled for this organization');
    const id = ctx.newId('inv');
    const { role = null, level = null, space = null, collection = null } = invite;
    await ctx.db.invite.create({
      data: { id, organizationId, role, level, spaceId: space, collectionId: collection, createdAt: ctx.now() },
    });
    const created = await getInOrganization(ctx, { organizationId, inviteId: id });
    ctx.emit('invite_link.created', ofOrganization({ id: organizationId }), grantedBy(created));
    return created;
  });
}

/** What a link grants. The link itself is not told, because whoever knows its id may join. */
const grantedBy = ({ role, level, spaceId, collectionId }: Invite) => ({
  role: level ?? role,
  on: spaceId ?? collectionId,
});

function requireOneKind({ role, level, space, collection }: NewInvite): void {
  const isForContent = [level, space, collection].some((value) => value !== undefined && value !== null);
  if (!isForContent && role !== undefined) return;
  if (role !== undefined)
    throw invalid('input.role', 'input.role: cannot be combined with "level", "space" or "collection"');
  if (!level) throw invalid('input', 'input: must contain "role", or "level" with "space" or "collection"', 'required');
  if (Boolean(space) === Boolean(collection))
    throw invalid('input', 'input: must contain either "space" or "collection" together with "level"', 'required');
}

/** Throws reference_not_found unless the space or collection belongs to the organization. Admins see all of them. */
async function requireContent(ctx: Context, organizationId: string, { space, collection }: NewInvite): Promise<void> {
  if (space) {
    const found = await ctx.loaders.space.load(space);
    if (found === null || found.organizationId !== organizationId || found.deletedAt !== null)
      throw referenceNotFound('input.space', 'space', space);
  }
  if (collection) {
    const found = await ctx.loaders.collection.load(collection);
    if (found === null || found.organizationId !== organizationId)
      throw referenceNotFound('input.collection', 'collection', collection);
  }
}

type InviteChanges = z.output<typeof UpdateInviteLinkInput>;

/**
 * Updates the `role` of a link to the organization or the `level` of a link to content, for users who join afterwards.
 * Requires `admin`.
 */
export function updateInviteLink(
  outer: Context,
  { invite: key, changes }: { readonly invite: InviteKey; readonly changes: InviteChanges },
): Promise<Invite> {
  return transact(outer, async (ctx) => {
    await authorizedOrganization(ctx, key.organizationId, 'manageInviteLinks');
    const invite = await getInOrganization(ctx, key);
    const other = invite.level === null ? 'level' : 'role';
    if (changes[other] !== undefined)
      throw invalid(`input.${other}`, `input.${other}: does not apply to this kind of link`);
    const { role = invite.role, level } = changes;
    await ctx.db.invite.update({ where: { id: invite.id }, data: { role, level: level ?? invite.level } });
    const updated = await getInOrganization(ctx, key);
    ctx.emit('invite_link.updated', ofOrganization({ id: key.organizationId }), grantedBy(updated));
    return updated;
  });
}

/** Revokes an invite link. Users who joined by it remain members. Requires `admin`. */
export function revokeInviteLink(outer: Context, key: InviteKey): Promise<void> {
  return transact(outer, async (ctx) => {
    await authorizedOrganization(ctx, key.organizationId, 'manageInviteLinks');
    const invite = await getInOrganization(ctx, key);
    await ctx.db.invite.delete({ where: { id: key.inviteId } });
    ctx.emit('invite_link.revoked', ofOrganization({ id: key.organizationId }), grantedBy(invite));
  });
}
