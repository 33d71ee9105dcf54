import type * as z from 'zod';
import { referenceNotFound } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { lockOrganization } from '../organizations/organizations.ts';
import { transact } from '../../core/transact.ts';
import { listMemberIds } from '../members/queries.ts';
import { getTeam, type Team } from './teams.ts';
import type { CreateTeamInput } from './inputs.ts';

export type NewTeam = z.output<typeof CreateTeamInput> & { readonly organizationId: string };

/**
 * Creates a team owned by the caller. Requires `admin` of the organization. Throws reference_not_found for a user who
 * is not a member of the organization.
 */
export function createTeam(outer: Context, { organizationId, title, members }: NewTeam): Promise<Team> {
  return transact(outer, async (ctx) => {
    await lockOrganization(ctx, organizationId, 'manageTeams');
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
    ctx.emit('team.created', { organizationId, id: teamId, label: title });
    return getTeam(ctx, { organizationId, teamId });
  });
}

async function requireMembers(ctx: Context, organizationId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const members = await listMemberIds(ctx.sql, organizationId, userIds);
  const unknown = userIds.find((userId) => !members.has(userId));
  if (unknown !== undefined) throw referenceNotFound('input.members', 'member', unknown);
}
