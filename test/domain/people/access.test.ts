import { describe, expect, it } from 'vitest';
import { atLeast, grantRoles, levels, roles, type Role } from '../../../src/access/roles.ts';
import { answersOf, oracle, pathOf, type Model, type ModelGrant, type ModelNode } from './access-model.ts';
import { allOrTenth } from '../../setup/size.ts';
import { fc } from '../../setup/properties.ts';

const deepest = 6;
const teamCount = 5;
const userCount = 3;
const runs = allOrTenth(10_000);

const aRole = fc.constantFrom<Role | null>(null, ...roles);

const aUser = fc.record({
  member: fc.option(fc.record({ role: aRole, disabled: fc.boolean() }), { freq: 8 }),
  teams: fc.subarray(Array.from({ length: teamCount }, (_, index) => index)),
});

/** Each node is a child of an earlier one, or at the top level when it would be too deep. */
const aForest = fc
  .array(fc.record({ below: fc.option(fc.nat(), { freq: 6 }), level: fc.constantFrom(...levels) }), {
    minLength: 1,
    maxLength: 14,
  })
  .map((drafts) => {
    const nodes: ModelNode[] = [];
    const depths: number[] = [];
    drafts.forEach(({ below, level }, index) => {
      const parent = below === null || index === 0 ? null : below % index;
      const depth = parent === null ? 1 : (depths[parent] ?? 0) + 1;
      nodes.push({ parent: depth > deepest ? null : parent, level });
      depths.push(depth > deepest ? 1 : depth);
    });
    return nodes;
  });

const aGrant = fc.record({
  node: fc.nat(),
  holder: fc.oneof(
    fc.record({ user: fc.nat({ max: userCount - 1 }) }),
    fc.record({ team: fc.nat({ max: teamCount - 1 }) }),
  ),
  role: fc.constantFrom(...grantRoles),
});

const aModel: fc.Arbitrary<Model> = fc
  .record({
    defaultRole: aRole,
    users: fc.array(aUser, { minLength: userCount, maxLength: userCount }),
    nodes: aForest,
    grants: fc.array(aGrant, { maxLength: 20 }),
  })
  .map((draft) => {
    const grants = new Map<string, ModelGrant>();
    for (const grant of draft.grants) {
      const node = grant.node % draft.nodes.length;
      grants.set(JSON.stringify([node, grant.holder]), { ...grant, node });
    }
    return { ...draft, grants: [...grants.values()] };
  });

const pairs = ({ users, nodes }: Model) =>
  users.flatMap((_user, user) => nodes.map((_node, node) => [user, node] as const));

const check = (holds: (model: Model) => void, numRuns = runs) => fc.assert(fc.property(aModel, holds), { numRuns });

const withGrant = (model: Model, index: number, change: Partial<ModelGrant>): Model => ({
  ...model,
  grants: model.grants.map((grant, at) => (at === index ? { ...grant, ...change } : grant)),
});

/** The role of each direct grant, and the effective role of its holder on each node where it is the nearest. */
function exactGrants(model: Model) {
  const isSilent = (node: number) =>
    model.nodes[node]?.level === 'inherit' && model.grants.every((grant) => grant.node !== node);
  return model.grants.flatMap(({ node: at, holder, role }) => {
    const user = 'user' in holder ? holder.user : -1;
    const member = model.users[user]?.member;
    if (!member || member.disabled || member.role === 'admin') return [];
    return model.nodes.flatMap((_node, node) => {
      const path = pathOf(model, node);
      const reached = path.includes(at) && path.slice(0, path.indexOf(at)).every(isSilent);
      return reached ? [{ is: answersOf(model, user, node).role, given: role === 'none' ? null : role }] : [];
    });
  });
}

describe('the effective role', () => {
  it('equals that of a brute-force reading of the rule in 10,000 random trees', () => {
    let differences = 0;
    check((model) => {
      for (const [user, node] of pairs(model))
        if (answersOf(model, user, node).role !== oracle(model, user, node)) differences += 1;
      expect(differences).toBe(0);
    });
  });

  it('never lowers the effective role when a grant is raised', () => {
    check((model) => {
      model.grants.forEach(({ role }, index) => {
        const higher = grantRoles[grantRoles.indexOf(role) + 1];
        if (higher === undefined) return;
        const raised = withGrant(model, index, { role: higher });
        for (const [user, node] of pairs(model)) {
          const before = answersOf(model, user, node).role;
          expect(before === null || atLeast(answersOf(raised, user, node).role, before)).toBe(true);
        }
      });
    }, 1_000);
  });

  it('takes exactly the role of the nearest direct grant', () => {
    let checked = 0;
    check((model) => {
      const found = exactGrants(model);
      checked += found.length;
      expect(found.filter(({ is, given }) => is !== given)).toEqual([]);
    });
    expect(checked).toBeGreaterThan(allOrTenth(1_000));
  });

  it('gives no role to disabled members and non-members, whatever was granted', () => {
    check((model) => {
      const out: Model = {
        ...model,
        users: model.users.map((user, index) => ({
          ...user,
          member: index % 2 ? null : { role: 'admin', disabled: true },
        })),
      };
      for (const [user, node] of pairs(out)) expect(answersOf(out, user, node).role).toBeNull();
    }, 1_000);
  });

  it('gives admin to organization admins, whatever was granted', () => {
    check((model) => {
      const admins: Model = {
        ...model,
        users: model.users.map((user) => ({ ...user, member: { role: 'admin', disabled: false } })),
      };
      for (const [user, node] of pairs(admins)) expect(answersOf(admins, user, node).role).toBe('admin');
    }, 1_000);
  });

  it('ignores the grants of others', () => {
    check((model) => {
      const [, , last] = model.users;
      const alone: Model = {
        ...model,
        grants: model.grants.filter(({ holder }) =>
          'user' in holder ? holder.user === userCount - 1 : last?.teams.includes(holder.team),
        ),
      };
      model.nodes.forEach((_node, node) =>
        expect(answersOf(model, userCount - 1, node)).toEqual(answersOf(alone, userCount - 1, node)),
      );
    }, 1_000);
  });
});
