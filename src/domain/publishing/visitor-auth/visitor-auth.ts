import { changesFrom, ofSite } from '../../core/events/emit.ts';
import type * as z from 'zod';
import { changedValues } from '../../../lib/changed-values.ts';
import { invalid, referenceNotFound } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import type { PartOfSite } from '../structure/change.ts';
import { generateVisitorKey, decryptVisitorKey, encryptVisitorKey } from './visitor-key.ts';
import { touchSite } from '../sites/queries.ts';
import { authorizedSite, lockSite, type ReadSite, type SiteReference } from '../sites/sites.ts';
import { transact } from '../../core/transact.ts';
import type { VisitorBackend } from './fields.ts';
import { canAuthenticateVisitors, isProviderOfVisitors } from './queries.ts';
import type { UpdateSiteVisitorAuthInput } from './inputs.ts';

/** The authentication of visitors of a site. */
export interface VisitorAuth {
  readonly backend: VisitorBackend;
  /** Name of the integration; null for a custom backend. */
  readonly integration: string | null;
  /** URL to which visitors without a valid token are redirected. */
  readonly fallbackUrl: string | null;
  /** Id of the provider that signs visitors in here; null without one. */
  readonly providerId: string | null;
  /** Whether the provider signs in members of the organization alone. */
  readonly membersOnly: boolean;
  /** Key that signs visitor tokens. */
  readonly privateKey: string;
  readonly updatedAt: string;
}

/** Gets the visitor authentication of a site, with its key. Requires `admin`. */
export async function getVisitorAuth(ctx: Context, reference: SiteReference): Promise<VisitorAuth> {
  return authOf(ctx, await authorizedSite(ctx, reference, 'viewAudience'));
}

type VisitorAuthUpdate = z.output<typeof UpdateSiteVisitorAuthInput> & PartOfSite;

/**
 * Updates the visitor authentication of a site. Requires `admin`. Throws not_found, forbidden; reference_not_found for
 * an integration that is not installed in the organization or may not authenticate visitors, or a provider that is none of it.
 * A change of who the provider admits ends the sessions of visitors.
 */
export async function updateVisitorAuth(outer: Context, input: VisitorAuthUpdate): Promise<VisitorAuth> {
  return transact(outer, async (ctx) => {
    const site = await lockSite(ctx, { id: input.siteId, organizationId: input.organizationId }, 'admin');
    const { fallbackURL } = input;
    const data = {
      ...(await backendOf(ctx, site, input)),
      ...(await providerOf(ctx, site, input)),
      ...(fallbackURL === undefined ? {} : { fallbackUrl: fallbackURL }),
    };
    if (Object.keys(data).length > 0) {
      const changesAdmission = 'membersOnly' in data || 'providerId' in data;
      await write(ctx, site, { ...data, ...(changesAdmission ? { keyVersion: { increment: 1 } } : {}) });
      ctx.emit('site.visitor_auth_updated', ofSite(site), changesFrom({}, data));
    }
    return authOf(ctx, site);
  });
}

/** Generates a new key for a site, which immediately invalidates tokens of the old one. Requires `admin`. */
export async function regenerateVisitorKey(
  outer: Context,
  { organizationId, siteId }: PartOfSite,
): Promise<VisitorAuth> {
  return transact(outer, async (ctx) => {
    const site = await lockSite(ctx, { id: siteId, organizationId }, 'admin');
    const sealedKey = encryptVisitorKey(ctx, siteId, generateVisitorKey());
    await write(ctx, site, { sealedKey, keyVersion: { increment: 1 } });
    ctx.emit('site.visitor_key_regenerated', ofSite(site));
    return authOf(ctx, site);
  });
}

type AuthData = Parameters<Context['db']['siteVisitorAuth']['update']>[0]['data'];

async function write(ctx: Context, { id: siteId }: ReadSite, data: AuthData): Promise<void> {
  const now = ctx.now();
  await ctx.db.siteVisitorAuth.update({
    where: { siteId },
    data: { ...data, updatedAt: now },
    select: { siteId: true },
  });
  await touchSite(ctx.sql, siteId, now);
}

/** Columns of the requested backend; empty when it stays unchanged. */
async function backendOf(ctx: Context, site: ReadSite, { backend, integration }: VisitorAuthUpdate) {
  if (!backend && !integration) return {};
  if (backend === 'custom') return { backend, integration: null };
  if (!integration) throw invalid('input.integration', '"integration" is required for this backend', 'required');
  if (!backend)
    throw invalid('input.backend', '"integration" is accepted only with the backend "integration"', 'required');
  if (!(await canAuthenticateVisitors(ctx.sql, site.organizationId, integration)))
    throw referenceNotFound('input.integration', 'installed integration for visitors', integration);
  return { backend, integration };
}

/** Columns of the provider that a request sets; empty when nothing changes. */
async function providerOf(ctx: Context, site: ReadSite, { providerId, membersOnly }: VisitorAuthUpdate) {
  if (providerId === undefined && membersOnly === undefined) return {};
  const before = await authOf(ctx, site);
  const next = providerId === undefined ? before.providerId : providerId;
  if (membersOnly === true && next === null)
    throw invalid('input.membersOnly', '"membersOnly" is accepted only with a provider', 'required');
  if (providerId && !(await isProviderOfVisitors(ctx.sql, site.organizationId, providerId)))
    throw referenceNotFound('input.providerId', 'active identity provider', providerId);
  const members = next !== null && (membersOnly ?? before.membersOnly);
  return changedValues({ providerId: next, membersOnly: members }, before);
}

async function authOf(ctx: Context, { id }: ReadSite): Promise<VisitorAuth> {
  const row = await ctx.loaders.siteVisitorAuth.load(id);
  if (row === null) throw new Error(`Site ${id} has no visitor key`);
  const { backend, integration, fallbackUrl, providerId, membersOnly, sealedKey, updatedAt } = row;
  const privateKey = decryptVisitorKey(ctx, id, sealedKey);
  return {
    backend: backend as VisitorBackend,
    integration,
    fallbackUrl,
    providerId,
    membersOnly,
    privateKey,
    updatedAt,
  };
}
