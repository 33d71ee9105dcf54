import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { roles, type Role } from '../../../src/access/roles.ts';
import type { Context } from '../../../src/domain/core/context.ts';
import { acceptInvite, joinOrganization } from '../../../src/domain/people/invites/join.ts';
import { createInviteLink, updateInviteLink } from '../../../src/domain/people/invites/invites.ts';
import { inviteMembers } from '../../../src/domain/people/invites/invite-members.ts';
import { markSsoMember, removeMember, updateMember } from '../../../src/domain/people/members/update.ts';
import { updateOrganization } from '../../../src/domain/people/organizations/update.ts';
import { removeTeamMember, setTeamMember, updateTeamMembers } from '../../../src/domain/people/teams/update-members.ts';
import { createTeam } from '../../../src/domain/people/teams/create.ts';
import { deleteTeam } from '../../../src/domain/people/teams/update.ts';
import { DomainError } from '../../../src/lib/errors.ts';
import { anOrganization, aTeam } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { clock } from '../../setup/clock.ts';
import { allOrTenth } from '../../setup/size.ts';
import { fc } from '../../setup/properties.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

interface World {
  readonly organizationId: string;
  readonly teamId: string;
  readonly userIds: readonly string[];
  readonly links: string[];
}

/** Runs on each engine; 300 together. */
const runs = allOrTenth(150);

interface Step {
  readonly actor: number;
  readonly whom: number;
  readonly role: Role | null;
  readonly owner: boolean;
  readonly command: (typeof commands)[number];
}

const commands = [
  'updateMember',
  'removeMember',
  'disable',
  'enable',
  'sso',
  'invite',
  'link',
  'changeLink',
  'accept',
  'join',
  'setTeamMember',
  'removeTeamMember',
  'updateTeam',
  'createTeam',
  'deleteTeam',
  'organization',
] as const;

/** Six actors: two admins, three members and a user outside the organization, who may join by a link or the domain. */
const actorCount = 6;

const step = fc.record({
  actor: fc.nat(actorCount - 1),
  whom: fc.nat(actorCount - 1),
  role: fc.constantFrom(null, ...roles),
  owner: fc.boolean(),
  command: fc.constantFrom(...commands),
});

async function act(ctx: Context, world: World, { whom, role, owner, command }: Step): Promise<unknown> {
  const { organizationId, teamId, links } = world;
  const userId = world.userIds[whom] ?? '';
  const member = { organizationId, userId };
  const team = { organizationId, teamId };
  const teamRole = owner ? 'owner' : 'member';
  const inviteId = links.at(-1) ?? 'inv_none';
  switch (command) {
    case 'updateMember':
      return updateMember(ctx, { member, changes: { role } });
    case 'removeMember':
      return removeMember(ctx, { member });
    case 'disable':
      return updateMember(ctx, { member, changes: { disabled: true } });
    case 'enable':
      return updateMember(ctx, { member, changes: { disabled: false } });
    case 'sso':
      return markSsoMember(ctx, member);
    case 'invite':
      return inviteMembers(ctx, {
        organizationId,
        emails: [{ email: `${userId.toLowerCase()}@escalation.example`, role }],
      });
    case 'link':
      return links.push((await createInviteLink(ctx, { organizationId, invite: { role } })).id);
    case 'changeLink':
      return updateInviteLink(ctx, { invite: { organizationId, inviteId }, changes: { role } });
    case 'accept':
      return acceptInvite(ctx, { organizationId, inviteId });
    case 'join':
      return joinOrganization(ctx, organizationId);
    case 'setTeamMember':
      return setTeamMember(ctx, { team, userId, role: teamRole });
    case 'removeTeamMember':
      return removeTeamMember(ctx, { team, userId });
    case 'updateTeam':
      return updateTeamMembers(ctx, { team, changes: { memberships: { [userId]: { role: teamRole } } } });
    case 'createTeam':
      return createTeam(ctx, { organizationId, title: 'More', members: [userId] });
    case 'deleteTeam':
      return owner ? deleteTeam(ctx, { team }) : null;
    case 'organization':
      return updateOrganization(ctx, { id: organizationId, changes: { defaultRole: role } });
  }
}

