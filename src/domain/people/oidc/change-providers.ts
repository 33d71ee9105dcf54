import type * as z from 'zod';
import { Prisma } from '../../../db/generated/client.ts';
import { referenceNotFound } from '../../../lib/errors.ts';
import { changedValues } from '../../../lib/changed-values.ts';
import type { Context } from '../../core/context.ts';
import { requireVersion, type Expected } from '../../core/locks.ts';
import { transact } from '../../core/transact.ts';
import { keepAdminWhoCanSignIn } from '../organizations/admins.ts';
import { authorizedOrganization, lockOrganization } from '../organizations/organizations.ts';
import {
  changedProvider,
  deleteProvider,
  refuseLastProvider,
  refuseProviderBeyondLimit,
  requireDefaultTeam,
} from '../providers/change.ts';
import type { ProviderKey } from '../providers/providers.ts';
import { defaultScopes, type RoleRule } from './fields.ts';
import type { CreateOidcProviderInput, UpdateOidcProviderInput } from './inputs.ts';
import { getOidcProvider, oidcProviderOf, openSecret, sealSecret, type OidcProvider } from './providers.ts';

/** Fields of a provider to set. Omitted fields stay unchanged; null clears optional fields. */
export type OidcProviderChanges = z.output<typeof UpdateOidcProviderInput>;

export type NewOidcProvider = z.output<typeof CreateOidcProviderInput> & { readonly organizationId: string };

/**
 * Creates an OpenID Connect provider. The default role defaults to that of the organization. Requires `admin`. Throws
 * reference_not_found for a team of another organization; invalid_state beyond the limit.
 */
export async function createOidcProvider(outer: Context, input: NewOidcProvider): Promise<OidcProvider> {
  const { organizationId, label, issuer, clientId } = input;
  return transact(outer, async (ctx) => {
    const { defaultRole } = await lockOrganization(ctx, organizationId, 'manageOidcProviders');
    await refuseProviderBeyondLimit(ctx, organizationId);
    await requireTeams(ctx, organizationId, input);
    const id = ctx.newId('oidc');
    const { common, oidc } = toColumns(ctx, id, input);
    await ctx.db.loginProvider.create({
      data: { id, organizationId, kind: 'oidc', active: true, defaultRole, ...common, label, createdAt: ctx.now() },
    });
    await ctx.db.oidcProvider.create({ data: { scopes: defaultScopes, ...oidc, id, issuer, clientId } });
    ctx.emit('oidc_provider.created', { organizationId, id, label });
    return getOidcProvider(ctx, { organizationId, providerId: id });
  });
}

interface ProviderUpdate extends Expected {
  readonly provider: ProviderKey;
}

/**
 * Updates an OpenID Connect provider without ending sessions. Requires `admin`. Throws as `createOidcProvider`, and
 * precondition_failed; invalid_state for a change that might keep everybody out.
 */
export async function updateOidcProvider(
  outer: Context,
  { provider: key, expectedVersion, changes }: ProviderUpdate & { readonly changes: OidcProviderChanges },
): Promise<OidcProvider> {
  const { organizationId, providerId } = key;
  await authorizedOrganization(outer, organizationId, 'manageOidcProviders');
  return transact(outer, async (ctx) => {
    const { sso } = await lockOrganization(ctx, organizationId, 'manageOidcProviders');
    const provider = await oidcProviderOf(ctx, key);
    requireVersion(provider.version, expectedVersion);
    const { common, oidc } = toColumns(ctx, providerId, changes);
    if (Object.keys({ ...common, ...oidc }).length === 0) return provider;
    await requireTeams(ctx, organizationId, changes);
    const isOther = mayKeepOut(ctx, provider, changes);
    if (sso && isOther && provider.provenAt !== null) await refuseLastProvider(ctx, key);
    await keepAdminWhoCanSignIn(ctx, { organizationId, type: 'invalid_state' }, async () => {
      const where = { id: providerId };
      await ctx.db.oidcProvider.update({ where, data: oidc });
      await ctx.db.loginProvider.update({ where, data: { ...common, ...changedProvider(isOther) } });
    });
    ctx.emit('oidc_provider.updated', { organizationId, id: providerId, label: common.label ?? provider.label });
    return getOidcProvider(ctx, key);
  });
}

