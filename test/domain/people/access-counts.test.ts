import { beforeAll, expect, it } from 'vitest';
import { grantRoles, levels, roles, type GrantRole, type Level } from '../../../src/access/roles.ts';
import { listMemberSpaces } from '../../../src/domain/authoring/spaces/list-of-member.ts';
import { memberKey } from '../../../src/loaders/members.ts';
import { aCollection, aGrant, aMember, anOrganization, aSpace, aTeam } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { allOrTenth } from '../../setup/size.ts';
import { fc } from '../../setup/properties.ts';
import { clock } from '../../setup/clock.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

const level = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Level>('inherit') },
  { weight: 1, arbitrary: fc.constantFrom(...levels) },
);
const anOrganizationOnPaper = fc.record({
  members: fc.array(fc.constantFrom(null, ...roles), { minLength: 2, maxLength: 5 }),
  /** Index of the parent, which is an earlier one; null at the top level. */
  collections: fc.array(fc.record({ level, parent: fc.nat(5) }), { maxLength: 4 }),
  spaces: fc.array(fc.record({ level, parent: fc.nat(5), deleted: fc.boolean() }), { minLength: 1, maxLength: 6 }),
  grants: fc.array(fc.record({ node: fc.nat(9), holder: fc.nat(6), role: fc.constantFrom(...grantRoles) }), {
    maxLength: 8,
  }),
  inTeam: fc.array(fc.nat(4), { maxLength: 3 }),
});

interface Node {
  readonly id: string;
  readonly parent: Node | null;
  readonly level: Level;
  readonly isSpace: boolean;
  /** Grants of the team. */
  team: GrantRole | null;
}

/** Whether the nearest level that sets something for a node is a grant of the team that allows reading. */
function reached(node: Node): boolean {
  for (let at: Node | null = node; at !== null; at = at.parent) {
    if (at.team !== null) return at.team !== 'none';
    if (at.level !== 'inherit') return false;
  }
  return false;
}

it('the spaces counted for members and teams are as many as their lists contain', async () => {
  await fc.assert(
    fc.asyncProperty(anOrganizationOnPaper, async (paper) => {
      const { id, owner } = await anOrganization(server);
      const members: Caller[] = [];
      for (const role of paper.members) members.push(await aMember(server, id, role));
      const inTeam = [...new Set(paper.inTeam)].flatMap((index) => members[index] ?? []);
      const team = await aTeam(server, id, { members: inTeam });
      const nodes: Node[] = [];
      for (const { level: defaultLevel, parent } of paper.collections) {
        const above = nodes[parent] ?? null;
        const collection = await aCollection(server, id, { defaultLevel, parentId: above?.id ?? null });
        nodes.push({ ...collection, parent: above, level: defaultLevel, isSpace: false, team: null });
      }
      const shelves = [...nodes];
      for (const { level: defaultLevel, parent, deleted } of paper.spaces) {
        const above = shelves[parent] ?? null;
        const deletedAt = deleted ? clock.now() : null;
        const space = await aSpace(server, id, { defaultLevel, parentId: above?.id ?? null, deletedAt });
        if (!deleted) nodes.push({ ...space, parent: above, level: defaultLevel, isSpace: true, team: null });
      }
      const held = new Set<string>();
      for (const { node: index, holder, role } of paper.grants) {
        const node = nodes[index];
        const user = members[holder];
        if (!node || held.has(`${index} ${user?.userId}`)) continue;
        held.add(`${index} ${user?.userId}`);
        const on = node.isSpace ? { spaceId: node.id } : { collectionId: node.id };
        await aGrant(server, id, { on, to: user ? { userId: user.userId } : { teamId: team.id }, role });
        if (!user) node.team = role;
      }

      const ctx = owner.context();
      const everybody = [owner, ...members];
      const counts = await Promise.all(
        everybody.map(({ userId }) => ctx.loaders.memberCounts.load(memberKey({ organizationId: id, userId }))),
      );
      for (const [index, { userId }] of everybody.entries()) {
        const list = await listMemberSpaces(ctx, { member: { organizationId: id, userId } }, { after: null, first: 0 });
        expect(counts[index]).toMatchObject({
          spaces: await list.count(),
          teams: inTeam.some((member) => member.userId === userId) ? 1 : 0,
        });
      }
      const ofTeam = nodes.filter((node) => node.isSpace && reached(node)).map(({ id: space }) => space);
      expect(await ctx.loaders.teamCounts.load(team.id)).toMatchObject({
        members: inTeam.length,
        spaces: ofTeam.length,
      });

      // Other callers get the spaces that they may read themselves.
      const readable = new Map<string, string[]>();
      for (const { userId } of everybody) {
        const list = await listMemberSpaces(
          ctx,
          { member: { organizationId: id, userId } },
          { after: null, first: 100 },
        );
        readable.set(
          userId,
          list.items.map(({ space }) => space.id),
        );
      }
      for (const viewer of members) {
        const own = new Set(readable.get(viewer.userId));
        const { loaders } = viewer.context();
        for (const { userId } of everybody)
          expect((await loaders.memberCounts.load(memberKey({ organizationId: id, userId })))?.spaces).toBe(
            readable.get(userId)?.filter((space) => own.has(space)).length,
          );
        expect((await loaders.teamCounts.load(team.id))?.spaces).toBe(ofTeam.filter((space) => own.has(space)).length);
      }
    }),
    { numRuns: allOrTenth(60) },
  );
});
