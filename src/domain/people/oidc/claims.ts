import { strongest } from '../../../access/roles.ts';
import type { Given } from '../sign-in/vouched.ts';
import type { RequiredClaim, RoleRule } from './fields.ts';

/** The claims of a person: those of the ID token, and of the userinfo for what that lacks. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * The texts of a claim; null when it is absent. The name is that of a claim or, with dots, a path: `realm_access.roles`.
 */
export function textsOf(claims: Claims, name: string): readonly string[] | null {
  const value = name in claims ? claims[name] : walk(claims, name.split('.'));
  if (value === undefined || value === null) return null;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((each) => (['string', 'number', 'boolean'].includes(typeof each) ? [String(each)] : []));
}

function walk(claims: unknown, path: readonly string[]): unknown {
  let value = claims;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Claims)[name];
  }
  return value;
}

/** Whether a person has one of the values that a provider requires. An absent claim has none. */
export const meetsRequirement = (claims: Claims, required: RequiredClaim | null): boolean =>
  required === null || required.values.some((value) => textsOf(claims, required.claim)?.includes(value));

/** What the rules of a provider give a person; null without rules. Rules whose claim is absent take nothing away. */
export function givenBy(claims: Claims, rules: readonly RoleRule[]): Given | null {
  if (rules.length === 0) return null;
  const texts = new Map(rules.map(({ claim }) => [claim, textsOf(claims, claim)]));
  const present = rules.filter(({ claim }) => texts.get(claim) !== null);
  const holding = present.filter(({ claim, value }) => texts.get(claim)?.includes(value));
  const joins = new Set(holding.flatMap(({ teams = [] }) => teams));
  return {
    role: strongest(holding.flatMap(({ role }) => role ?? [])) as Given['role'],
    isComplete: present.length === rules.length,
    joins: [...joins],
    leaves: [...new Set(present.flatMap(({ teams = [] }) => teams))].filter((id) => !joins.has(id)),
  };
}

/** The claims that the settings of a provider name. */
export const claimsNamed = (required: RequiredClaim | null, rules: readonly RoleRule[]): readonly string[] => [
  ...new Set([...(required === null ? [] : [required.claim]), ...rules.map(({ claim }) => claim)]),
];
