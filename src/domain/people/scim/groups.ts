import { failure, invalid, notFound } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { lockTree, requireVersion, type Expected } from '../../core/locks.ts';
import { transact } from '../../core/transact.ts';
import { deleteLockedTeam, renameTeam } from '../teams/update.ts';
import { ofTeam } from '../teams/events.ts';
import { maxTeamTitle } from '../teams/fields.ts';
import type { Team } from '../teams/teams.ts';
import { groupDocument, listDocument, type ScimDocument } from './documents.ts';
import { maxGroupMembers } from './fields.ts';
import { patchGroup, type GivenGroup } from './group-values.ts';
import type { ListRequest } from './lists.ts';
import type { Operation } from './operations.ts';
import { groupsWhere } from './queries/filters.ts';
import {
  countScimGroups,
  listGroupsNamed,
  findScimGroup,
  listGroupMembers,
  listProvisioned,
  listScimGroups,
  type ScimCaller,
  type ScimGroupRow,
} from './queries/rows.ts';

async function rowOf(ctx: Context, providerId: string, id: string): Promise<ScimGroupRow> {
  const row = await findScimGroup(ctx.sql, providerId, id);
  if (row === null) throw notFound('group', id);
  return row;
}

/** Gets a group of the provider, with its members if they are asked for. Throws not_found. */
export async function getScimGroup(
  ctx: Context,
  { providerId }: ScimCaller,
  { id, withMembers }: { readonly id: string; readonly withMembers: boolean },
): Promise<ScimDocument> {
  const row = await rowOf(ctx, providerId, id);
  if (!withMembers) return groupDocument(ctx.urls, providerId, { row });
  const members = await listGroupMembers(ctx.sql, { providerId, teamId: id, limit: maxGroupMembers });
  return groupDocument(ctx.urls, providerId, { row, members });
}

/** Lists the groups of the provider, without their members. Throws invalidFilter. */
export async function listScimGroupPage(
  ctx: Context,
  { providerId }: ScimCaller,
  { filter, offset, limit }: ListRequest,
) {
  const where = groupsWhere(filter);
  const rows = await listScimGroups(ctx.sql, { providerId, where, offset, limit });
  const total = await countScimGroups(ctx.sql, { providerId, where });
  return listDocument(
    rows.map((row) => groupDocument(ctx.urls, providerId, { row })),
    total,
    { offset },
  );
}

/** The title of the team of a group, whose name may be longer. */
const titleOf = (displayName: string) => displayName.slice(0, maxTeamTitle).toWellFormed().trim();

interface GroupNames {
  readonly displayName: string;
  readonly externalId: string | null;
}

/**
 * Returns the key of the name of a group. Throws already_exists when another one has the name, or the id of the provider: a creation
 * that is sent again would make a second group where the first was renamed meanwhile.
 */
async function refuseTaken(
  ctx: Context,
  providerId: string,
  { displayName, externalId }: GroupNames,
  ownId?: string,
): Promise<string> {
  const nameKey = displayName.toLowerCase();
  const holders = await listGroupsNamed(ctx.sql, providerId, { nameKey, externalId });
  const other = holders.find(({ teamId }) => teamId !== ownId);
  if (other === undefined) return nameKey;
  const what = other.nameKey === nameKey ? 'displayName' : 'externalId';
  throw failure('already_exists', `Another group of the provider has the ${what}`);
}

/** Makes a group, which is a team of the organization. Throws already_exists; invalidValue for members whom it does not provision. */
export function createScimGroup(
  outer: Context,
  { providerId, organizationId }: ScimCaller,
  { values, members }: GivenGroup,
): Promise<ScimDocument> {
  return transact(outer, async (ctx) => {
    await lockTree(ctx, organizationId);
    const nameKey = await refuseTaken(ctx, providerId, values);
    const [id, at] = [ctx.newId('team'), ctx.now()];
    const team = { id, organizationId, title: titleOf(values.displayName) };
    await ctx.db.team.create({ data: { ...team, createdAt: at } });
    await ctx.db.scimGroup.create({
      data: { ...values, teamId: id, providerId, nameKey, createdAt: at, updatedAt: at },
    });
    ctx.emit('team.created', ofTeam(team));
    await writeMembers(ctx, { providerId, team, from: new Set(), to: new Set(members) });
    return getScimGroup(ctx, { providerId, organizationId, lastUsedAt: null }, { id, withMembers: true });
  });
}

