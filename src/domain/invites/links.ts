import { paginate } from '../../db/keyset.ts';
import { sql } from '../../db/sql.ts';
import { failure, invalid, notFound, referenceNotFound } from '../../lib/errors.ts';
import type { Page, PageRequest } from '../../lib/page.ts';
import type { InviteRow } from '../../loaders/invites.ts';
import type { Role } from '../access/roles.ts';
import type { Context } from '../context.ts';
import { refuseNull } from '../given.ts';
import { authorizedOrganization, lockedOrganization } from '../organizations/organizations.ts';
import { transact } from '../transact.ts';

/** A link that lets whoever has its id join. */
export type Invite = InviteRow;

/** Which link: one of another organization is none. */
export interface InviteKey {
  readonly organizationId: string;
  readonly inviteId: string;
}

/** For admins. Throws not_found, forbidden. */
export async function getInvite(ctx: Context, { organizationId, inviteId }: InviteKey): Promise<Invite> {
  await authorizedOrganization(ctx, organizationId, 'viewInviteLinks');
  return inviteIn(ctx, { organizationId, inviteId });
}

/** The link of an id, whatever its organization. For admins. Throws not_found, forbidden. */
export async function getInviteById(ctx: Context, id: string): Promise<Invite> {
  const invite = await ctx.loaders.invite.load(id);
  const organization = invite && (await ctx.loaders.organization.load(invite.organizationId));
  if (invite === null || organization === null || organization.membership === null) throw notFound('invite', id);
  await authorizedOrganization(ctx, organization.id, 'viewInviteLinks');
  return invite;
}

async function inviteIn(ctx: Context, { organizationId, inviteId }: InviteKey): Promise<Invite> {
  const invite = await ctx.loaders.invite.load(inviteId);
  if (invite === null || invite.organizationId !== organizationId) throw notFound('invite', inviteId);
  return invite;
}

/** The links of an organization, newest first. For admins. */
export async function listInvites(ctx: Context, organizationId: string, page: PageRequest): Promise<Page<Invite>> {
  await authorizedOrganization(ctx, organizationId, 'viewInviteLinks');
  return paginate<Invite>(
    ctx,
    {
      name: 'invites',
      filters: [organizationId],
      select: sql`i.*`,
      from: sql`from invites i`,
      where: [sql`i."organizationId" = ${organizationId}`],
      sort: { by: 'i."createdAt"', type: 'timestamptz', id: 'i.id' },
      direction: 'desc',
    },
    page,
  );
}

/** A role in the organization, null for a guest; or a level on one space or one collection. */
export interface NewInvite {
  readonly role?: Role | null | undefined;
  readonly level?: Role | null | undefined;
  readonly space?: string | null | undefined;
  readonly collection?: string | null | undefined;
}

/** Creates a link. Needs admin. Throws invalid_state while the organization's links are switched off. */
export function createInvite(
  outer: Context,
  { organizationId, invite }: { readonly organizationId: string; readonly invite: NewInvite },
): Promise<Invite> {
  return transact(outer, async (ctx) => {
    const organization = await lockedOrganization(ctx, organizationId, 'manageInviteLinks');
    requireOneForm(invite);
    await requireContent(ctx, organizationId, invite);
    if (!organization.inviteLinks)
      throw failure('invalid_state', 'The invite links of the organization are switched off');
    const id = ctx.newId('inv');
    const { role = null, level = null, space = null, collection = null } = invite;
    await ctx.db.invite.create({
      data: { id, organizationId, role, level, spaceId: space, collectionId: collection, createdAt: ctx.now() },
    });
    return inviteIn(ctx, { organizationId, inviteId: id });
  });
}

function requireOneForm({ role, level, space, collection }: NewInvite): void {
  const ofContent = [level, space, collection].some((value) => value !== undefined && value !== null);
  if (!ofContent && role !== undefined) return;
  if (role !== undefined)
    throw invalid('input.role', 'input.role: must not stand beside "level", "space" or "collection"');
  if (!level) throw invalid('input', 'input: must hold "role", or "level" with "space" or "collection"', 'required');
  if (Boolean(space) === Boolean(collection))
    throw invalid('input', 'input: must hold either "space" or "collection" beside "level"', 'required');
}

/** Content of this organization that is there; an admin sees all of it. */
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

interface InviteChanges {
  readonly role?: Role | null | undefined;
  readonly level?: Role | null | undefined;
}

/** Changes what a link gives from now on: `role` of one to the organization, `level` of one to content. Needs admin. */
export function updateInvite(
  outer: Context,
  { invite: key, changes }: { readonly invite: InviteKey; readonly changes: InviteChanges },
): Promise<Invite> {
  return transact(outer, async (ctx) => {
    await authorizedOrganization(ctx, key.organizationId, 'manageInviteLinks');
    const invite = await inviteIn(ctx, key);
    refuseNull(changes, ['level']);
    const other = invite.level === null ? 'level' : 'role';
    if (changes[other] !== undefined) throw invalid(`input.${other}`, `input.${other}: this link has none`);
    const { role = invite.role, level } = changes;
    await ctx.db.invite.update({ where: { id: invite.id }, data: { role, level: level ?? invite.level } });
    ctx.loaders.clear();
    return inviteIn(ctx, key);
  });
}

/** Removes a link; who joined by it stays. Needs admin. */
export function revokeInvite(outer: Context, key: InviteKey): Promise<void> {
  return transact(outer, async (ctx) => {
    await authorizedOrganization(ctx, key.organizationId, 'manageInviteLinks');
    await inviteIn(ctx, key);
    await ctx.db.invite.delete({ where: { id: key.inviteId } });
    ctx.loaders.clear();
  });
}
