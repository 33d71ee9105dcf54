import type { Context } from '../../core/context.ts';
import { findPageIdByFormerPath } from '../../authoring/content/queries/pages.ts';
import type { Page } from '../../authoring/content/page.ts';
import type { Visit } from '../addresses/visit.ts';
import { findRedirect } from '../redirects/published.ts';
import { findMovedByPath } from './moved-pages.ts';
import { pageIn, publishedPageUrl, type Place } from './place.ts';
import type { ShownPage, ShownPlace } from './shown.ts';

/** What the path of a visit leads to. */
export type PageAtPath<Found extends ShownPage> =
  | { readonly kind: 'page'; readonly page: Found }
  | MovedPage
  | { readonly kind: 'missing' };

/** The page has another address, or a redirect leads elsewhere. `isPermanent` unless the target is another site. */
interface MovedPage {
  readonly kind: 'moved';
  readonly url: string;
  readonly isPermanent: boolean;
}

const missing = { kind: 'missing' } as const;

/**
 * Finds the page at the path of a visit, for a context of its visitor. Pages come first, then those that were moved from
 * the path, also to another space, then redirects of the site, then pages whose path another program would end with `.html` or `index`. A path with
 * other capital letters, and a group, lead to the address of the page.
 */
export async function findPublishedPage(ctx: Context, place: Place, visit: Visit): Promise<PageAtPath<Page>> {
  const slugs = visit.page.map((slug) => slug.normalize('NFC'));
  const known =
    findInPlace(place, slugs) ??
    (await findByFormerPath(ctx, place, slugs)) ??
    (await findMovedAway(ctx, place, slugs));
  if (known) return known;
  const redirect = await findRedirect(ctx, visit);
  if (redirect) return { kind: 'moved', url: redirect.redirect, isPermanent: redirect.target === 'content' };
  const named = withoutFileName(slugs);
  return findByFileName(place, slugs) ?? (named && (await findByFormerPath(ctx, place, named))) ?? missing;
}

function findInPlace(place: Place, slugs: readonly string[]): PageAtPath<Page> | null {
  const at = findByPath(place, slugs);
  return at?.kind === 'page' ? { kind: 'page', page: pageIn(place, at.page) } : at;
}

/** The page that was moved from a path. */
async function findByFormerPath(ctx: Context, place: Place, slugs: readonly string[]): Promise<MovedPage | null> {
  const id = await findPageIdByFormerPath(ctx.sql, place.revision, slugs);
  const former = id === null ? undefined : place.pages.get(id);
  const url = former ? publishedPageUrl(place, former) : null;
  return url === null ? null : { kind: 'moved', url, isPermanent: true };
}

/** The page that was moved from a path to another space. */
async function findMovedAway(ctx: Context, place: Place, slugs: readonly string[]): Promise<MovedPage | null> {
  const url = slugs.length === 0 ? null : await findMovedByPath(ctx, place, slugs);
  return url === null ? null : { kind: 'moved', url, isPermanent: url.startsWith(place.siteUrl) };
}

/** Finds the page at a path that ends with `.html` or `index`; null where none has the path before it. */
export function findByFileName(place: PagesByPath<ShownPage>, slugs: readonly string[]): MovedPage | null {
  const named = withoutFileName(slugs);
  const at = named && findByPath(place, named);
  if (at?.kind === 'moved') return at;
  const url = at?.kind === 'page' ? publishedPageUrl(place, at.page) : null;
  return url === null ? null : { kind: 'moved', url, isPermanent: true };
}

/** A path without the name of a file at its end; null for a path that has none. */
function withoutFileName(slugs: readonly string[]): readonly string[] | null {
  const last = slugs.at(-1) ?? '';
  const name = last.replace(/\.html?$/i, '');
  const above = slugs.slice(0, -1);
  if (/^index$/i.test(name)) return above;
  return name === last || name === '' ? null : [...above, name];
}

interface PagesByPath<Found extends ShownPage> {
  readonly documents: readonly Found[];
  readonly pages: Pick<ReadonlyMap<string, Found>, 'values'>;
  readonly url: string;
}

/** Finds the page with a path, in any spelling of its letters; null where none has it. */
export function findByPath<Found extends ShownPage>(
  place: PagesByPath<Found>,
  slugs: readonly string[],
): PageAtPath<Found> | null {
  const [home] = place.documents;
  if (slugs.length === 0) return home ? { kind: 'page', page: home } : missing;
  const path = slugs.join('/');
  const page = firstOf(place, (one) => one === path);
  if (page && page.type === 'document' && page.id !== home?.id) return { kind: 'page', page };
  const folded = path.toLowerCase();
  const meant = page ?? firstOf(place, (one) => one.toLowerCase() === folded);
  const url = meant && publishedPageUrl(place, meant);
  return url ? { kind: 'moved', url, isPermanent: meant.type === 'document' } : null;
}

/** The first page whose path is the one that is looked for. */
function firstOf<Found extends ShownPage>({ pages }: PagesByPath<Found>, isIt: (path: string) => boolean) {
  for (const page of pages.values()) if (page.path !== null && isIt(page.path)) return page;
  return undefined;
}

/** The pages before and after a page in reading order, without hidden ones. */
export function findNeighbours({ documents }: Pick<ShownPlace, 'documents'>, page: ShownPage) {
  const at = documents.findIndex(({ id }) => id === page.id);
  const isShown = ({ hidden }: ShownPage) => !hidden;
  return {
    previous: at === -1 ? null : (documents.slice(0, at).findLast(isShown) ?? null),
    next: documents.slice(at + 1).find(isShown) ?? null,
  };
}

/** The pages above a page, the outermost first. */
export function listAncestors({ pages }: Pick<ShownPlace, 'pages'>, page: ShownPage): ShownPage[] {
  const above: ShownPage[] = [];
  for (let id = page.parentId; id !== null;) {
    const parent = pages.get(id);
    if (parent === undefined) break;
    above.unshift(parent);
    id = parent.parentId;
  }
  return above;
}
