import { selectQuery, withQuery } from '../lib/query.ts';
import { DomainError } from '../lib/errors.ts';
import type { Context } from '../domain/core/context.ts';
import { mayRunScripts } from '../domain/core/urls.ts';
import { ownAddresses } from '../domain/publishing/addresses/address.ts';
import { findVisit, type Visit } from '../domain/publishing/addresses/visit.ts';
import { tokenParameter } from '../domain/people/visitors/fields.ts';
import { findFile } from '../domain/authoring/content/files.ts';
import { loadPublishedMarkdown } from '../domain/publishing/published-pages/published-markdown.ts';
import { loadPage } from '../domain/publishing/published-pages/load-page.ts';
import { offersMarkdown, servesAgents } from '../domain/publishing/published-pages/offers.ts';
import { findPublishedPage } from '../domain/publishing/published-pages/find-page.ts';
import { findMovedById } from '../domain/publishing/published-pages/moved-pages.ts';
import {
  asVisitor,
  loadPlace,
  pageIn,
  publishedPageUrl,
  type Place,
} from '../domain/publishing/published-pages/place.ts';
import { filePath, pathIn } from '../domain/publishing/published-pages/targets.ts';
import { answerMoved, answerOnward, type Audience, type ReaderAnswer } from './answer.ts';
import { answerFavicon, answerMissing, answerStyle, loadFrame } from './answer-page.ts';
import { answerCard } from './card.ts';
import { answerChanges } from './changes.ts';
import { answerFeedback, answerThanks } from './feedback.ts';
import { answerHidden } from './hidden.ts';
import { keepPage, type Kept } from './kept-pages.ts';
import { answerMachine } from './machine/answers.ts';
import { answerHost } from './machine/robots.ts';
import { answerToolCall, answerToolStream } from './machine/tools.ts';
import { answerMarkdown, findMarkdownPage } from './machine/markdown.ts';
import { makePage } from './make-page.ts';
import { answerVisitorSignIn } from './provider-sign-in.ts';
import { answerRefused, answerSignIn, answerSignOut } from './sign-in.ts';
import { answerPdf } from './pdf.ts';
import { answerSearch } from './search.ts';
import { answerClaims, namesClaims } from './unsigned-claims.ts';
import { isCounted, type SiteReaderParts, type ReaderRequest, type Reading } from './reading.ts';
import { routeReader } from './route.ts';

/** Answers a request for a published URL; null when there is nothing that the visitor may know of. */
export async function readSite(
  outer: Context,
  parts: SiteReaderParts,
  request: ReaderRequest,
): Promise<ReaderAnswer | null> {
  try {
    return await answer(outer, parts, request);
  } catch (error) {
    if (error instanceof DomainError && error.type === 'not_found') return null;
    throw error;
  }
}

async function answer(outer: Context, parts: SiteReaderParts, request: ReaderRequest): Promise<ReaderAnswer | null> {
  const { url, search, proxyHost, visitor } = request;
  const token = visitor.jwtToken;
  const asked = withQuery(url, search);
  const visit = await findVisit(outer, { url: asked, proxyHost, visitor, redirectOnError: true, withVersions: true });
  if (visit === null) return answerHost(outer, url);
  // Another token of the same signer would not be better: a redirect could lead in a loop.
  if (visit.kind === 'elsewhere' && visit.target === 'external' && (token || request.message))
    return answerRefused(request);
  if (visit.kind === 'elsewhere' && visit.signIn) {
    const signIn = await answerVisitorSignIn(outer, { ...visit.signIn, request, parts, isSignedIn: false });
    if (signIn !== null) return signIn;
  }
  if (visit.kind === 'elsewhere' && visit.target === 'external' && isOfForm(request)) return answerOnward(visit.url);
  if (visit.kind === 'elsewhere')
    return answerMoved(visit.target === 'content' ? withQuery(visit.url, search) : visit.url, false);
  if (
    token &&
    request.message === null &&
    (visit.visitor.admission.preview === true || visit.visitor.admission.keyVersion !== undefined)
  )
    return answerSignIn(outer, visit, { token, url: asSeen(visit, url), search });
  const seen = { ...request, url: asSeen(visit, url) };
  const cached = namesClaims(request.query) ? answerClaims(visit, seen) : null;
  if (cached !== null) return cached;
  if (request.method === 'POST' && isSignOut(visit)) return answerSignOut(visit);
  const signIn = await answerVisitorSignIn(outer, {
    site: visit.site,
    root: visit.root,
    path: visit.segments.join('/'),
    request,
    parts,
    isSignedIn: visit.visitor.admission.keyVersion !== undefined,
  });
  if (signIn !== null) return signIn;
  const other = findOtherAddress(visit, url);
  if (other !== null) return answerElsewhere({ ctx: outer, request, visit }, { url: other, isPermanent: true });
  const ctx = asVisitor(outer, visit);
  const audience = findAudience(visit);
  const runsScripts = mayRunScripts(outer.urls, url);
  const reading = { ctx, parts, request, visit, audience, runsScripts, previewEndsAt: visit.previewEndsAt };
  if (request.method === 'POST') return answerPost(reading, (at) => answer(outer, parts, asTool(request, at)));
  const routed = await answerRoute(reading);
  if (routed?.shown && request.isSeen && isCounted(visit))
    parts.counts.addPageView({ siteId: visit.site.id, ...routed.shown });
  return routed && (visit.view ? { ...routed, headers: { ...routed.headers, ...unkept } } : routed);
}

