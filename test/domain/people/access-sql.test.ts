import { generateNKeysBetween } from 'fractional-indexing';
import { beforeAll, describe, expect, it } from 'vitest';
import { effectiveRole } from '../../../src/access/effective-role.ts';
import { callerRank, callerRankJoin } from '../../../src/access/queries/space-rank.ts';
import { grantRoles, levels, roleOfRank, roleOrNull, roles } from '../../../src/access/roles.ts';
import type { GrantRole, Level, Role } from '../../../src/access/roles.ts';
import { listCollections } from '../../../src/domain/authoring/collections/list.ts';
import { withAccess as collectionWithAccess } from '../../../src/domain/authoring/collections/collections.ts';
import { listEffectiveAccess } from '../../../src/domain/publishing/grants/grants.ts';
import { listSpaces } from '../../../src/domain/authoring/spaces/list.ts';
import { withAccess as spaceWithAccess } from '../../../src/domain/authoring/spaces/spaces.ts';
import { sql } from '../../../src/db/sql.ts';
import { anOrganization } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { allOr } from '../../setup/size.ts';
import { answersOf, type Model, type ModelGrant, type ModelNode, type ModelUser } from './access-model.ts';

const treesPerBatch = 150;
const teamCount = 5;
const userCount = 8;

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

/** Mulberry32, so that every run generates the same batch. */
function randomOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    one: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
    chance: (p: number) => next() < p,
  };
}

/** Trees of collections, at most five deep, with a space as the leaf of every other node. `none` occurs where it `hides`. */
function aModel(seed: number, hides: boolean): Model & { readonly spaces: ReadonlySet<number> } {
  const random = randomOf(seed);
  const nodes: ModelNode[] = [];
  const spaces = new Set<number>();
  const isPossible = (word: string) => hides || word !== 'none';
  const aLevel = () => (random.chance(0.6) ? 'inherit' : random.one(levels.filter(isPossible)));
  for (let tree = 0; tree < treesPerBatch; tree += 1) {
    let parent: number | null = null;
    for (let depth = random.below(6); depth > 0; depth -= 1) parent = nodes.push({ parent, level: aLevel() }) - 1;
    spaces.add(nodes.push({ parent, level: aLevel() }) - 1);
  }
  const users = Array.from({ length: userCount }, (_, index): ModelUser => {
    const role: Role | null = index === 0 ? 'admin' : random.one([null, null, ...roles.slice(0, 5)]);
    return {
      member: index === 1 ? null : { role, disabled: index === 2 },
      teams: Array.from({ length: teamCount }, (_team, team) => team).filter(() => random.chance(0.4)),
    };
  });
  const grants = new Map<string, ModelGrant>();
  for (let made = 0; made < nodes.length; made += 1) {
    const node = random.below(nodes.length);
    const holder = random.chance(0.5) ? { user: random.below(userCount) } : { team: random.below(teamCount) };
    grants.set(JSON.stringify([node, holder]), { node, holder, role: random.one(grantRoles.filter(isPossible)) });
  }
  return { defaultRole: random.one([null, ...roles]), users, nodes, grants: [...grants.values()], spaces };
}

