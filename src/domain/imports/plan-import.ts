import { generateNKeysBetween } from 'fractional-indexing';
import type { IdPrefix } from '../../lib/ids.ts';
import {
  documentText,
  fileDefaults,
  type ContentChanges,
  type EntryState,
  type LinkState,
} from '../content/changes.ts';
import type { ContentReference, PageAttributes, PageCover } from '../content/fields.ts';
import { freeSlug } from '../content/slugs.ts';
import { walkPages, type ImportedPage, type ImportedReference, type ImportedTarget } from './import-tree.ts';

/** A file of an import whose bytes are kept. */
export interface KeptFile {
  readonly key: string;
  readonly name: string;
  readonly contentType: string;
  readonly blobHash: string;
}

/** Ids for what an import brings. */
export interface ImportIds {
  readonly page: (page: ImportedPage) => string;
  readonly pageOfKey: (key: string) => string | undefined;
  readonly fileOfKey: (key: string) => string | undefined;
}

/** Where the pages go: after the last of the siblings that are there. */
export interface ImportPlace {
  readonly lastPosition: string | null;
  readonly takenSlugs: ReadonlySet<string>;
}

/** Gives ids, once, to everything in an import: a repeated transaction writes the same. */
export function giveIds(
  pages: readonly ImportedPage[],
  files: readonly KeptFile[],
  newId: (prefix: IdPrefix) => string,
): ImportIds {
  const ids = new Map<ImportedPage, string>();
  const byKey = new Map<string, string>();
  for (const page of walkPages(pages)) {
    const id = newId('pg');
    ids.set(page, id);
    if (page.kind !== 'link') byKey.set(page.key, id);
  }
  const fileIds = new Map(files.map(({ key }) => [key, newId('file')]));
  return {
    page: (page) => {
      const id = ids.get(page);
      if (id === undefined) throw new Error(`Page ${page.key} of an import has no id`);
      return id;
    },
    pageOfKey: (key) => byKey.get(key),
    fileOfKey: (key) => fileIds.get(key),
  };
}

/** The entries, texts and links that an import adds at the end of the tree. */
export function planImport(
  pages: readonly ImportedPage[],
  files: readonly KeptFile[],
  given: ImportIds,
  place: ImportPlace,
): ContentChanges {
  const put: EntryState[] = files.flatMap((file) => {
    const id = given.fileOfKey(file.key);
    const { contentType: type, blobHash, name: title } = file;
    return id === undefined ? [] : [{ ...fileDefaults, id, type, title, blobHash }];
  });
  const documents = new Map<string, string>();
  const links: LinkState[] = [];
  const slugs = freeSlugs(pages, place.takenSlugs);
  const add = (siblings: readonly ImportedPage[], parentId: string | null, last: string | null) => {
    const positions = generateNKeysBetween(last, null, siblings.length);
    siblings.forEach((page, index) => {
      const id = given.page(page);
      const document = page.kind === 'document' ? documentText(page.markdown) : null;
      put.push({
        id,
        kind: 'page',
        parentId,
        position: positions[index] ?? '',
        type: page.kind,
        title: page.title,
        slug: page.kind === 'link' ? null : (slugs.get(page) ?? page.slug),
        documentId: document?.id ?? null,
        blobHash: null,
        attributes: attributesOf(page, given),
      });
      if (document) {
        documents.set(document.id, document.markdown);
        links.push(...linksOf(page, id, given));
      }
      add(page.children, id, null);
    });
  };
  add(pages, null, place.lastPosition);
  return { put, remove: [], documents: [...documents].map(([id, markdown]) => ({ id, markdown })), links };
}

function linksOf(page: ImportedPage, pageId: string, given: ImportIds): LinkState[] {
  return page.links.map(({ start, end, url, target }) => ({
    pageId,
    startsAt: start,
    endsAt: end,
    ...linkTarget(url, target, given),
  }));
}

type LinkTarget = Pick<LinkState, 'url' | 'kind' | 'targetId' | 'anchor'>;

function linkTarget(url: string, target: ImportedTarget, given: ImportIds): LinkTarget {
  const none = { targetId: null, anchor: null };
  switch (target.kind) {
    case 'page': {
      const targetId = given.pageOfKey(target.key);
      if (targetId === undefined) return { url, kind: 'broken', ...none };
      return { url, kind: 'page', targetId, anchor: target.anchor ?? null };
    }
    case 'file': {
      const targetId = given.fileOfKey(target.key);
      if (targetId === undefined) return { url, kind: 'broken', ...none };
      return { url, kind: 'file', targetId, anchor: null };
    }
    case 'url': {
      // An image that came along is the file now.
      const targetId = given.fileOfKey(target.url);
      return targetId === undefined
        ? { url: target.url, kind: 'url', ...none }
        : { url: target.url, kind: 'file', targetId, anchor: null };
    }
    case 'broken':
      return { url, kind: 'broken', ...none };
  }
}

function referenceOf({ url, target }: ImportedReference, given: ImportIds): ContentReference {
  const { kind, targetId, anchor, url: address } = linkTarget(url, target, given);
  if (targetId === null) return { kind: 'url', url: address };
  if (kind === 'file') return { kind: 'file', file: targetId };
  return anchor === null ? { kind: 'page', page: targetId } : { kind: 'anchor', page: targetId, anchor };
}

function coverOf({ cover }: ImportedPage, given: ImportIds): PageCover | undefined {
  if (!cover) return undefined;
  return {
    ref: referenceOf(cover, given),
    ...(cover.dark && { refDark: referenceOf(cover.dark, given) }),
    yPos: cover.yPos,
  };
}

/** Members without a value are left out by JSON. */
const attributesOf = (page: ImportedPage, given: ImportIds): PageAttributes => {
  const attributes = {
    description: page.description,
    emoji: page.emoji,
    icon: page.icon,
    hidden: page.hidden,
    noIndex: page.noIndex,
    noRobotsIndex: page.noRobotsIndex,
    layout: page.layout,
    cover: coverOf(page, given),
    variables: page.variables,
    target: page.link && referenceOf(page.link, given),
  };
  return JSON.parse(JSON.stringify(attributes)) as PageAttributes;
};

/** Slugs of the top pages that differ from all others there and among each other. */
function freeSlugs(pages: readonly ImportedPage[], present: ReadonlySet<string>): Map<ImportedPage, string> {
  const taken = new Set(present);
  const slugs = new Map<ImportedPage, string>();
  for (const page of pages) {
    if (page.kind === 'link') continue;
    const slug = freeSlug(page.slug, taken);
    taken.add(slug);
    slugs.set(page, slug);
  }
  return slugs;
}