/** Whether a form of a page asks, as that of a search does. */
const isOfForm = ({ method, url, wantsJson }: ReaderRequest): boolean =>
  method === 'POST' || (!wantsJson && new URL(url).pathname.endsWith(`/${ownAddresses}/search`));

/** Answers a form of a page, or a message to the tools of the site. */
async function answerPost(reading: Reading, readOther: (url: string) => Promise<ReaderAnswer | null>) {
  const { kind } = routeReader(reading.visit.page);
  if (kind === 'feedback') return answerFeedback(reading, await loadPlace(reading.ctx, reading.visit));
  if (kind !== 'mcp') return null;
  const place = await loadPlace(reading.ctx, reading.visit);
  return answerToolCall({ reading, place, readOther: (url) => readOther(asOwn(reading.visit, url)) });
}

/** The request of a tool for another address of the site, by the same visitor. */
const asTool = (request: ReaderRequest, url: string): ReaderRequest => ({
  ...request,
  url,
  method: 'GET',
  query: {},
  search: '',
  isSeen: false,
  wantsJson: false,
});

/** What is not published is kept by nobody, and found by nobody. */
const unkept = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };

/** Maximum number of redirects that are taken in one. */
const maxSteps = 4;

/**
 * Leads to another address with the query of the request, or to the one that this would lead to, so that browsers take one
 * step. A token that has opened nothing so far is left out, because a redirect may lead to another server.
 */
async function answerElsewhere(
  { ctx, request, visit }: Pick<Reading, 'ctx' | 'request' | 'visit'>,
  { url, isPermanent }: Moved,
): Promise<ReaderAnswer> {
  const moved = { url, isPermanent };
  for (let step = 0; step < maxSteps; step += 1) {
    const asked = { ...request, url: asOwn(visit, moved.url) };
    // Each step begins where the one before it leads.
    const next = await findNextStep(ctx, asked);
    if (next === null) break;
    moved.url = next.url;
    moved.isPermanent &&= next.isPermanent;
  }
  const kept = selectQuery(request.search, (name) => name !== tokenParameter);
  return answerMoved(withQuery(moved.url, kept), moved.isPermanent);
}

interface Moved {
  readonly url: string;
  readonly isPermanent: boolean;
}

/** Where an address of a site leads the visitor; null for an address of its own, and for one of another server. */
async function findNextStep(outer: Context, { url, proxyHost, visitor }: ReaderRequest): Promise<Moved | null> {
  const visit = await findVisit(outer, { url, proxyHost, visitor });
  if (visit?.kind !== 'visit') return null;
  const other = findOtherAddress(visit, url);
  if (other !== null) return { url: other, isPermanent: true };
  if (routeReader(visit.page).kind !== 'page') return null;
  const ctx = asVisitor(outer, visit);
  const at = await findPublishedPage(ctx, await loadPlace(ctx, visit), visit);
  return at.kind === 'moved' ? at : null;
}

const isSignOut = ({ page }: Visit) => page.join('/') === `${ownAddresses}/signout`;

/** Everybody sees the same where nobody needs a token or a link, and no claim decides. */
function findAudience({ site, visitor: { admission, claims } }: Visit): Audience {
  if (admission.preview === true) return 'nobody';
  const isOpen = site.visibility === 'public' || site.visibility === 'unlisted';
  return isOpen && Object.keys(claims).length === 0 ? 'everyone' : 'visitor';
}

/** A URL of a request as the browser has it, and as the site itself has it. They differ behind a proxy of the site. */
const asSeen = ({ root, ownRoot }: Visit, url: string): string => moveBase(url, ownRoot, root);
const asOwn = ({ root, ownRoot }: Visit, url: string): string => moveBase(url, root, ownRoot);

const moveBase = (url: string, from: string, to: string): string =>
  url.startsWith(from) ? `${to}${url.slice(from.length)}` : url;

/**
 * The one URL of what another one names: at the site's own host, with a slash after each part of the site and none after a
 * page, without empty segments. Null for that URL itself.
 */
function findOtherAddress(visit: Visit, url: string): string | null {
  const { ownRoot, mount, address, route, view } = visit;
  const below = address.raw.slice(mount.start);
  const parts = below.slice(0, route.length).map((part) => `${part}/`);
  const wanted = new URL(`${ownRoot}${parts.join('')}${view?.path ?? ''}${below.slice(route.length).join('/')}`);
  const given = new URL(url);
  return wanted.host === given.host && wanted.pathname === given.pathname ? null : asSeen(visit, wanted.href);
}