/** Inserts the rows of the model, and returns their ids by index. */
async function store({ nodes, users, grants, spaces, defaultRole }: ReturnType<typeof aModel>) {
  const { db, services } = server.platform;
  const { id: organizationId, owner } = await anOrganization(server, { defaultRole });
  const callers: Caller[] = [];
  for (const { member } of users) {
    const caller = await server.aUser();
    callers.push(caller);
    if (member) await db.prisma.member.create({ data: { organizationId, userId: caller.userId, ...member } });
  }
  const teams = Array.from({ length: teamCount }, () => services.newId('team'));
  await db.prisma.team.createMany({ data: teams.map((id) => ({ id, organizationId, title: id })) });
  await db.prisma.teamMember.createMany({
    data: users.flatMap((user, index) =>
      user.teams.map((team) => ({ teamId: teams[team] ?? '', userId: callers[index]?.userId ?? '' })),
    ),
  });
  const ids = nodes.map((_node, index) => services.newId(spaces.has(index) ? 'spc' : 'col'));
  const keys = generateNKeysBetween(null, null, nodes.length);
  const rows = nodes.map(({ parent, level }, index) => ({
    id: ids[index] ?? '',
    organizationId,
    parentId: parent === null ? null : (ids[parent] ?? null),
    title: `${index}`,
    defaultLevel: level,
    position: keys[index] ?? '',
  }));
  await db.prisma.collection.createMany({ data: rows.filter((_row, index) => !spaces.has(index)) });
  await db.prisma.space.createMany({
    data: rows.filter((_row, index) => spaces.has(index)).map((row) => ({ ...row, revisionId: services.newId('rev') })),
  });
  await db.prisma.grant.createMany({
    data: grants.map(({ node, holder, role }) => ({
      id: services.newId('grant'),
      organizationId,
      ...(spaces.has(node) ? { spaceId: ids[node] ?? null } : { collectionId: ids[node] ?? null }),
      ...('user' in holder ? { userId: callers[holder.user]?.userId ?? null } : { teamId: teams[holder.team] ?? null }),
      role,
    })),
  });
  return { organizationId, owner, callers, ids };
}

describe('the rule of access', () => {
  it('gives the same role in SQL and in TypeScript, for every membership and settings of two levels', async () => {
    const aLevel = (id: 'near' | 'far') =>
      `(select g.role as ${id}_direct, t.role as ${id}_team, d.level as ${id}_level
        from (values (null), ${words(grantRoles)}) g(role), (values (null), ('none'), ('edit')) t(role),
          (values ${words(levels)}) d(level))`;
    const setBy = (id: string) => `level_rank(role_rank(${id}_direct), role_rank(${id}_team), ${id}_level)`;
    const rows = await server.platform.db.prisma.$queryRawUnsafe<Settings[]>(`
      select *, effective_rank(case when member <> 'stranger' then role_rank(member) end,
        coalesce(${setBy('near')}, ${setBy('far')})) as rank
      from (values ('stranger'), ${words(grantRoles)}) m(member), ${aLevel('near')} near, ${aLevel('far')} far
      where near_level = 'inherit' and near_direct is null or far_level in ('inherit', 'edit')`);
    const different = rows.filter(({ rank, member, ...row }) => {
      const membership = member === 'stranger' ? null : { role: roleOrNull(member) };
      return effectiveRole(membership, listLevels(row)) !== roleOfRank(rank);
    });
    expect(different).toEqual([]);
    expect(rows.length).toBeGreaterThan(50_000);
  });
});

const words = (texts: readonly string[]) => texts.map((text) => `('${text}')`).join(', ');

type Place = 'near' | 'far';
type LevelColumns = Record<`${Place}_direct` | `${Place}_team`, GrantRole | null> & Record<`${Place}_level`, Level>;
type Settings = LevelColumns & { readonly member: GrantRole | 'stranger'; readonly rank: number };

const listLevels = (row: LevelColumns) =>
  (['near', 'far'] as const).map((place) => {
    const team = row[`${place}_team`];
    return {
      direct: row[`${place}_direct`],
      teams: team === null ? [] : [team],
      defaultLevel: row[`${place}_level`],
    };
  });

const everything = { after: null, first: 1_000 };

type Seen = Record<string, { role: Role | null; level: Role | null }>;

const seen = (things: readonly { id: string; role: Role | null; level: Role | null }[]): Seen =>
  Object.fromEntries(things.map(({ id, role, level }) => [id, { role, level }]));

const batches = [
  [11, true],
  [44, false],
  [22, true],
  [33, true],
  [55, false],
] as const;

