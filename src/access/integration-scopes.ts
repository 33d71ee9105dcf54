import type { Scope } from './scopes.ts';
import type { GrantRole } from './roles.ts';

/**
 * The scopes that an integration may request, each with the API scopes that tokens of its installations get. A scope
 * with an empty list is recorded but grants nothing.
 */
const scopesByIntegrationScope = {
  'space:views:read': [],
  'space:content:read': ['space:content:read', 'space:change-requests:read'],
  'space:content:write': [
    'space:content:read',
    'space:content:write',
    'space:change-requests:read',
    'space:change-requests:write',
  ],
  'space:metadata:read': ['space:read'],
  'space:metadata:write': ['space:read', 'space:write'],
  'space:script:inject': [],
  'space:script:cookies': [],
  'space:git:sync': ['space:content:read', 'space:content:write', 'space:git:write'],
  'space:visitor:auth': [],
  'page:feedback:read': [],
  'site:metadata:read': ['site:read'],
  'site:views:read': [],
  'site:script:inject': [],
  'site:script:cookies': [],
  'site:visitor:auth': [],
  'site:visitor:claims': [],
  'site:adaptive:read': ['site:read'],
  'site:adaptive:write': ['site:read'],
  'openapi:read': ['openapi:read'],
  'openapi:write': ['openapi:read', 'openapi:write'],
  'conversations:ingest': [],
} as const satisfies Readonly<Record<string, readonly Scope[]>>;

export type IntegrationScope = keyof typeof scopesByIntegrationScope;
export const integrationScopes = Object.keys(scopesByIntegrationScope) as readonly IntegrationScope[];

const isIntegrationScope = (scope: string): scope is IntegrationScope => Object.hasOwn(scopesByIntegrationScope, scope);

/** API scopes of every token of an integration or installation. */
const basic: readonly Scope[] = ['org:read', 'org:sso:read', 'integration:read', 'integration:write'];

/** The API scopes of a token, from the scopes of its integration. */
export const scopesOfIntegration = (scopes: readonly string[]): ReadonlySet<Scope> =>
  new Set([...basic, ...scopes.filter(isIntegrationScope).flatMap((scope) => scopesByIntegrationScope[scope])]);

const editing: readonly string[] = ['space:content:write', 'space:git:sync'];

/** The role of an installation on each of its spaces, from its scopes. */
export function spaceRoleOf(scopes: readonly string[]): GrantRole {
  if (scopes.includes('space:metadata:write')) return 'create';
  if (editing.some((scope) => scopes.includes(scope))) return 'edit';
  return scopes.some((scope) => scope.startsWith('space:')) ? 'read' : 'none';
}
