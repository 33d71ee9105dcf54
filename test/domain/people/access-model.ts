import { effectiveRole, resolvedDefault, type AccessLevel } from '../../../src/access/effective-role.ts';
import { grantRoles, type GrantRole, type Level, type Role } from '../../../src/access/roles.ts';

/** A model of an organization: its users, its tree of collections and spaces, and its grants. */
export interface Model {
  readonly defaultRole: Role | null;
  readonly users: readonly ModelUser[];
  readonly nodes: readonly ModelNode[];
  readonly grants: readonly ModelGrant[];
}

export interface ModelUser {
  /** Null when the user is not a member. */
  readonly member: { readonly role: Role | null; readonly disabled: boolean } | null;
  readonly teams: readonly number[];
}

export interface ModelNode {
  readonly parent: number | null;
  readonly level: Level;
}

export interface ModelGrant {
  readonly node: number;
  readonly holder: { readonly user: number } | { readonly team: number };
  readonly role: GrantRole;
}

/** Indexes of a node and of the nodes above it, nearest first. */
export function pathOf({ nodes }: Model, node: number): number[] {
  const path: number[] = [];
  for (let at: number | null | undefined = node; at !== null && at !== undefined; at = nodes[at]?.parent) path.push(at);
  return path;
}

const held = (model: Model, user: number, node: number) =>
  model.grants.filter(
    (grant) =>
      grant.node === node &&
      ('user' in grant.holder ? grant.holder.user === user : model.users[user]?.teams.includes(grant.holder.team)),
  );

/** The input of the program for a user and a node. */
function chainOf(model: Model, user: number, node: number): AccessLevel[] {
  return pathOf(model, node).map((at) => {
    const grants = held(model, user, at);
    return {
      defaultLevel: model.nodes[at]?.level ?? 'inherit',
      direct: grants.find(({ holder }) => 'user' in holder)?.role ?? null,
      teams: grants.filter(({ holder }) => 'team' in holder).map(({ role }) => role),
    };
  });
}

/** The results of the program. */
export function answersOf(model: Model, user: number, node: number) {
  const { member } = model.users[user] ?? { member: null };
  const chain = chainOf(model, user, node);
  return {
    role: effectiveRole(member && !member.disabled ? { role: member.role } : null, chain),
    level: resolvedDefault(chain, model.defaultRole),
  };
}

/**
 * The rule of docs/reference/access.md by brute force: everything that is set for the node is collected with
 * its distance and whether it is personal. The strongest claim of the first rank decides.
 */
export function oracle(model: Model, user: number, node: number): Role | null {
  const member = model.users[user]?.member;
  if (!member || member.disabled) return null;
  if (member.role === 'admin') return 'admin';
  const path = pathOf(model, node);
  const claims: { rank: number; says: GrantRole }[] = [{ rank: Infinity, says: member.role ?? 'none' }];
  for (const { node: on, holder, role } of model.grants) {
    const distance = path.indexOf(on);
    if (distance === -1) continue;
    if ('user' in holder && holder.user === user) claims.push({ rank: 10 * distance, says: role });
    if ('team' in holder && new Set(model.users[user]?.teams).has(holder.team))
      claims.push({ rank: 10 * distance + 1, says: role });
  }
  path.forEach((at, distance) => {
    const level = model.nodes[at]?.level;
    if (level !== undefined && level !== 'inherit') claims.push({ rank: 10 * distance + 2, says: level });
  });
  const first = Math.min(...claims.map(({ rank }) => rank));
  const [strongest = 'none'] = claims
    .filter(({ rank }) => rank === first)
    .map(({ says }) => says)
    .toSorted((a, b) => grantRoles.indexOf(b) - grantRoles.indexOf(a));
  return strongest === 'none' ? null : strongest;
}
