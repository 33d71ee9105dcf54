import type { EntryState, LinkState, StoredText } from '../../../../text/content/changes.ts';
import { storedTextOf } from '../../../../text/content/changes.ts';
import { rewriteLinks, type ChangedLink } from '../../../../text/content/rewrite-links.ts';
import type { ContentReference } from '../../../../text/rich-text/content-reference.ts';
import type { Urls } from '../../../core/context.ts';
import { appUrl } from '../../../core/urls.ts';
import type { LinkedEntry } from './subtree.ts';

/** Where a page is, as an entry of one space sees it. */
export type PlaceOfPage =
  /** In the space of the entry, by this id. */
  | { readonly kind: 'here'; readonly id: string }
  /** In another space. */
  | { readonly kind: 'elsewhere'; readonly spaceId: string; readonly id: string };

/**
 * Where the page is that a link or a reference names, by its space and id; null to leave it as it is. The space of a link in the
 * own space is that from which the entry comes.
 */
export type FindPage = (spaceId: string, pageId: string) => PlaceOfPage | null;

interface Retargeting {
  readonly urls: Urls;
  /** The space in which the links of the entry were written. */
  readonly from: string;
  readonly find: FindPage;
}

/** An entry with other links. */
export interface RetargetedEntry {
  readonly entry: EntryState;
  /** The text, if it is another one. */
  readonly text: StoredText | null;
  readonly links: readonly LinkState[];
}

/** Lets the links and references of an entry lead to where pages are. */
export function retarget({ urls, from, find }: Retargeting, { entry, text, links }: LinkedEntry): RetargetedEntry {
  const change = (link: LinkState) => changeLink(link, find, from);
  const written = text === null ? null : rewriteLinks({ markdown: text.markdown, links }, change);
  const next = written === null ? null : storedTextOf(written.markdown);
  const { target } = entry.attributes;
  const led = target && referenceTo(urls, target, find, from);
  return {
    entry: {
      ...entry,
      documentId: next?.id ?? entry.documentId,
      attributes: led === undefined ? entry.attributes : { ...entry.attributes, target: led },
    },
    text: next === null || next.id === entry.documentId ? null : { ...next, urls: [], anchors: text?.anchors ?? null },
    links: written?.links ?? links,
  };
}

function changeLink({ kind, spaceId, targetId, url, anchor }: LinkState, find: FindPage, from: string) {
  if (targetId === null || !targetId.startsWith('pg_') || (kind !== 'page' && kind !== 'app')) return null;
  const place = find(kind === 'page' ? from : (spaceId ?? ''), targetId);
  if (place === null) return null;
  const fragment = /#.*$/s.exec(url)?.[0] ?? '';
  if (place.kind === 'elsewhere')
    return {
      kind: 'app',
      spaceId: place.spaceId,
      targetId: place.id,
      path: null,
      anchor,
      url: `/spaces/${place.spaceId}/pages/${place.id}${fragment}`,
    } satisfies ChangedLink;
  const isById = kind === 'app' || byId.test(url);
  return {
    kind: 'page',
    spaceId: null,
    targetId: place.id,
    path: null,
    anchor,
    ...(isById && !(kind === 'page' && place.id === targetId) ? { url: `/pages/${place.id}${fragment}` } : {}),
  } satisfies ChangedLink;
}

/** A URL that names a page by its id. */
const byId = /^(?:\/pages\/)?pg_[\w-]{20}(?:#|$)/;

function referenceTo(urls: Urls, reference: ContentReference, find: FindPage, from: string): ContentReference {
  if (reference.kind !== 'page' && reference.kind !== 'anchor') return reference;
  const place = find(from, reference.page);
  if (place === null) return reference;
  if (place.kind === 'here') return { ...reference, page: place.id };
  const fragment = reference.kind === 'anchor' ? `#${encodeURIComponent(reference.anchor)}` : '';
  return { kind: 'url', url: `${appUrl(urls, 'spaces', place.spaceId, 'pages', place.id)}${fragment}` };
}
