import { generateNKeysBetween } from 'fractional-indexing';
import { isId, type IdPrefix } from '../../../../lib/ids.ts';
import {
  storedTextOf,
  fileDefaults,
  type ContentChanges,
  type EntryKind,
  type EntryState,
  type LinkState,
} from '../../../../text/content/changes.ts';
import type { ContentReference } from '../../../../text/rich-text/content-reference.ts';
import type { PageAttributes, PageCover } from '../../../../text/content/fields.ts';
import { freeSlug } from '../../../../lib/slugs.ts';
import {
  walkPages,
  type ImportedPage,
  type ImportedReference,
  type ImportTree,
} from '../../../../text/imports/import-tree.ts';
import { exportedAttributes } from './exported-entries.ts';
import { pageKeys } from './source-keys.ts';
import { listLinks, toLinkTarget, type ImportIds } from './link-states.ts';

/** An imported file whose bytes are stored. */
export interface KeptFile {
  readonly key: string;
  /** Id in the exported space. */
  readonly id?: string | undefined;
  readonly name: string;
  readonly contentType: string;
  readonly blobHash: string;
}

/** Where to insert the top-level pages: behind the last existing sibling. */
export interface InsertionPoint {
  readonly lastPosition: string | null;
  readonly takenSlugs: ReadonlySet<string>;
}

/** Creates ids for an import. `usedIds` holds ids that the space uses or has used. */
export interface NewIds {
  readonly newId: (prefix: IdPrefix) => string;
  readonly usedIds: ReadonlySet<string>;
  /** The entry of an earlier import of the same source. */
  readonly former?: ((kind: EntryKind, key: string) => string | undefined) | undefined;
}

/**
 * Assigns ids to all imported entries once, so that a retried transaction writes the same ids. Exported entries keep
 * their id unless it is taken.
 */
export function assignIds(
  { pages, exported }: Pick<ImportTree, 'pages' | 'exported'>,
  files: readonly KeptFile[],
  { newId, usedIds, former = () => undefined }: NewIds,
): ImportIds {
  const ids = new Map<ImportedPage, string>();
  const byKey = new Map<string, string>();
  const ofExported = new Map<string, string>();
  const keys = pageKeys(pages);
  const idFor = (prefix: IdPrefix, own: string | undefined, formerId: string | undefined) => {
    if (own === undefined) return formerId ?? newId(prefix);
    const isFree = !usedIds.has(own) && !ofExported.has(own) && isId(prefix, own);
    const id = formerId ?? (isFree ? own : newId(prefix));
    if (!ofExported.has(own)) ofExported.set(own, id);
    return id;
  };
  for (const page of walkPages(pages)) {
    const id = idFor('pg', page.id, former('page', keys.get(page) ?? page.key));
    ids.set(page, id);
    if (page.kind !== 'link') byKey.set(page.key, id);
  }
  const fileIds = new Map(files.map(({ key, id }) => [key, idFor('file', id, former('file', key))]));
  for (const { id } of exported?.reusableContents ?? []) idFor('rc', id, former('reusable-content', id));
  return {
    ofExported: (id) => ofExported.get(id) ?? byKey.get(id),
    page: (page) => {
      const id = page.id === undefined ? ids.get(page) : ofExported.get(page.id);
      if (id === undefined) throw new Error(`Page ${page.key} of an import has no id`);
      return id;
    },
    pageOfKey: (key) => byKey.get(key),
    fileOfKey: (key) => fileIds.get(key),
  };
}

/** The entries, texts and links of an import, positioned at the end of the tree. */
export function entriesOf(
  pages: readonly ImportedPage[],
  files: readonly KeptFile[],
  ids: ImportIds,
  insertionPoint: InsertionPoint,
): ContentChanges {
  const put: EntryState[] = files.flatMap((file) => {
    const id = ids.fileOfKey(file.key);
    const { contentType: type, blobHash, name: title } = file;
    return id === undefined ? [] : [{ ...fileDefaults, id, type, title, blobHash }];
  });
  const texts = new Map<string, string>();
  const links: LinkState[] = [];
  const slugs = freeSlugs(pages, insertionPoint.takenSlugs);
  const add = (siblings: readonly ImportedPage[], parentId: string | null, last: string | null) => {
    const positions = generateNKeysBetween(last, null, siblings.length);
    siblings.forEach((page, index) => {
      const id = ids.page(page);
      const text = page.kind === 'document' ? storedTextOf(page.markdown) : null;
      put.push({
        id,
        kind: 'page',
        parentId,
        position: positions[index] ?? '',
        type: page.kind,
        title: page.title,
        slug: page.kind === 'link' ? null : (slugs.get(page) ?? page.slug),
        documentId: text?.id ?? null,
        blobHash: null,
        attributes: page.attributes ? exportedAttributes(page.attributes, ids) : attributesOf(page, ids),
      });
      if (text) {
        texts.set(text.id, text.markdown);
        links.push(...listLinks(page, id, ids));
      }
      add(page.children, id, null);
    });
  };
  add(pages, null, insertionPoint.lastPosition);
  return { put, remove: [], texts: [...texts].map(([id, markdown]) => ({ id, markdown })), links };
}

function referenceOf({ url, target }: ImportedReference, ids: ImportIds): ContentReference {
  const { kind, targetId, anchor, url: address } = toLinkTarget(url, target, ids);
  if (targetId === null) return { kind: 'url', url: address };
  if (kind === 'file') return { kind: 'file', file: targetId };
  return anchor === null ? { kind: 'page', page: targetId } : { kind: 'anchor', page: targetId, anchor };
}

function findCover({ cover }: ImportedPage, ids: ImportIds): PageCover | undefined {
  if (!cover) return undefined;
  return {
    ref: referenceOf(cover, ids),
    ...(cover.dark && { refDark: referenceOf(cover.dark, ids) }),
    yPos: cover.yPos,
  };
}

/** Members that are undefined are dropped by JSON. */
const attributesOf = (page: ImportedPage, ids: ImportIds): PageAttributes => {
  const attributes = {
    description: page.description,
    emoji: page.emoji,
    icon: page.icon,
    hidden: page.hidden,
    noIndex: page.noIndex,
    noRobotsIndex: page.noRobotsIndex,
    condition: page.condition,
    layout: page.layout,
    cover: findCover(page, ids),
    variables: page.variables,
    target: page.link && referenceOf(page.link, ids),
  };
  return JSON.parse(JSON.stringify(attributes)) as PageAttributes;
};

/** Assigns slugs to the top-level pages, unique among themselves and the existing siblings. */
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
