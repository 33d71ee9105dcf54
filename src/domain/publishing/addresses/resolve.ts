import { hash } from 'node:crypto';
import type { Admission } from '../../../access/actor.ts';
import { notFound } from '../../../lib/errors.ts';
import { hashSecret } from '../../../lib/secret-token.ts';
import type { Context } from '../../core/context.ts';
import { decryptVisitorKey } from '../visitor-auth/visitor-key.ts';
import { claimsOf, type Claims } from '../../people/visitors/claims.ts';
import { verifyPreviewToken } from '../../people/visitors/preview-token.ts';
import { signSiteToken } from '../../people/visitors/site-token.ts';
import { verifyVisitorToken } from '../../people/visitors/visitor-token.ts';
import { parsePublishedUrl, pathOf, prefixOf, siteAddressOf, siteUrlOf, type PublishedAddress } from './address.ts';
import { loadAddressedSite } from './addressed-site.ts';
import type { AddressedSite } from './queries.ts';
import { findRedirect, type RedirectTarget } from '../redirects/published.ts';
import { findRoute } from './routing.ts';
import { visibleStructureOf } from './visible-structure.ts';

/** Credentials and claims that a visitor's browser sends. */
export interface VisitorInput {
  /** A token signed by the backend of the site's owner, or a preview token. */
  readonly jwtToken?: string | null | undefined;
  /** Claims that no one has signed. */
  readonly unsignedClaims?: unknown;
}

interface PublishedUrlRequest {
  readonly url: string;
  readonly visitor?: VisitorInput | null | undefined;
  /** Whether a visitor with an invalid token is redirected to the sign-in URL instead of getting an error. */
  readonly redirectOnError?: boolean | null | undefined;
}

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
  { url, visitor, redirectOnError }: PublishedUrlRequest,
): Promise<ResolvedUrl> {
  const address = parsePublishedUrl(url);
  const site = await loadAddressedSite(ctx, siteAddressOf(address, ctx.urls));
  if (site === null) throw notFound('published content at', url);
  if (site.via === 'default') return { target: 'content', redirect: siteUrlOf(site, ctx.urls) };
  const mount = mountOf(site, address);
  const entry = await admit(ctx, site, { visitor: visitor ?? {}, shareLinkId: mount.shareLinkId });
  if ('refused' in entry)
    return redirectToSignIn(site, { url, mount, mayRedirect: entry.refused === 'none' || redirectOnError === true });
  return contentAt(ctx, { site, address, mount, entry });
}

/** Where the paths of a site begin in a URL, and the share link before them. */
interface SiteMount {
  /** Number of segments before the site's own paths: its basename or id, and the share key. */
  readonly start: number;
  readonly shareKey: string | null;
  readonly shareLinkId: string | null;
}

function mountOf({ via, shareLinks }: AddressedSite, { segments }: PublishedAddress): SiteMount {
  const base = via === 'hostname' ? 0 : 1;
  const key = segments[base];
  const keyHash = key === undefined || shareLinks.length === 0 ? null : hashSecret(key);
  const link = shareLinks.find((shared) => shared.keyHash === keyHash);
  if (!link || key === undefined) return { start: base, shareKey: null, shareLinkId: null };
  return { start: base + 1, shareKey: key, shareLinkId: link.id };
}

/** A visitor who may read the site. */
interface AdmittedVisitor {
  readonly admission: Admission;
  readonly claims: Claims;
}

/**
 * Why a visitor is refused: no token (`none`), an invalid one (`invalid`), or a site that no token opens (`always`).
 */
interface Refusal {
  readonly refused: 'none' | 'invalid' | 'always';
}

