import type { LinkState } from '../../../../text/content/changes.ts';
import type { ImportedPage, ImportedTarget } from '../../../../text/imports/import-tree.ts';

/** Ids of the pages and files of an import. */
export interface ImportIds {
  readonly page: (page: ImportedPage) => string;
  readonly pageOfKey: (key: string) => string | undefined;
  readonly fileOfKey: (key: string) => string | undefined;
  /** Maps an id of the export, or a key, to the new id. */
  readonly ofExported: (id: string) => string | undefined;
}

/** The links of a text. `pageId` is the id of its page or reusable content. */
export function listLinks({ links }: Pick<ImportedPage, 'links'>, pageId: string, ids: ImportIds): LinkState[] {
  return links.map(({ start, end, url, target }) => ({
    pageId,
    startsAt: start,
    endsAt: end,
    ...toLinkTarget(url, target, ids),
  }));
}

type LinkTarget = Pick<LinkState, 'url' | 'kind' | 'targetId' | 'anchor'>;

/** The stored form of a link target. */
export function toLinkTarget(url: string, target: ImportedTarget, ids: ImportIds): LinkTarget {
  const none = { targetId: null, anchor: null };
  switch (target.kind) {
    case 'page': {
      const targetId = ids.pageOfKey(target.key);
      if (targetId === undefined) return { url, kind: 'broken', ...none };
      return { url, kind: 'page', targetId, anchor: target.anchor ?? null };
    }
    case 'file': {
      const targetId = ids.fileOfKey(target.key);
      if (targetId === undefined) return { url, kind: 'broken', ...none };
      return { url, kind: 'file', targetId, anchor: null };
    }
    case 'url': {
      // A downloaded image is referenced as a file.
      const targetId = ids.fileOfKey(target.url);
      return targetId === undefined
        ? { url: target.url, kind: 'url', ...none }
        : { url: target.url, kind: 'file', targetId, anchor: null };
    }
    case 'broken':
      return { url, kind: 'broken', targetId: null, anchor: target.anchor ?? null };
  }
}