interface Memberships {
  readonly providerId: string;
  readonly team: Pick<Team, 'id' | 'organizationId' | 'title'>;
  readonly from: ReadonlySet<string>;
  readonly to: ReadonlySet<string>;
}

/** Writes who is in the team of a group. Returns whether that has changed. Throws invalidValue, tooMany. */
async function writeMembers(ctx: Context, { providerId, team, from, to }: Memberships): Promise<boolean> {
  const added = [...to].filter((userId) => !from.has(userId));
  const removed = [...from].filter((userId) => !to.has(userId));
  if (to.size > maxGroupMembers) throw invalid('members', `A group has at most ${maxGroupMembers} members`, 'tooMany');
  if (added.length > 0) {
    const known = new Set(await listProvisioned(ctx.sql, providerId, added));
    const unknown = added.find((userId) => !known.has(userId));
    if (unknown !== undefined)
      throw invalid('members', `No user "${unknown.slice(0, 60)}", which a member must be`, 'invalidValue');
    const joinedAt = ctx.now();
    await ctx.db.teamMember.createMany({
      data: added.map((userId) => ({ teamId: team.id, userId, role: 'member', joinedAt })),
      skipDuplicates: true,
    });
  }
  if (removed.length > 0) await ctx.db.teamMember.deleteMany({ where: { teamId: team.id, userId: { in: removed } } });
  for (const userId of added) ctx.emit('team.member_added', ofTeam(team), { user: userId, role: 'member' });
  for (const userId of removed) ctx.emit('team.member_removed', ofTeam(team), { user: userId });
  return added.length + removed.length > 0;
}

interface ScimGroupChange extends Expected {
  readonly id: string;
  /** The new values, or operations that make them of the present ones. */
  readonly to: GivenGroup | readonly Operation[];
}

/**
 * Replaces or changes a group. Members of the team whom the provider does not provision stay. Throws not_found, already_exists,
 * invalidValue, precondition_failed.
 */
export function changeScimGroup(
  outer: Context,
  { providerId, organizationId }: ScimCaller,
  { id: teamId, to, expectedVersion }: ScimGroupChange,
): Promise<void> {
  return transact(outer, async (ctx) => {
    await lockTree(ctx, organizationId);
    const row = await rowOf(ctx, providerId, teamId);
    requireVersion(row.version, expectedVersion);
    const rows = await listGroupMembers(ctx.sql, { providerId, teamId, limit: maxGroupMembers + 1 });
    const from = new Set(rows.map(({ userId }) => userId));
    const former = { displayName: row.displayName, externalId: row.externalId };
    const { values, members } =
      'members' in to
        ? { values: to.values, members: new Set(to.members) }
        : patchGroup({ values: former, members: from }, to);
    const isRenamed = values.displayName !== former.displayName;
    const nameKey = await refuseTaken(ctx, providerId, values, teamId);
    const team = await ctx.loaders.team.load(teamId);
    if (team === null) throw notFound('group', teamId);
    const isChanged = await writeMembers(ctx, { providerId, team, from, to: members });
    if (isRenamed) await renameTeam(ctx, team, titleOf(values.displayName));
    else if (isChanged) await ctx.db.team.update({ where: { id: teamId }, data: { version: { increment: 1 } } });
    if (isChanged || isRenamed || values.externalId !== former.externalId)
      await ctx.db.scimGroup.update({ where: { teamId }, data: { ...values, nameKey, updatedAt: ctx.now() } });
  });
}

/** Deletes a group, and its team with the roles that it was granted. Throws not_found, precondition_failed. */
export function deleteScimGroup(
  outer: Context,
  { providerId, organizationId }: ScimCaller,
  { id, expectedVersion }: Expected & { readonly id: string },
): Promise<void> {
  return transact(outer, async (ctx) => {
    await lockTree(ctx, organizationId);
    const row = await rowOf(ctx, providerId, id);
    requireVersion(row.version, expectedVersion);
    const team = await ctx.loaders.team.load(id);
    if (team !== null) await deleteLockedTeam(ctx, team);
  });
}