/** Decides whether the site admits a visitor, and with which claims. */
async function admit(
  ctx: Context,
  site: AddressedSite,
  { visitor, shareLinkId }: { readonly visitor: VisitorInput; readonly shareLinkId: string | null },
): Promise<AdmittedVisitor | Refusal> {
  const { jwtToken, unsignedClaims: unsigned } = visitor;
  const preview = jwtToken
    ? await verifyPreviewToken(ctx.siteTokenKey, jwtToken, { siteId: site.id, now: ctx.now() })
    : null;
  if (preview) return { admission: { preview: true }, claims: preview.claims };
  if (!site.published) return { refused: 'always' };
  const signed = jwtToken ? await signedClaims(ctx, site, jwtToken) : null;
  const isOpen = site.visibility === 'public' || site.visibility === 'unlisted';
  if (site.visibility === 'share-link' && shareLinkId === null) return { refused: 'always' };
  if (site.visibility === 'visitor-auth' && signed === null) return { refused: jwtToken ? 'invalid' : 'none' };
  const admission = {
    ...(signed && site.keyVersion !== null ? { keyVersion: site.keyVersion } : {}),
    ...(shareLinkId === null || isOpen ? {} : { shareLinkId }),
  };
  return { admission, claims: claimsOf(site.schema, { signed: signed ?? undefined, unsigned }) };
}

async function signedClaims(ctx: Context, { id, sealedKey }: AddressedSite, token: string) {
  return sealedKey === null ? null : verifyVisitorToken(token, decryptVisitorKey(ctx, id, sealedKey), ctx.now());
}

/**
 * Redirects to the sign-in URL of the site, with the requested path as `location`. Throws not_found when the site has
 * none or does not ask visitors to sign in.
 */
function redirectToSignIn(
  { fallbackUrl, visibility }: AddressedSite,
  { url, mount, mayRedirect }: { readonly url: string; readonly mount: SiteMount; readonly mayRedirect: boolean },
): RedirectTarget {
  if (visibility !== 'visitor-auth' || fallbackUrl === null || !mayRedirect)
    throw notFound('published content at', url);
  const { raw } = parsePublishedUrl(url);
  const redirect = new URL(fallbackUrl);
  redirect.searchParams.set('location', pathOf(raw.slice(mount.start)));
  return { target: 'external', redirect: redirect.href };
}

interface Visit {
  readonly site: AddressedSite;
  readonly address: PublishedAddress;
  readonly mount: SiteMount;
  readonly entry: AdmittedVisitor;
}

async function contentAt(ctx: Context, { site, address, mount, entry }: Visit): Promise<ResolvedUrl> {
  const { admission, claims } = entry;
  const seen = await visibleStructureOf(ctx, site, claims);
  const segments = address.segments.slice(mount.start);
  const route = findRoute(seen, segments);
  if (route === null) throw notFound('published content at', address.host);
  const { section, siteSpace, taken, complete } = route;
  const visitor = { organizationId: site.organizationId, siteId: site.id, admission, claims };
  const root = mount.shareKey === null ? siteUrlOf(site, ctx.urls) : `${siteUrlOf(site, ctx.urls)}${mount.shareKey}/`;
  const redirect = await findRedirect(ctx, {
    site,
    seen,
    visitor,
    root,
    segments,
    page: segments.slice(taken),
    siteSpace,
  });
  if (redirect) return redirect;
  const end = mount.start + taken;
  return {
    organization: site.organizationId,
    site: site.id,
    siteSection: section?.id ?? null,
    siteSpace: siteSpace.id,
    space: siteSpace.spaceId,
    siteBasePath: prefixOf(address.raw.slice(0, mount.start)),
    basePath: prefixOf(address.raw.slice(0, end)),
    pathname: pathOf(address.raw.slice(end)),
    canonicalUrl: `https://${address.host}${pathOf(address.raw)}`,
    complete,
    shareKey: mount.shareKey,
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

/**
 * Maximum number of spaces listed in a token, which must fit into an HTTP header. The list only informs renderers; each
 * request checks access.
 */
const maxSpacesInToken = 50;

const findContextId = (claims: Claims) =>
  Object.keys(claims).length === 0 ? null : hash('sha256', JSON.stringify(claims), 'base64url').slice(0, 22);