describe.each(batches.slice(0, allOr(5, 2)))('in a batch of 150 random trees (seed %i, hides: %s)', (seed, hides) => {
  const model = aModel(seed, hides);
  let stored: Awaited<ReturnType<typeof store>>;
  beforeAll(async () => {
    stored = await store(model);
  });

  /** The results of the rule for every space or collection; by default only for those with access. */
  const expected = (user: number, kind: 'space' | 'collection', all: boolean): Seen =>
    Object.fromEntries(
      model.nodes.flatMap((_node, node) => {
        if (model.spaces.has(node) !== (kind === 'space')) return [];
        const answer = answersOf(model, user, node);
        return all || answer.role !== null ? [[stored.ids[node] ?? '', answer]] : [];
      }),
    );

  const isMember = (user: number) => model.users[user]?.member?.disabled === false;

  it('a list contains exactly the resources that the rule makes visible, with their role and level', async () => {
    let things = 0;
    for (const [user, caller] of stored.callers.entries()) {
      if (!isMember(user)) continue;
      const { organizationId } = stored;
      const spaces = await listSpaces(caller.context(), organizationId, { ...everything, counted: true });
      const collections = await listCollections(caller.context(), { organizationId, nested: true }, everything);
      expect(seen(spaces.items)).toEqual(expected(user, 'space', false));
      expect(seen(collections.items)).toEqual(expected(user, 'collection', false));
      expect([await spaces.count(), await collections.count()]).toEqual([
        spaces.items.length,
        collections.items.length,
      ]);
      things += spaces.items.length + collections.items.length;
    }
    expect(things).toBeGreaterThan(500);
  });

  it('a list of the organization is not found by disabled members and non-members', async () => {
    for (const [user, caller] of stored.callers.entries()) {
      if (isMember(user)) continue;
      await expect(listSpaces(caller.context(), stored.organizationId, everything)).rejects.toMatchObject({
        type: 'not_found',
      });
    }
  });

  it('a look-up by id has the access facts from which the rule computes the same role', async () => {
    for (const [user, caller] of stored.callers.entries()) {
      const { loaders } = caller.context();
      const listIds = (kind: 'spc' | 'col') => stored.ids.filter((id) => id.startsWith(kind));
      const spaces = await Promise.all(listIds('spc').map((id) => loaders.space.load(id)));
      const collections = await Promise.all(listIds('col').map((id) => loaders.collection.load(id)));
      expect(seen(spaces.flatMap((row) => (row ? [spaceWithAccess(row)] : [])))).toEqual(expected(user, 'space', true));
      expect(seen(collections.flatMap((row) => (row ? [collectionWithAccess(row)] : [])))).toEqual(
        expected(user, 'collection', true),
      );
    }
  });

  it('a statement that walks up from each space has the rank of the same role', async () => {
    for (const [user, caller] of stored.callers.entries()) {
      const { actor, sql: reader } = caller.context();
      const rows = await reader.rows<{ readonly id: string; readonly rank: number }>(
        sql`select s.id, ${callerRank} as rank from spaces s ${callerRankJoin(actor)}
          where s."organizationId" = ${stored.organizationId}`,
      );
      const roles = Object.entries(expected(user, 'space', true)).map(([id, { role }]) => [id, role] as const);
      expect(Object.fromEntries(rows.map(({ id, rank }) => [id, roleOfRank(rank)]))).toEqual(Object.fromEntries(roles));
    }
  });

  it('the list of effective access contains every member who has access by the rule', async () => {
    for (let node = 0; node < model.nodes.length; node += 7) {
      const id = stored.ids[node] ?? '';
      const on = model.spaces.has(node) ? { spaceId: id } : { collectionId: id };
      const page = await listEffectiveAccess(stored.owner.context(), { ...on, role: null }, everything);
      expect(await page.count()).toBe(page.items.length);
      for (const asked of roles) {
        const some = await listEffectiveAccess(stored.owner.context(), { ...on, role: asked }, everything);
        expect(await some.count()).toBe(page.items.filter(({ role }) => role === asked).length);
      }
      const roleOf = Object.fromEntries(page.items.map(({ userId, role }) => [userId, role]));
      const wanted = model.users.flatMap((_user, user): [string, Role][] => {
        const { role } = answersOf(model, user, node);
        return role === null ? [] : [[stored.callers[user]?.userId ?? '', role]];
      });
      expect(roleOf).toEqual(Object.fromEntries([...wanted, [stored.owner.userId, 'admin']]));
    }
  });
});
