import { sql } from '../../db/sql.ts';
import { failure, notFound, type ErrorDetail } from '../../lib/errors.ts';
import type { Context } from '../context.ts';
import { transact } from '../transact.ts';
import { normalEmail } from '../users/fields.ts';
import type { TeamRole } from './fields.ts';
import { lockedTeam, type Team, type TeamKey } from './teams.ts';

export interface TeamMemberChanges {
  /** Users by id or address. */
  readonly add?: readonly string[] | null | undefined;
  readonly remove?: readonly string[] | null | undefined;
  readonly memberships?: Readonly<Record<string, { readonly role: TeamRole }>> | null | undefined;
}

/**
 * Adds, then sets roles, then removes; all or nothing. Needs admin, or to be an owner: an owner adds and
 * removes plain members only. Throws validation_failed naming everybody who is no member of the organization.
 */
export function updateTeamMembers(
  outer: Context,
  { team: key, changes }: { readonly team: TeamKey; readonly changes: TeamMemberChanges },
): Promise<Team> {
  return transact(outer, async (ctx) => {
    const team = await lockedTeam(ctx, key, 'admin');
    const wanted = wishesOf(changes);
    const people = await findPeople(
      ctx,
      key,
      wanted.map(({ name }) => name),
    );
    refuseUnknown(wanted, people);
    const steps = new Map<string, Step>();
    for (const { name, role } of wanted) {
      const person = people.get(name);
      if (!person) continue;
      const from = person.teamRole;
      const before = steps.get(person.userId);
      const now = before ? before.to : from;
      steps.set(person.userId, { userId: person.userId, from, to: role === 'keep' ? (now ?? 'member') : role });
    }
    await take(ctx, team, [...steps.values()]);
    return asNow(ctx, team);
  });
}

/** Puts a member of the organization into a team, or gives one there another role; without a role a new one is a plain member. */
export function setTeamMember(
  outer: Context,
  {
    team: key,
    userId,
    role,
  }: { readonly team: TeamKey; readonly userId: string; readonly role?: TeamRole | null | undefined },
): Promise<Team> {
  return transact(outer, async (ctx) => {
    const team = await lockedTeam(ctx, key, 'admin');
    const person = (await findPeople(ctx, key, [userId])).get(userId);
    if (!person || person.userId !== userId) throw notFound('member', userId);
    await take(ctx, team, [{ userId, from: person.teamRole, to: role ?? person.teamRole ?? 'member' }]);
    return asNow(ctx, team);
  });
}

/** Takes somebody out of a team. Everybody may leave. Throws not_found for who is not in it. */
export function removeTeamMember(
  outer: Context,
  { team: key, userId }: { readonly team: TeamKey; readonly userId: string },
): Promise<void> {
  return transact(outer, async (ctx) => {
    const team = await lockedTeam(ctx, key, userId === ctx.actor.userId ? 'leave' : 'admin');
    const from = (await findPeople(ctx, key, [userId])).get(userId)?.teamRole ?? null;
    if (from === null) throw notFound('team member', userId);
    await take(ctx, team, [{ userId, from, to: null }]);
  });
}

/** The team as it is now, also for a caller who has just left it. */
const asNow = async (ctx: Context, team: Team) => (await ctx.loaders.team.load(team.id)) ?? team;

interface Wish {
  readonly path: string;
  readonly name: string;
  /** Null takes out; `keep` leaves the role of who is in already. */
  readonly role: TeamRole | null | 'keep';
}

/** In the order in which they count: a user in both add and remove is removed. Contract 4.13. */
const wishesOf = ({ add, remove, memberships }: TeamMemberChanges): Wish[] => [
  ...(add ?? []).map((name, index) => ({ path: `input.add.${index}`, name, role: 'keep' as const })),
  ...Object.entries(memberships ?? {}).map(([name, { role }]) => ({ path: `input.memberships.${name}`, name, role })),
  ...(remove ?? []).map((name, index) => ({ path: `input.remove.${index}`, name, role: null })),
];

interface Person {
  readonly userId: string;
  readonly email: string | null;
  readonly teamRole: TeamRole | null;
}

/** Members of the organization by the id or address they were named by. */
async function findPeople(
  ctx: Context,
  { organizationId, teamId }: TeamKey,
  names: readonly string[],
): Promise<ReadonlyMap<string, Person>> {
  if (names.length === 0) return new Map();
  const rows = await ctx.sql.rows<Person>(sql`
    select m."userId", u.email, tm.role as "teamRole" from members m join users u on u.id = m."userId"
    left join team_members tm on tm."teamId" = ${teamId} and tm."userId" = m."userId"
    where m."organizationId" = ${organizationId}
      and (m."userId" = any(${names}::text[]) or u.email = any(${names.map(normalEmail)}::text[]))`);
  const byId = new Map(rows.map((row) => [row.userId, row]));
  const byEmail = new Map(rows.map((row) => [row.email, row]));
  const found = new Map<string, Person>();
  for (const name of names) {
    const person = byId.get(name) ?? byEmail.get(normalEmail(name));
    if (person) found.set(name, person);
  }
  return found;
}

function refuseUnknown(wanted: readonly Wish[], people: ReadonlyMap<string, Person>): void {
  const details = wanted
    .filter(({ name }) => !people.has(name))
    .map(({ path, name }): ErrorDetail => ({
      path,
      rule: 'member',
      message: `"${name}" is no member of the organization`,
    }));
  if (details[0]) throw failure('validation_failed', `${details[0].path}: ${details[0].message}`, { details });
}

interface Step {
  readonly userId: string;
  readonly from: TeamRole | null;
  readonly to: TeamRole | null;
}

/** Writes what changes. Throws forbidden for an owner who would touch another owner. Matrix rows 120 to 122. */
async function take(ctx: Context, team: Team, steps: readonly Step[]): Promise<void> {
  const changes = steps.filter(({ from, to }) => from !== to);
  if (changes.length === 0) return;
  const isAdmin = team.membership?.role === 'admin';
  const leaves = ({ userId, to }: Step) => userId === ctx.actor.userId && to === null;
  const touchesOwner = ({ from, to }: Step) => from === 'owner' || to === 'owner';
  if (!isAdmin && changes.some((step) => touchesOwner(step) && !leaves(step)))
    throw failure('forbidden', 'Only an admin of the organization may make or remove owners of a team');
  const teamId = team.id;
  const idsOf = (chosen: (step: Step) => boolean) => changes.filter(chosen).map(({ userId }) => userId);
  await ctx.db.teamMember.createMany({
    data: changes.flatMap(({ userId, from, to }) =>
      from === null && to !== null ? [{ teamId, userId, role: to, joinedAt: ctx.now() }] : [],
    ),
  });
  for (const role of ['owner', 'member'] as const) {
    const userIds = idsOf(({ from, to }) => from !== null && to === role);
    if (userIds.length > 0)
      await ctx.db.teamMember.updateMany({ where: { teamId, userId: { in: userIds } }, data: { role } });
  }
  await ctx.db.teamMember.deleteMany({ where: { teamId, userId: { in: idsOf(({ to }) => to === null) } } });
  await ctx.db.team.update({ where: { id: teamId }, data: { version: { increment: 1 } } });
  ctx.loaders.clear();
}
