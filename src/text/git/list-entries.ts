import { isDeepStrictEqual } from 'node:util';
import type { EntryState } from '../content/changes.ts';
import { escapedTitle, summaryUrl } from '../exports/summary.ts';
import { readSummary } from '../imports/tree/summary.ts';
import { isIndexPath, readFolder, relativePath } from '../imports/unpack/source-path.ts';
import type { ListedEntry } from './edit-summary.ts';
import type { FolderSource } from './folder.ts';
import type { Places } from './place-files.ts';
import type { SummaryLine } from './summary-lines.ts';

/** What a table of contents is to list. */
export interface ListingInput {
  /** Pages in tree order. */
  readonly pages: readonly EntryState[];
  readonly sources: ReadonlyMap<string, FolderSource>;
  readonly places: Places;
  readonly lines: readonly SummaryLine[];
  /** Path of the table of contents. */
  readonly path: string;
  readonly root: string;
}

/**
 * The pages that a table of contents is to list. One that it did not list, because a link alone leads to it or because it is the first page
 * of the folder, is listed once it is moved or shown.
 */
export function listEntries({ pages, sources, places, lines, path, root }: ListingInput): ListedEntry[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const parents = new Map(pages.map(({ id, parentId }) => [id, parentId]));
  const first = pages.find(({ parentId }) => parentId === null)?.id;
  const isParent = new Set(pages.map(({ parentId }) => parentId));
  const isListed = (page: EntryState) => {
    // A group without pages is none.
    if (page.type === 'group' && !isParent.has(page.id)) return false;
    if (byId.has(page.id)) return true;
    const state = sources.get(page.id)?.state;
    if (!state || state.parentId !== page.parentId || !places.former.has(page.id)) return true;
    const isHome = isIndexPath(places.paths.get(page.id) ?? '') && readFolder(places.paths.get(page.id) ?? '') === root;
    return isHome ? page.id !== first : !isDeepStrictEqual(state.attributes.hidden, page.attributes.hidden);
  };
  const listed = pages.filter(isListed);
  const ids = new Set(listed.map(({ id }) => id));
  const parentOf = (id: string): string | null => {
    const parentId = parents.get(id) ?? null;
    return parentId === null || ids.has(parentId) ? parentId : parentOf(parentId);
  };
  const lastPlain = listed.findLastIndex(({ id, type }) => type !== 'group' && parentOf(id) === null);
  const folder = readFolder(path);
  const pathOf = (id: string) => {
    const own = places.paths.get(id);
    return own === undefined ? undefined : relativePath(folder, own);
  };
  let hasHeading = false;
  return listed.map((page, at): ListedEntry => {
    const { id, type, title, attributes } = page;
    const state = sources.get(id)?.state;
    const line = byId.get(id);
    const own = summaryUrl(page, pathOf);
    const isMoved =
      type === 'link'
        ? !isDeepStrictEqual(state?.attributes.target, attributes.target) || targetMoved(page, places)
        : places.former.get(id) !== places.paths.get(id);
    const isDotted =
      line?.url && line.text.startsWith('./', line.url.start) && !/^(?:\.|<|[a-z][a-z\d+.-]*:)/i.test(own);
    const isRenamed = title !== state?.title && (type !== 'document' || line?.title === state?.title);
    // A heading holds all that follows, so one before other pages at the top is an item.
    const kind = type === 'group' && at > lastPlain && (hasHeading || line?.kind !== 'item') ? 'heading' : 'item';
    if (kind === 'heading') hasHeading = true;
    return {
      id,
      parentId: parentOf(id),
      kind,
      label: isRenamed || !line ? labelOf(title) : line.text.slice(line.label.start, line.label.end),
      isRenamed,
      url: own === '' ? null : `${isDotted ? './' : ''}${own}`,
      isMoved,
    };
  });
}

function targetMoved({ attributes: { target } }: EntryState, { former, paths }: Places): boolean {
  if (target === undefined || target.kind === 'url') return false;
  const id = target.kind === 'file' ? target.file : target.page;
  return former.get(id) !== paths.get(id);
}

/** A title that Markdown cannot read otherwise, which is not parsed to see so. */
const withoutSigns = /^[\p{L}\p{N}][\p{L}\p{N} ,'-]*$/u;

/** A title as Markdown, with no more escapes than it needs. */
function labelOf(title: string): string {
  const plain = title.replaceAll(/\s+/g, ' ').trim();
  if (withoutSigns.test(plain)) return plain;
  const [section] = readSummary(`* [${plain}](a.md)\n`);
  const item = section?.items[0];
  const isPlain =
    section?.items.length === 1 && item?.url === 'a.md' && item.title === plain && !/[\\\]<&$]/.test(plain);
  return isPlain ? plain : escapedTitle(title);
}
