import type { Admission, Visitor } from '../../../access/actor.ts';
import { selectQuery } from '../../../lib/query.ts';
import { hashSecret } from '../../../lib/secret-token.ts';
import type { Context } from '../../core/context.ts';
import { claimsOf, type Claims } from '../../people/visitors/claims.ts';
import { tokenParameter } from '../../people/visitors/fields.ts';
import { verifyPreviewToken } from '../../people/visitors/preview-token.ts';
import { findVisitSession, type KeptSession, type VisitSession } from '../../people/visitors/visit-session.ts';
import { verifyVisitorToken } from '../../people/visitors/visitor-token.ts';
import { proxyUrl, siteRoot } from '../sites/urls.ts';
import { signInPaths } from '../visitor-auth/provider-sign-in.ts';
import { decryptVisitorKey } from '../visitor-auth/visitor-key.ts';
import { parsePublishedUrl, pathOf, siteAddressOf, type PublishedAddress } from './address.ts';
import { loadAddressedSite } from './addressed-site.ts';
import type { AddressedSite } from './queries.ts';
import { findRoute, type SiteRoute } from './routing.ts';
import { findView, type VisitView } from './view.ts';
import { visibleStructureOf, type VisibleStructure } from './visible-structure.ts';

/** Credentials and claims that a visitor's browser sends. */
export interface VisitorInput {
  /** A token signed by the backend of the site's owner, or a preview token. */
  readonly jwtToken?: string | undefined;
  /** Claims that no one has signed. */
  readonly unsignedClaims?: unknown;
  /** Sessions that the browser keeps of visits to sites; see `signVisitSession`. A token comes before them. */
  readonly sessions?: readonly string[];
}

export interface VisitRequest {
  readonly url: string;
  readonly visitor?: VisitorInput | undefined;
  /** Whether a visitor with an invalid token is redirected to the sign-in URL instead of finding nothing. */
  readonly redirectOnError?: boolean | undefined;
  /** Whether the visit has the row versions of the site, for pages that are kept. */
  readonly withVersions?: boolean;
  /** Host of the proxy through which the request comes. The site must have it as its `proxy`. */
  readonly proxyHost?: string | null;
}

/** Where the paths of a site begin in a URL, and the share link before them. */
export interface SiteMount {
  /** Number of segments before the site's own paths: its basename or id, and the share key. */
  readonly start: number;
  readonly shareKey: string | null;
  readonly shareLinkId: string | null;
}

/** A visitor at a published URL, who may read the site. */
export interface Visit {
  readonly kind: 'visit';
  readonly site: AddressedSite;
  readonly address: PublishedAddress;
  readonly mount: SiteMount;
  readonly visitor: Visitor;
  readonly seen: VisibleStructure;
  readonly route: SiteRoute;
  /** What is shown in the place of the published content. */
  readonly view: VisitView | null;
  /** When a preview ends; null for other visits. */
  readonly previewEndsAt: Date | null;
  /** Public URL of the site, with the share key and a trailing slash: that of its proxy for a visit through it. */
  readonly root: string;
  /** The same as the URL of the request has it. */
  readonly ownRoot: string;
  /** Path segments below the root of the site without those of the view, and those of them that name a page. */
  readonly segments: readonly string[];
  readonly page: readonly string[];
}

/** An address that leads elsewhere: to the default site of an organization, or to the sign-in of visitors. */
export interface VisitElsewhere {
  readonly kind: 'elsewhere';
  readonly target: 'content' | 'external';
  readonly url: string;
  /** Set where this server signs visitors in. */
  readonly signIn?: SiteSignIn;
}

/** A site to which a visitor signs in at this server. */
export interface SiteSignIn {
  readonly site: AddressedSite;
  /** Public URL of the site with a slash at its end. */
  readonly root: string;
  /** Path below it that was asked for. */
  readonly path: string;
}

/**
 * Finds the site, the part of it and the visitor of a published URL; null for hidden content and for a site that does
 * not admit the visitor. Takes one statement, shared by all who ask at the same time. Throws validation_failed for
 * another URL than http(s).
 */
