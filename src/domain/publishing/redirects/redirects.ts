import { paginate } from '../../../db/keyset.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import type { SiteRedirectRow } from '../../../loaders/site-settings.ts';
import type { Destination } from './published.ts';
import type { Context } from '../../core/context.ts';
import { authorizedSite, type SiteReference } from '../sites/sites.ts';
import { asNotFound } from '../sites/as-not-found.ts';
import { redirectsList } from './queries.ts';
import { normalizeSource } from './source.ts';

/** A redirect from a path of a site. */
export interface SiteRedirect extends Omit<SiteRedirectRow, 'destination'> {
  readonly destination: Destination;
}

interface RedirectFilter {
  /** A path of the site, not normalized. */
  readonly source?: string | null | undefined;
  /** Part of a source, ignoring case. */
  readonly search?: string | null | undefined;
}

/** Lists the redirects of a site, newest first. For members of the site. Throws not_found. */
export async function listRedirects(
  ctx: Context,
  reference: SiteReference,
  { source, search, ...page }: RedirectFilter & PageRequest,
): Promise<Page<SiteRedirect>> {
  const { id: siteId } = await authorizedSite(ctx, reference, 'readStructure');
  const asked = typeof source === 'string' ? normalizeSource(source) : null;
  // An invalid source matches nothing.
  const stored = asked && ('source' in asked ? asked.source : '');
  return paginate<SiteRedirect>(ctx, redirectsList({ siteId, source: stored, search: search ?? null }), page);
}

/** Gets a redirect by id. For members of its site. Throws not_found. */
export async function getRedirect(ctx: Context, id: string): Promise<SiteRedirect> {
  const redirect = await ctx.loaders.siteRedirect.load(id);
  const site = redirect && (await ctx.loaders.site.load(redirect.siteId));
  if (redirect === null || site === null) throw notFound('site redirect', id);
  try {
    await authorizedSite(ctx, { id: site.id }, 'readStructure');
  } catch (error) {
    throw asNotFound('site redirect', id, error);
  }
  return redirect as unknown as SiteRedirect;
}

/** A redirect of a site. Throws not_found. */
export async function getSiteRedirect(ctx: Context, siteId: string, id: string): Promise<SiteRedirect> {
  const redirect = await ctx.loaders.siteRedirect.load(id);
  if (redirect === null || redirect.siteId !== siteId) throw notFound('site redirect', id);
  return redirect as unknown as SiteRedirect;
}
