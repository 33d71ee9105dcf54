import { sql } from '../../db/sql.ts';
import { failure, invalid, notFound, referenceNotFound } from '../../lib/errors.ts';
import type { Role } from '../access/roles.ts';
import type { Context } from '../context.ts';
import { transact } from '../transact.ts';
import type { Grant } from './grants.ts';
import { lockedTarget, type ContentReference, type GrantTarget, type HolderReference } from './target.ts';

export interface NewGrants extends ContentReference {
  /** Null makes guests; required. */
  readonly role?: Role | null | undefined;
  readonly users?: readonly string[] | null | undefined;
  readonly teams?: readonly string[] | null | undefined;
}

/**
 * Gives users and teams of the organization a role on a space or collection, in place of what each was
 * given there before. Needs admin on it. Throws not_found, forbidden, validation_failed, reference_not_found.
 */
export async function grantAccess(outer: Context, input: NewGrants): Promise<readonly Grant[]> {
  return transact(outer, async (ctx) => {
    const target = await lockedTarget(ctx, input);
    const role = givenRole(input);
    const users = [...new Set(input.users ?? [])];
    const teams = [...new Set(input.teams ?? [])];
    if (users.length + teams.length === 0) throw invalid('input.users', 'Give at least one user or team', 'required');
    await requireHolders(ctx, target, { users, teams });
    return [
      ...(await writeGrants(ctx, target, { role, holder: 'userId', ids: users })),
      ...(await writeGrants(ctx, target, { role, holder: 'teamId', ids: teams })),
    ];
  });
}

/** Changes a grant that is there. Needs admin. Throws not_found also when the holder has no grant on the thing itself. */
export async function updateAccess(
  outer: Context,
  input: ContentReference & HolderReference & { readonly role?: Role | null | undefined },
): Promise<Grant> {
  return transact(outer, async (ctx) => {
    const { on } = await lockedTarget(ctx, input);
    const holder = holderOf(input);
    const role = givenRole(input);
    const [grant] = await ctx.sql.rows<Grant>(sql`update grants g set role = ${role}
      where ${heldBy(on, holder)} returning g.*`);
    if (!grant) throw notFound('grant of', holder.id);
    return grant;
  });
}

/** Takes a grant away. Needs admin. Throws not_found also when the holder has no grant on the thing itself. */
export async function revokeAccess(outer: Context, input: ContentReference & HolderReference): Promise<string> {
  return transact(outer, async (ctx) => {
    const { on } = await lockedTarget(ctx, input);
    const holder = holderOf(input);
    const [grant] = await ctx.sql.rows<{ id: string }>(sql`delete from grants g
      where ${heldBy(on, holder)} returning g.id`);
    if (!grant) throw notFound('grant of', holder.id);
    return grant.id;
  });
}

function givenRole({ role }: { readonly role?: Role | null | undefined }) {
  if (role === undefined) throw invalid('input.role', '"role" is required; null makes a guest', 'required');
  return role ?? 'none';
}

interface HeldBy {
  readonly column: 'userId' | 'teamId';
  readonly id: string;
}

function holderOf({ userId, teamId }: HolderReference): HeldBy {
  if (userId && !teamId) return { column: 'userId', id: userId };
  if (teamId && !userId) return { column: 'teamId', id: teamId };
  throw invalid('userId', 'Give exactly one of userId and teamId', 'exactly_one');
}

const heldBy = (on: GrantTarget['on'], { column, id }: HeldBy) => {
  const place = 'spaceId' in on ? sql`g."spaceId" = ${on.spaceId}` : sql`g."collectionId" = ${on.collectionId}`;
  return column === 'userId' ? sql`${place} and g."userId" = ${id}` : sql`${place} and g."teamId" = ${id}`;
};

interface Holders {
  readonly users: readonly string[];
  readonly teams: readonly string[];
}

/** Only members and teams of the organization hold grants; the locks keep them there until the transaction ends. */
async function requireHolders(ctx: Context, { organizationId }: GrantTarget, { users, teams }: Holders) {
  const members = await ctx.sql.rows<{ id: string }>(sql`select "userId" as id from members
    where "organizationId" = ${organizationId} and "userId" = any(${users}::text[]) for key share`);
  const known = await ctx.sql.rows<{ id: string }>(sql`select id from teams
    where "organizationId" = ${organizationId} and id = any(${teams}::text[]) for key share`);
  const details = [...missing('input.users', 'user', users, members), ...missing('input.teams', 'team', teams, known)];
  const [first] = details;
  if (!first) return;
  if (details.length === 1) throw referenceNotFound(first.path, first.kind, first.id);
  throw failure('reference_not_found', first.message, {
    details: details.map(({ path, rule, message }) => ({ path, rule, message })),
  });
}

function missing(field: string, kind: string, asked: readonly string[], found: readonly { id: string }[]) {
  const there = new Set(found.map(({ id }) => id));
  return asked.flatMap((id, index) =>
    there.has(id) ? [] : [{ path: `${field}.${index}`, rule: 'reference', message: `No ${kind} "${id}"`, kind, id }],
  );
}

interface Written {
  readonly role: string;
  readonly holder: 'userId' | 'teamId';
  readonly ids: readonly string[];
}

async function writeGrants(
  ctx: Context,
  { organizationId, on }: GrantTarget,
  { role, holder, ids }: Written,
): Promise<Grant[]> {
  if (ids.length === 0) return [];
  const grantIds = ids.map(() => ctx.newId('grant'));
  const spaceId = 'spaceId' in on ? on.spaceId : null;
  const collectionId = 'collectionId' in on ? on.collectionId : null;
  const unique = uniqueKeys[`${spaceId === null ? 'collectionId' : 'spaceId'} ${holder}`];
  const holders = holder === 'userId' ? sql`given.holder, null` : sql`null, given.holder`;
  return ctx.sql.rows<Grant>(sql`
    insert into grants (id, "organizationId", "spaceId", "collectionId", role, "createdAt", "userId", "teamId")
    select given.id, ${organizationId}, ${spaceId}::text, ${collectionId}::text, ${role},
      ${ctx.now().toISOString()}::timestamptz, ${holders}
    from unnest(${grantIds}::text[], ${ids}::text[]) given(id, holder)
    on conflict ${unique} do update set role = excluded.role
    returning *`);
}

const uniqueKeys = {
  'spaceId userId': sql`("spaceId", "userId")`,
  'spaceId teamId': sql`("spaceId", "teamId")`,
  'collectionId userId': sql`("collectionId", "userId")`,
  'collectionId teamId': sql`("collectionId", "teamId")`,
} as const;