/**
 * Deletes an OpenID Connect provider and ends the sessions created through it. Requires `admin`. Throws
 * precondition_failed; invalid_state for the last provider of an organization that requires SSO.
 */
export async function deleteOidcProvider(
  outer: Context,
  { provider: key, expectedVersion }: ProviderUpdate,
): Promise<void> {
  const { organizationId, providerId } = key;
  await transact(outer, async (ctx) => {
    const { sso } = await lockOrganization(ctx, organizationId, 'manageOidcProviders');
    const provider = await oidcProviderOf(ctx, key);
    requireVersion(provider.version, expectedVersion);
    if (sso) await refuseLastProvider(ctx, key);
    await keepAdminWhoCanSignIn(ctx, { organizationId, type: 'invalid_state' }, () => deleteProvider(ctx, providerId));
    ctx.emit('oidc_provider.deleted', { organizationId, id: providerId, label: provider.label });
  });
  outer.forgetTokens();
}

/** Throws reference_not_found for a team of another organization. */
async function requireTeams(
  ctx: Context,
  organizationId: string,
  { defaultTeam, roles = [] }: OidcProviderChanges,
): Promise<void> {
  await requireDefaultTeam(ctx, organizationId, defaultTeam);
  const named = roles.flatMap(({ teams = [] }, rule) =>
    teams.map((id, index) => ({ id, path: [rule, index] as const })),
  );
  const teams = await Promise.all(named.map(({ id }) => ctx.loaders.team.load(id)));
  for (const [index, { id, path }] of named.entries())
    if (teams[index]?.organizationId !== organizationId)
      throw referenceNotFound(`input.roles.${path[0]}.teams.${path[1]}`, 'team', id);
}

/** Whether a change might keep out people who could sign in before. */
function mayKeepOut(ctx: Context, provider: OidcProvider, changes: OidcProviderChanges): boolean {
  const { issuer, clientId, clientSecret, admits, trust, requires } = changes;
  const scopes = changes.scopes && scopesOf(changes.scopes);
  const others = changedValues({ issuer, clientId, scopes, admits, trust, requires }, provider);
  return Object.keys(others).length > 0 || (clientSecret !== undefined && clientSecret !== openSecret(ctx, provider));
}

const scopesOf = (scopes: readonly string[]) => [...new Set(['openid', ...scopes])];

/** Columns that a request sets, by table. */
function toColumns(ctx: Context, id: string, changes: OidcProviderChanges) {
  const { label, defaultTeam, defaultRole, clientSecret, scopes, requires, roles, ...plain } = changes;
  const common = {
    ...(label === undefined ? {} : { label }),
    ...(defaultTeam === undefined ? {} : { defaultTeamId: defaultTeam }),
    ...(defaultRole === undefined ? {} : { defaultRole }),
  };
  const { issuer, clientId, admits, trust } = plain;
  const oidc = {
    ...(issuer === undefined ? {} : { issuer }),
    ...(clientId === undefined ? {} : { clientId }),
    ...(admits === undefined ? {} : { admits }),
    ...(trust === undefined ? {} : { trust }),
    ...(clientSecret === undefined
      ? {}
      : { sealedSecret: clientSecret === null ? null : sealSecret(ctx, id, clientSecret) }),
    ...(scopes === undefined ? {} : { scopes: scopesOf(scopes) }),
    ...(requires === undefined ? {} : { requires: requires ?? Prisma.DbNull }),
    ...(roles === undefined ? {} : { roles: roles satisfies RoleRule[] }),
  };
  return { common, oidc };
}
