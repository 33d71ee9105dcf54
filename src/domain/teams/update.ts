import { referenceNotFound } from '../../lib/errors.ts';
import { sql } from '../../db/sql.ts';
import type { Context } from '../context.ts';
import { lockedOrganization } from '../organizations/organizations.ts';
import { transact } from '../transact.ts';
import { requireVersion } from '../versions.ts';
import { getTeam, lockedTeam, type Team, type TeamKey } from './teams.ts';

export interface NewTeam {
  readonly organizationId: string;
  readonly title: string;
  /** Ids of members of the organization. */
  readonly members?: readonly string[] | null | undefined;
}

/** Creates a team of members; the caller becomes its owner. Needs admin. Throws reference_not_found for who is no member. */
export function createTeam(outer: Context, { organizationId, title, members }: NewTeam): Promise<Team> {
  return transact(outer, async (ctx) => {
    await lockedOrganization(ctx, organizationId, 'manageTeams');
    const owner = ctx.actor.userId;
    const others = [...new Set(members ?? [])].filter((userId) => userId !== owner);
    await requireMembers(ctx, organizationId, others);
    const teamId = ctx.newId('team');
    const now = ctx.now();
    await ctx.db.team.create({
      data: {
        id: teamId,
        organizationId,
        title,
        createdAt: now,
        members: {
          createMany: {
            data: [
              { userId: owner, role: 'owner', joinedAt: now },
              ...others.map((userId) => ({ userId, role: 'member', joinedAt: now })),
            ],
          },
        },
      },
    });
    return getTeam(ctx, { organizationId, teamId });
  });
}

async function requireMembers(ctx: Context, organizationId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const found = await ctx.sql.rows<{ userId: string }>(sql`select "userId" from members
    where "organizationId" = ${organizationId} and "userId" = any(${userIds}::text[])`);
  const known = new Set(found.map(({ userId }) => userId));
  const unknown = userIds.find((userId) => !known.has(userId));
  if (unknown !== undefined) throw referenceNotFound('input.members', 'member', unknown);
}

interface Change {
  readonly team: TeamKey;
  readonly expectedVersion?: number | null | undefined;
}

/** Gives a team another title. Needs admin. Throws precondition_failed. */
export function updateTeam(
  outer: Context,
  { team: key, expectedVersion, title }: Change & { readonly title: string },
): Promise<Team> {
  return transact(outer, async (ctx) => {
    const team = await lockedTeam(ctx, key, 'update');
    requireVersion(team.version, expectedVersion);
    if (title === team.title) return team;
    await ctx.db.team.update({ where: { id: key.teamId }, data: { title, version: { increment: 1 } } });
    ctx.loaders.clear();
    return getTeam(ctx, key);
  });
}

/** Removes a team with its grants. Needs admin. Throws precondition_failed. */
export function deleteTeam(outer: Context, { team: key, expectedVersion }: Change): Promise<void> {
  return transact(outer, async (ctx) => {
    const team = await lockedTeam(ctx, key, 'delete');
    requireVersion(team.version, expectedVersion);
    await ctx.db.team.delete({ where: { id: key.teamId } });
    ctx.loaders.clear();
  });
}
