import { notFound } from '../../../lib/errors.ts';
import type { MembershipColumns } from '../../../access/queries/membership.ts';
import { toAccess, type ResourceAccess } from '../../../access/resource-access.ts';
import type { Actor } from '../../../access/actor.ts';
import { permissionsOf } from '../../../access/permissions.ts';
import { authorize, requireScope, requireSsoSignIn } from '../../../access/policy.ts';
import type { SiteFactsRow, SiteRow } from '../../../loaders/sites.ts';
import type { Context } from '../../core/context.ts';
import { lockRow, requireVersion, type VersionedReference } from '../../core/locks.ts';
import type { AgentsContext, SiteType, SiteVisibility } from './fields.ts';
import { siteFlags, sitePolicy, type SiteAction } from './policy.ts';
import { loadSiteReader, type SiteEntry, type SiteReader } from './visibility.ts';

/** A site with the caller's role in it, and the membership in its organization where it was read. */
export interface Site
  extends Omit<SiteRow, 'type' | 'visibility' | 'agentsContext'>, ResourceAccess, Partial<MembershipColumns> {
  readonly type: SiteType;
  readonly visibility: SiteVisibility;
  readonly agentsContext: AgentsContext;
}

/** A site that the caller may read, and the basis of that access. */
export interface ReadSite extends Site, SiteReader {}

/** Identifies a site, in an organization if that is given. */
export interface SiteReference extends VersionedReference {
  readonly organizationId?: string | null | undefined;
}

interface SiteReadReference extends Omit<SiteReference, 'expectedVersion'>, SiteEntry {}

/** Gets a site, for every caller who may read it. See visibility.ts. */
export async function getSite(ctx: Context, reference: SiteReadReference): Promise<ReadSite> {
  const site = await findReadable(ctx, reference);
  if (site === null) {
    const row = await ctx.loaders.site.load(reference.id);
    if (row !== null && !isElsewhere(row, reference.organizationId)) requireSsoSignIn(ctx.actor, row.organizationId);
    throw notFound('site', reference.id);
  }
  requireScope(ctx.actor, 'site:read');
  return site;
}

/** Finds a site; null when it does not exist or the caller may not read it. Throws insufficient_scope. */
export async function findSite(ctx: Context, id: string): Promise<ReadSite | null> {
  const site = await findReadable(ctx, { id });
  if (site) requireScope(ctx.actor, 'site:read');
  return site;
}

/** Gets a site and authorizes an action of a member. */
export async function authorizedSite(
  ctx: Context,
  { id, organizationId }: SiteReference,
  action: SiteAction,
): Promise<ReadSite> {
  const site = await loadSite(ctx, id);
  if (isElsewhere(site, organizationId)) throw notFound('site', id);
  authorize(sitePolicy, action, ctx.actor, site);
  return { ...site, reading: 'member' };
}

/** Locks a site for a change. Throws as `authorizedSite`, and precondition_failed. */
export async function lockSite(ctx: Context, reference: SiteReference, action: SiteAction): Promise<ReadSite> {
  await authorizedSite(ctx, reference, action);
  const version = await lockRow(ctx, 'sites', { id: reference.id });
  const site = await authorizedSite(ctx, reference, action);
  requireVersion(version, reference.expectedVersion);
  return site;
}

async function findReadable(ctx: Context, { id, organizationId, ...entry }: SiteReadReference) {
  const row = await ctx.loaders.site.load(id);
  if (row === null || isElsewhere(row, organizationId)) return null;
  const site = withAccess(row);
  const reader = await loadSiteReader(ctx, site, entry);
  return reader && { ...site, ...reader };
}

async function loadSite(ctx: Context, id: string): Promise<Site> {
  const row = await ctx.loaders.site.load(id);
  if (row === null) throw notFound('site', id);
  return withAccess(row);
}

const isElsewhere = (site: { readonly organizationId: string }, organizationId: string | null | undefined) =>
  organizationId !== null && organizationId !== undefined && site.organizationId !== organizationId;

const withAccess = (row: SiteFactsRow): Site => ({ ...row, ...toAccess(row) }) as Site;

export const sitePermissions = (actor: Actor, site: Site) => permissionsOf(sitePolicy, siteFlags, actor, site);
