import { hash } from 'node:crypto';
import type { Visitor } from '../../../access/actor.ts';
import { notFound } from '../../../lib/errors.ts';
import { getContent } from '../../authoring/content/revisions.ts';
import { actingAs } from '../../core/acting.ts';
import type { Context } from '../../core/context.ts';
import { sitesOriginAt } from '../../core/urls.ts';
import type { Claims } from '../../people/visitors/claims.ts';
import { signSiteToken } from '../../people/visitors/site-token.ts';
import { visitorActor } from '../../people/visitors/visitor-actor.ts';
import { findRedirect, type RedirectTarget } from '../redirects/published.ts';
import { pathOf, prefixOf } from './address.ts';
import { findShownRequest } from './view.ts';
import { findVisit, type Visit, type VisitRequest } from './visit.ts';

/** The content at a published URL, with a token to read it. */
export interface PublishedContent {
  readonly organization: string;
  readonly site: string;
  readonly siteSection: string | null;
  readonly siteSpace: string;
  readonly space: string;
  readonly siteBasePath: string;
  readonly basePath: string;
  readonly pathname: string;
  readonly canonicalUrl: string;
  /** False when a longer path could select another section or variant of the site. */
  readonly complete: boolean;
  readonly shareKey: string | null;
  /** Id of the change request that is shown of the space, and of the revision that is shown in the place of the newest. */
  readonly changeRequest: string | null;
  readonly revision: string | null;
  /** Identifies the visitor's claims in cache keys; null without claims. */
  readonly contextId: string | null;
  readonly apiToken: string;
}

export type ResolvedUrl = PublishedContent | RedirectTarget;

/**
 * Resolves a published URL to the content that the visitor may see, or to a redirect. Throws not_found for hidden
 * content. Takes one statement, unless a redirect has this path.
 */
export async function resolvePublishedUrl(
  ctx: Context,
  request: Omit<VisitRequest, 'withVersions'>,
): Promise<ResolvedUrl> {
  const visit = await findVisit(ctx, request);
  if (visit === null) throw notFound('published content at', request.url);
  if (visit.kind === 'elsewhere') return { target: visit.target, redirect: visit.url };
  return (await findRedirect(ctx, visit)) ?? contentAt(ctx, visit);
}

async function contentAt(
  ctx: Context,
  { site, address, mount, visitor, seen, route, view }: Visit,
): Promise<ResolvedUrl> {
  const { section, siteSpace, length, complete } = route;
  const { admission, claims } = visitor;
  const end = mount.start + length;
  const basePath = `${prefixOf(address.raw.slice(0, end))}${view?.path ?? ''}`;
  const pathname = pathOf(address.raw.slice(end));
  const segments =
    view === null
      ? address.raw
      : [...address.raw.slice(0, end), ...view.path.split('/').slice(0, 3), ...address.raw.slice(end)];
  return {
    organization: site.organizationId,
    site: site.id,
    siteSection: section?.id ?? null,
    siteSpace: siteSpace.id,
    space: siteSpace.spaceId,
    siteBasePath: prefixOf(address.raw.slice(0, mount.start)),
    basePath,
    pathname,
    canonicalUrl: `${sitesOriginAt(ctx.urls, address.host)}${pathOf(segments)}`,
    complete: complete || view !== null,
    shareKey: mount.shareKey,
    changeRequest: findShownRequest({ view, siteSpace })?.id ?? null,
    revision: view?.kind === 'past' ? await findShownRevision(ctx, visitor, siteSpace.spaceId) : null,
    contextId: findContextId(claims),
    apiToken: await signSiteToken(
      ctx.siteTokenKey,
      {
        organization: site.organizationId,
        site: site.id,
        siteSpace: siteSpace.id,
        ...(section ? { siteSection: section.id } : {}),
        space: siteSpace.spaceId,
        spaces: seen.spaces.slice(0, maxSpacesInToken),
        claims,
        admission,
      },
      ctx.now(),
    ),
  };
}

/** Id of the revision of a space that the view of a visitor shows. */
async function findShownRevision(ctx: Context, visitor: Visitor, spaceId: string): Promise<string> {
  const { id } = await getContent(actingAs(ctx, visitorActor(visitor)), spaceId);
  return id;
}

/**
 * Maximum number of spaces listed in a token, which must fit into an HTTP header. The list only informs renderers; each
 * request checks access.
 */
const maxSpacesInToken = 50;

const findContextId = (claims: Claims) =>
  Object.keys(claims).length === 0 ? null : hash('sha256', JSON.stringify(claims), 'base64url').slice(0, 22);