export async function findVisit(ctx: Context, request: VisitRequest): Promise<Visit | VisitElsewhere | null> {
  const address = parsePublishedUrl(request.url);
  const site = await loadAddressedSite(ctx, siteAddressOf(address, ctx.urls), request.withVersions);
  if (site === null || !isThrough(site, request)) return null;
  if (site.via === 'default') return { kind: 'elsewhere', target: 'content', url: siteRoot(ctx, site) };
  const mount = mountOf(site, address);
  const shared = mount.shareKey === null ? '' : `${mount.shareKey}/`;
  const ownRoot = `${siteRoot(ctx, site)}${shared}`;
  const root = request.proxyHost ? `${proxyUrl(site)}${shared}` : ownRoot;
  const entry = await admit(ctx, site, { visitor: request.visitor ?? {}, shareLinkId: mount.shareLinkId });
  if ('refused' in entry) {
    const mayRedirect = entry.refused === 'none' || (entry.refused === 'invalid' && request.redirectOnError === true);
    return mayRedirect ? findSignIn({ site, root }, address, mount) : null;
  }
  const visible = await visibleStructureOf(ctx, site, entry.claims);
  const view = address.view && (await findView(ctx, { asked: address.view, admission: entry.admission, visible }));
  if (address.view !== null && view === null) return null;
  if (view?.kind === 'merged') {
    const path = address.raw.slice(mount.start).join('/');
    return { kind: 'elsewhere', target: 'content', url: `${root}${path}` };
  }
  const seen = view?.visible ?? visible;
  const segments = address.segments.slice(mount.start);
  const route = findRoute(seen, segments);
  // A view stands between the part of the site and its page.
  if (route === null || (address.view && address.view.start !== mount.start + route.length)) return null;
  const { admission, claims } = entry;
  const content = view ? { view: view.content } : {};
  const visitor = { organizationId: site.organizationId, siteId: site.id, admission, claims, ...content };
  const page = segments.slice(route.length);
  return {
    kind: 'visit',
    site: view ? { ...site, siteVersions: null } : site,
    address,
    mount,
    visitor,
    seen,
    route,
    view,
    previewEndsAt: entry.exp === undefined ? null : new Date(entry.exp * 1_000),
    root,
    ownRoot,
    segments,
    page,
  };
}

/** Whether a request comes without a proxy, or through that of the site. */
const isThrough = (site: AddressedSite, { proxyHost }: VisitRequest): boolean => {
  const url = proxyUrl(site);
  return !proxyHost || (url !== null && new URL(url).hostname === proxyHost);
};

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
  /** When a preview ends, in seconds since 1970. */
  readonly exp?: number;
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
  const { jwtToken, unsignedClaims: unsigned, sessions = [] } = visitor;
  const at = { siteId: site.id, now: ctx.now() };
  const session = jwtToken || sessions.length === 0 ? null : await findVisitSession(ctx.siteTokenKey, sessions, at);
  const preview = jwtToken ? await verifyPreviewToken(ctx.siteTokenKey, jwtToken, at) : previewIn(session);
  if (preview) {
    const { changeRequestId, claims, exp } = preview;
    return { admission: { preview: true, ...(changeRequestId && { changeRequestId }) }, claims, exp };
  }
  if (!site.published) return { refused: 'always' };
  const signed = jwtToken ? await signedClaims(ctx, site, jwtToken) : claimsIn(session, site);
  const isOpen = site.visibility === 'public' || site.visibility === 'unlisted';
  if (site.visibility === 'share-link' && shareLinkId === null) return { refused: 'always' };
  if (site.visibility === 'visitor-auth' && signed === null) return { refused: jwtToken ? 'invalid' : 'none' };
  const admission = {
    ...(signed && site.keyVersion !== null ? { keyVersion: site.keyVersion } : {}),
    ...(shareLinkId === null || isOpen ? {} : { shareLinkId }),
  };
  return { admission, claims: claimsOf(site.schema, { signed: signed ?? undefined, unsigned }) };
}

const previewIn = (session: KeptSession | null) => (session?.preview === true ? session : null);

/** The signed claims of a session, while the key that signed them is that of the site. */
const claimsIn = (session: VisitSession | null, { keyVersion }: AddressedSite) =>
  session !== null && session.keyVersion !== undefined && session.keyVersion === keyVersion ? session.claims : null;

async function signedClaims(ctx: Context, { id, sealedKey }: AddressedSite, token: string) {
  return sealedKey === null ? null : verifyVisitorToken(token, decryptVisitorKey(ctx, id, sealedKey), ctx.now());
}

/**
 * The sign-in URL of the site, with the requested path and query as `location`: its own one where a provider signs visitors
 * in. Null when the site has none or does not ask visitors to sign in.
 */
function findSignIn(
  { site, root }: Pick<SiteSignIn, 'root' | 'site'>,
  { raw, search }: PublishedAddress,
  mount: SiteMount,
): VisitElsewhere | null {
  const { fallbackUrl, visibility, providerId } = site;
  const signInUrl = providerId === null ? fallbackUrl : `${root}${signInPaths.begin}`;
  if (visibility !== 'visitor-auth' || signInUrl === null) return null;
  const url = new URL(signInUrl);
  const query = selectQuery(search.slice(1), (name) => name !== tokenParameter);
  const path = pathOf(raw.slice(mount.start));
  url.searchParams.set('location', query === '' ? path : `${path}?${query}`);
  const elsewhere = { kind: 'elsewhere', target: 'external', url: url.href } as const;
  return providerId === null ? elsewhere : { ...elsewhere, signIn: { site, root, path: path.slice(1) } };
}
