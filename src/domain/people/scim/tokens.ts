import { notFound } from '../../../lib/errors.ts';
import { hashSecret, isScimSecret, newScimSecret } from '../../../lib/secret-token.ts';
import type { Context, Urls } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { authorizedOrganization, lockOrganization } from '../organizations/organizations.ts';
import type { LoginProvider, ProviderKey } from '../providers/providers.ts';
import { findProvider } from '../providers/queries.ts';
import { findScimCaller, findScimToken, noteScimUse, type ScimCaller, type ScimTokenRow } from './queries/rows.ts';

/** How a provider provisions people. */
export interface ScimAccess extends ProviderKey {
  /** The token, without its secret; null while there is none, so that nothing is provisioned. */
  readonly token: ScimTokenRow | null;
}

/** The address to enter at a provider, below which its users and groups are. */
export const scimUrl = ({ base }: Urls, providerId: string): string => `${base}/scim/v2/${providerId}`;

/** Shows how a provider provisions people. Requires `admin`. Throws not_found. */
export async function getScimAccess(ctx: Context, key: ProviderKey): Promise<ScimAccess> {
  await authorizedOrganization(ctx, key.organizationId, 'viewProvisioning');
  await providerOf(ctx, key);
  return accessOf(ctx, key);
}

async function providerOf(ctx: Context, { organizationId, providerId }: ProviderKey): Promise<LoginProvider> {
  const provider = await findProvider(ctx.sql, providerId);
  if (provider === null || provider.organizationId !== organizationId) throw notFound('identity provider', providerId);
  return provider;
}

const accessOf = async (ctx: Context, { organizationId, providerId }: ProviderKey): Promise<ScimAccess> => ({
  organizationId,
  providerId,
  token: await findScimToken(ctx.sql, providerId),
});

export interface IssuedScimToken {
  /** Not stored, so it cannot be read again. */
  readonly secret: string;
  readonly access: ScimAccess;
}

/** Makes the token by which a provider provisions people. One that it had is no longer accepted. Requires `admin`. Throws not_found. */
export function createScimToken(outer: Context, key: ProviderKey): Promise<IssuedScimToken> {
  return transact(outer, async (ctx) => {
    const { organizationId, providerId } = key;
    await lockOrganization(ctx, organizationId, 'manageProvisioning');
    const { label } = await providerOf(ctx, key);
    const secret = newScimSecret();
    const row = {
      hash: hashSecret(secret),
      lastFour: secret.slice(-4),
      createdById: ctx.actor.userId,
      createdAt: ctx.now(),
      lastUsedAt: null,
    };
    await ctx.db.scimToken.upsert({ where: { providerId }, create: { providerId, ...row }, update: row });
    ctx.emit('scim_token.created', { organizationId, id: providerId, label });
    return { secret, access: await accessOf(ctx, key) };
  });
}

/** Revokes the token of a provider, which is refused at once. People and groups stay as they are. Requires `admin`. Idempotent. */
export function revokeScimToken(outer: Context, key: ProviderKey): Promise<ScimAccess> {
  return transact(outer, async (ctx) => {
    const { organizationId, providerId } = key;
    await lockOrganization(ctx, organizationId, 'manageProvisioning');
    const { label } = await providerOf(ctx, key);
    const { count } = await ctx.db.scimToken.deleteMany({ where: { providerId } });
    if (count > 0) ctx.emit('scim_token.revoked', { organizationId, id: providerId, label });
    return accessOf(ctx, key);
  });
}

/** Minimum interval between two writes of `lastUsedAt`, in milliseconds. */
const lastUsedIntervalMs = 60_000;

/** Finds the provider of a bearer token; null unless it is the token of that provider. Nothing of it is cached. */
export async function authenticateScim(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  providerId: string,
  secret: string,
): Promise<ScimCaller | null> {
  if (!isScimSecret(secret)) return null;
  const caller = await findScimCaller(sql, providerId, hashSecret(secret));
  if (caller === null) return null;
  const { lastUsedAt } = caller;
  if (lastUsedAt === null || now().getTime() - Date.parse(lastUsedAt) >= lastUsedIntervalMs)
    await noteScimUse(sql, providerId, now());
  return caller;
}
