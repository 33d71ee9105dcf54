import type { Target, TextReference } from '../../../text/html/compiled-text.ts';
import { safeFileName } from '../../../lib/file-names.ts';
import { safeHref } from '../../../lib/html.ts';
import type { Context } from '../../core/context.ts';
import type { LinkRow } from '../../../db/content/links.ts';
import { classifyUrl } from '../../authoring/content/link-meaning.ts';
import { findPublicUrl } from '../sites/published-space.ts';
import { leadToFile, leadToPage } from '../../authoring/content/compile-html.ts';
import { findFile, type File } from '../../authoring/content/files.ts';
import type { ContentReference } from '../../../text/rich-text/content-reference.ts';
import { ownAddresses } from '../addresses/address.ts';
import { publishedPageUrl, type Place } from './place.ts';

/** Path of a URL on its host, so that pages do not name their host. */
export const pathIn = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url);

/**
 * Address of the page or file with this id in a space on the site. That of a page leads to the page or else to the space.
 */
export const entryIdPath = (url: string, id: string): string => entryIdUrl(pathIn(url), id);

const entryIdUrl = (base: string, id: string) =>
  `${base}${ownAddresses}/${id.startsWith('file_') ? 'files' : 'pages'}/${id}`;

/** What a URL of the application names. */
type InApp = Pick<LinkRow, 'spaceId' | 'targetId' | 'anchor'>;

/**
 * Address of what a URL of the application names, where the visitor reads it: on the site, or on a site that everyone may read.
 * Pages are followed to the spaces to which they were moved. Null when it is nowhere.
 */
export async function findHrefInApp(
  ctx: Context,
  place: Place,
  { spaceId, targetId, anchor }: InApp,
): Promise<string | null> {
  if (spaceId === null) return null;
  const baseOf = (id: string) => {
    const siteSpace = place.structure.siteSpaces.find(({ space }) => space.id === id);
    return siteSpace && place.urls.get(siteSpace.id);
  };
  const moved = targetId === null ? null : await ctx.loaders.movedPage.load(`${spaceId} ${targetId}`);
  const base = baseOf(moved?.toSpaceId ?? spaceId);
  const elsewhere = base === undefined && moved ? await findPublicUrl(ctx, moved.toSpaceId) : null;
  const root = base === undefined ? elsewhere : pathIn(base);
  if (root === null) return null;
  const path = targetId === null ? root : entryIdUrl(root, targetId);
  return anchor === null ? path : `${path}#${anchor}`;
}

/** Path of a file as pages of a space show it. It changes with the bytes, so it can be cached forever. */
export const filePath = ({ url }: Pick<Place, 'url'>, { id, name, blobHash }: File): string =>
  `${pathIn(url)}${ownAddresses}/files/${id}/${encodeURIComponent(safeFileName(name))}?v=${blobHash.slice(0, 16)}`;

/** Path of a page, with its anchor; null for a hidden page and for a link that leads nowhere. */
function pagePath(place: Place, id: string, anchor?: string): string | null {
  const page = place.pages.get(id);
  const url = page ? publishedPageUrl(place, page) : null;
  if (url === null) return null;
  return anchor === undefined ? pathIn(url) : `${pathIn(url)}#${encodeURIComponent(anchor)}`;
}

/** Loads what a reference of a text leads to for the visitor; null when it is hidden or broken. */
export async function loadTarget(ctx: Context, place: Place, reference: TextReference): Promise<Target | null> {
  switch (reference.kind) {
    case 'page':
    case 'anchor': {
      const page = place.pages.get(reference.page);
      const href = pagePath(place, reference.page, reference.kind === 'anchor' ? reference.anchor : undefined);
      return page && href !== null ? leadToPage(page, href) : null;
    }
    case 'file': {
      const file = await findFile(ctx, place.revision, reference.file);
      return file && leadToFile(file, filePath(place, file));
    }
    case 'url':
      return reference.url.startsWith(pathIn(place.siteUrl)) || /^https?:/.test(reference.url)
        ? { href: reference.url }
        : null;
    case 'user': {
      const user = await ctx.loaders.knownUser.load(reference.user);
      return user && { href: '', title: user.displayName };
    }
    case 'reusable-content':
    case 'openapi':
      return null;
  }
}

/** Loads the address of a stored reference, such as the target of a link page; null when it leads nowhere. */
export async function loadHref(ctx: Context, place: Place, reference: ContentReference): Promise<string | null> {
  if (reference.kind === 'url') {
    const meaning = classifyUrl({ urls: ctx.urls, spaceId: place.revision.spaceId }, reference.url);
    const inApp = meaning.kind === 'app' ? await findHrefInApp(ctx, place, meaning) : null;
    return inApp ?? safeHref(reference.url);
  }
  if (reference.kind === 'page') return pagePath(place, reference.page);
  if (reference.kind === 'anchor') return pagePath(place, reference.page, reference.anchor);
  const file = await findFile(ctx, place.revision, reference.file);
  return file && filePath(place, file);
}

/** Loads an image that a page refers to, with its size in pixels where that is known; null when it leads nowhere. */
export async function loadImage(ctx: Context, place: Place, reference: ContentReference) {
  const href = await loadHref(ctx, place, reference);
  if (href === null) return null;
  const target = reference.kind === 'file' ? await loadTarget(ctx, place, reference) : null;
  return target ?? { href };
}
