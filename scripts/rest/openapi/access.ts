import type { Route } from '../../../src/rest/route.ts';
import { scopes, type Scope } from '../../../src/access/scopes.ts';
import { authzRows, signatureOf, type AuthzRow, type Other } from '../access/rows.ts';

/** Token scopes and role that an operation requires. */
export interface Access {
  /** Scopes of the token. */
  readonly scopes: readonly Scope[];
  /** The role as a phrase; null when none is required. */
  readonly role: string | null;
}

const rows = new Map(authzRows.map((row) => [signatureOf(row), row]));

/** Returns the access that a route requires, from the access matrix. */
export function accessOf(route: Route): Access {
  const row = rows.get(signatureOf(route));
  if (!row) {
    if (route.anonymous) return { scopes: [], role: null };
    throw new Error(
      `The access matrix has no row for ${signatureOf(route)}: add one to scripts/rest/access/beyond.json, with the members of ` +
        'AuthzRow in scripts/rest/access/rows.ts',
    );
  }
  return { scopes: scopes.filter((scope) => scope === row.scope || scope === row.alsoScope), role: findRole(row) };
}

function findRole({ level, others = [], do: needed }: AuthzRow): string | null {
  if (['self', 'any', 'anybody'].includes(needed)) return null;
  const who =
    needed === 'guest'
      ? 'any member of the organization, guests included'
      : `\`${needed}\` on ${places[level] ?? 'the organization'}`;
  return [who, ...others.map((other) => phrases[other])].join(', or ');
}

const places: Readonly<Record<string, string>> = {
  space: 'the space',
  collection: 'the collection',
  'org(site)': 'the site',
  'org(owner)': 'the organization that owns the integration',
};

const phrases: Readonly<Record<Other, string>> = {
  self: 'the user in question',
  creator: 'its creator',
  'team member': 'a member of the team',
  'team owner': 'an owner of the team',
  visitor: 'a visitor of the published site',
  'guest with a readable space': 'a guest who can read a space in it',
  'verified address': "a verified address in one of the organization's email domains",
  integration: 'the integration itself',
  installation: 'an installation of an integration that has the scope',
};

/** Formats the access as a line of the description. */
export function accessLine({ scopes: needed, role }: Access): string {
  const list = needed.map((scope) => `\`${scope}\``).join(', ');
  const parts = [
    ...(needed.length > 0 ? [`**${needed.length > 1 ? 'Scopes' : 'Scope'}:** ${list}.`] : []),
    ...(role === null ? [] : [`**Role:** ${role}.`]),
  ];
  return parts.length > 0 ? parts.join(' ') : 'No token is needed.';
}
