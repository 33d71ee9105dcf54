import type { Route } from '../../../src/rest/route.ts';
import { scopes, type Scope } from '../../../src/access/scopes.ts';
import { authzRows, signatureOf, type AuthzRow } from '../../../test/contract/data.ts';

/** Token scopes and role that an operation requires. */
export interface Access {
  /** Scopes of the token. */
  readonly scopes: readonly Scope[];
  /** The role as a phrase; null when none is required. */
  readonly role: string | null;
}

const rows = new Map(authzRows.map((row) => [signatureOf(row), row]));

/**
 * Returns the access that a route requires, from the access matrix. The tests try each row of the matrix with every
 * role and without the scope.
 */
export function accessOf(route: Route): Access {
  const row = rows.get(signatureOf(route));
  if (!row) {
    if (route.anonymous) return { scopes: [], role: null };
    throw new Error(`The access matrix has no row for ${signatureOf(route)}`);
  }
  const named = new Set([row.scope, ...(/\balso (?:needs )?([\w:-]+)/.exec(row.condition)?.slice(1) ?? [])]);
  return { scopes: scopes.filter((scope) => named.has(scope)), role: roleOf(row) };
}

function roleOf({ level, condition, do: needed }: AuthzRow): string | null {
  if (['self', 'any', 'anybody'].includes(needed)) return null;
  const who =
    needed === 'guest'
      ? 'any member of the organization, guests included'
      : `\`${needed}\` on ${places[level] ?? 'the organization'}`;
  return [who, ...others.flatMap(([pattern, phrase]) => (pattern.test(condition) ? [phrase] : []))].join(', or ');
}

const places: Readonly<Record<string, string>> = {
  space: 'the space',
  collection: 'the collection',
  'org(site)': 'the site',
  'org(owner)': 'the organization that owns the integration',
};

/** Others who have access, by the condition of the row. */
const others: readonly (readonly [RegExp, string])[] = [
  [/\bOR self\b/, 'the user in question'],
  [/\bOR its creator\b/, 'its creator'],
  [/\bOR member of the team\b/, 'a member of the team'],
  [/\bOR team owner\b/, 'an owner of the team'],
  [/\bOR (?:valid `shareKey`|public)/, 'a visitor of the published site'],
  [/\bOR guest with a readable space\b/, 'a guest who can read a space in it'],
  [/\bOR a verified address\b/, "a verified address in one of the organization's email domains"],
  [/\bor the integration\b/, 'the integration itself'],
];

/** Formats the access as a line of the description. */
export function accessLine({ scopes: needed, role }: Access): string {
  const list = needed.map((scope) => `\`${scope}\``).join(', ');
  const parts = [
    ...(needed.length > 0 ? [`**${needed.length > 1 ? 'Scopes' : 'Scope'}:** ${list}.`] : []),
    ...(role === null ? [] : [`**Role:** ${role}.`]),
  ];
  return parts.length > 0 ? parts.join(' ') : 'No token is needed.';
}