interface Standing {
  readonly members: ReadonlyMap<string, { readonly role: Role | null; readonly disabled: boolean }>;
  readonly team: ReadonlyMap<string, string>;
  /** Users whom an admin removed. */
  readonly removed: ReadonlySet<string>;
}

async function standingOf({ organizationId, teamId }: World): Promise<Standing> {
  const { prisma } = server.platform.db;
  const members = await prisma.member.findMany({ where: { organizationId } });
  const team = await prisma.teamMember.findMany({ where: { teamId } });
  const removed = await prisma.memberRemoval.findMany({ where: { organizationId } });
  return {
    members: new Map(members.map(({ userId, role, disabled }) => [userId, { role: role as Role | null, disabled }])),
    team: new Map(team.map(({ userId, role }) => [userId, role])),
    removed: new Set(removed.map(({ userId }) => userId)),
  };
}

const rank = (role: Role | null) => (role === null ? -1 : roles.indexOf(role));

interface Act {
  readonly actor: string;
  readonly command: Step['command'];
}

/** The forbidden outcome: a member gains access by their own operation. Joining again is permitted by an admin. */
function faults(before: Standing, after: Standing, { actor, command }: Act): string[] {
  const [was, is] = [before.members.get(actor), after.members.get(actor)];
  const wasAdmin = was?.role === 'admin' && !was.disabled;
  const others = [...after.members].filter(([userId]) => userId !== actor);
  const admins = [...after.members.values()].filter(({ role, disabled }) => role === 'admin' && !disabled);
  const rules = {
    'raised themself': was && is && rank(is.role) > rank(was.role),
    'came back by the domain': command === 'join' && before.removed.has(actor) && !was && is,
    'let themself in again': was?.disabled && is && !is.disabled,
    'came into the team or rose in it':
      !wasAdmin && after.team.has(actor) && after.team.get(actor) !== before.team.get(actor),
    'changed another member':
      !wasAdmin && others.some(([userId, one]) => !isDeepStrictEqual(one, before.members.get(userId))),
    'left no admin': admins.length === 0,
  };
  return Object.entries(rules).flatMap(([fault, holds]) => (holds ? [fault] : []));
}

it('no caller raises their own role, and no organization loses its last active admin', async () => {
  const refusals = { made: 0, refused: 0 };
  const actors: Caller[] = [];
  for (let n = 0; n < actorCount; n += 1) actors.push(await server.aUser());
  const { prisma } = server.platform.db;
  for (const { userId } of actors)
    await prisma.user.update({
      where: { id: userId },
      data: { email: `${userId.toLowerCase()}@escalation.example` },
    });
  const userIds = actors.map(({ userId }) => userId);

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const { id: organizationId } = await anOrganization(server, {
        owner: actors[0]!,
        emailDomains: ['escalation.example'],
      });
      // One organization at a time proves the domain.
      const domain = 'escalation.example';
      const proof = { organizationId, verifiedBy: 'dns', verifiedAt: clock.now() };
      await prisma.emailDomain.upsert({ where: { domain }, create: { domain, ...proof }, update: proof });
      const starting = ['admin', 'create', 'read', null] as const;
      for (const [index, role] of starting.entries())
        await prisma.member.create({ data: { organizationId, userId: userIds[index + 1]!, role } });
      const team = await aTeam(server, organizationId, { owners: [actors[3]!], members: [actors[4]!] });
      const world: World = { organizationId, teamId: team.id, userIds, links: [] };
      let before = await standingOf(world);
      for (const one of steps) {
        try {
          await act(actors[one.actor]!.context(), world, one);
          refusals.made += 1;
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          refusals.refused += 1;
        }
        const after = await standingOf(world);
        expect(faults(before, after, { actor: userIds[one.actor]!, command: one.command })).toEqual([]);
        before = after;
      }
    }),
    { numRuns: runs },
  );
  // Both accepted and refused operations occurred.
  expect(refusals.made).toBeGreaterThan(runs);
  expect(refusals.refused).toBeGreaterThan(runs);
});