async function answerRoute(reading: Reading): Promise<ReaderAnswer | null> {
  const { visit, request, ctx } = reading;
  const route = routeReader(visit.page);
  switch (route.kind) {
    case 'file':
      return answerFile(reading, route.id);
    case 'page-id':
      return answerPageId(reading, await loadPlace(ctx, visit), route.id);
    case 'style':
      return answerStyle(reading, await loadPlace(ctx, visit), visit.page.at(-1));
    case 'favicon':
      return answerFavicon(reading, await loadPlace(ctx, visit), visit.page.at(-1));
    case 'card': {
      const place = await loadPlace(ctx, visit);
      return (await answerCard(reading, place, route)) ?? answerNothing(reading, place);
    }
    case 'pdf': {
      const place = await loadPlace(ctx, visit);
      return (await answerPdf(reading, place)) ?? answerNothing(reading, place);
    }
    case 'search':
      return answerSearch(reading, await loadPlace(ctx, visit));
    case 'hidden':
      return answerHidden(reading, await loadPlace(ctx, visit));
    case 'list': {
      const place = await loadPlace(ctx, visit);
      return (await answerChanges(reading, place)) ?? answerNothing(reading, place);
    }
    case 'feedback':
      return answerThanks(reading, await loadPlace(ctx, visit));
    case 'mcp': {
      const place = await loadPlace(ctx, visit);
      return servesAgents(place) ? answerToolStream : answerNothing(reading, place);
    }
    case 'unknown':
      return answerNothing(reading, await loadPlace(ctx, visit));
    case 'text':
    case 'markdown':
    case 'page': {
      const key = JSON.stringify([
        visit.route.siteSpace.id,
        visit.visitor,
        visit.previewEndsAt,
        visit.root,
        visit.segments,
        reading.runsScripts,
        request.message === null,
      ]);
      const version = request.query['missing'] === undefined ? visit.site.siteVersions : null;
      return keepPage(key, { version, now: ctx.now() }, () => makeAnswer(reading, route));
    }
  }
}

type KeptRoute = Extract<ReturnType<typeof routeReader>, { readonly kind: 'page' | 'markdown' | 'text' }>;

async function makeAnswer(reading: Reading, route: KeptRoute): Promise<Kept> {
  const { ctx, visit } = reading;
  const place = await loadPlace(ctx, visit);
  const at = await findPublishedPage(ctx, place, visit);
  if (at.kind === 'page') {
    const url = publishedPageUrl(place, at.page) ?? place.url;
    const isHere = place.site.proxy !== null || decodeURI(pathIn(url)) === decodeURI(pathIn(reading.request.url));
    if (isHere)
      return makePage(reading, place, {
        page: at.page,
        loaded: await loadPage(ctx, { place, visit }, at.page, reading.request.query['diff'] !== undefined),
      });
    return { answer: answerMoved(withQuery(url, reading.request.search), true), mayKeep: false };
  }
  // Of redirects and missing pages there may be as many as there are paths, so they are not kept.
  if (at.kind === 'moved') return { answer: await answerElsewhere(reading, at), mayKeep: false };
  if (route.kind === 'text') {
    const text = await answerMachine(reading, place, route.name);
    if (text) return text;
  }
  if (route.kind === 'markdown') {
    const isOffered = reading.request.message === null ? offersMarkdown(place) : servesAgents(place);
    const page = isOffered ? findMarkdownPage(place, route.slugs) : null;
    if (page) {
      const markdown = await loadPublishedMarkdown(ctx, place, pageIn(place, page));
      return { answer: answerMarkdown(place, { page, markdown, audience: reading.audience }), mayKeep: true };
    }
  }
  return { answer: await answerNothing(reading, place), mayKeep: false };
}

const answerNothing = async (reading: Reading, place: Place): Promise<ReaderAnswer> =>
  answerMissing(reading, await loadFrame(reading, place), reading.visit.page);

/** Leads to the page with an id, else to the page with a path, else to the first page, which says so. */
async function answerPageId(
  { ctx, request: { query, search } }: Reading,
  place: Place,
  id: string,
): Promise<ReaderAnswer> {
  const page = place.pages.get(id) ?? place.documents.find((one) => one.path === query['path']);
  const here = page && publishedPageUrl(place, page);
  const url = here ?? (await findMovedById(ctx, place, id)) ?? `${place.url}?missing`;
  return answerMoved(
    withQuery(
      url,
      selectQuery(search, (name) => name !== 'path'),
    ),
    false,
  );
}

/** A file that the visitor sees. Its address with the version of its bytes may be kept for good. */
async function answerFile({ ctx, visit, request, audience }: Reading, id: string): Promise<ReaderAnswer | null> {
  const place = await loadPlace(ctx, visit);
  const file = await findFile(ctx, place.revision, id);
  if (file === null) return null;
  const isVersion = filePath(place, file).endsWith(`?v=${request.query['v'] ?? ''}`);
  const whose = audience === 'everyone' ? 'public' : 'private';
  const headers = { 'cache-control': isVersion ? `${whose}, max-age=31536000, immutable` : 'no-cache' };
  return { status: 200, headers, body: Buffer.alloc(0), file };
}
