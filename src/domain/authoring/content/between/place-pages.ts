import { changesTo, type ContentChanges, type EntryState } from '../../../../text/content/changes.ts';
import type { Context } from '../../../core/context.ts';
import { findEntry, draftOf, setEntry } from '../edits/draft.ts';
import { findDestination, placePage } from '../edits/placing.ts';
import { loadSnapshot } from '../edits/snapshot.ts';
import { listEntries } from '../queries/entries.ts';
import type { Revision } from '../revisions.ts';
import { loadFiles, loadIncluded } from './carried.ts';
import { retarget, type FindPage, type RetargetedEntry } from './retarget.ts';
import { loadLinked, type LinkedEntry, type Subtree } from './subtree.ts';

/** Where pages are placed in a tree. */
export interface PageDestination {
  /** Id of the new parent; null and undefined for the top. */
  readonly into?: string | null | undefined;
  /** Index among the siblings; the end when omitted. */
  readonly at?: number | undefined;
}

interface Placed {
  readonly from: Revision;
  readonly subtree: Subtree;
  /** Id in the target of each page of the subtree, by its id. */
  readonly ids: ReadonlyMap<string, string>;
  readonly destination: PageDestination;
  /** Title of the page, if it is another one. */
  readonly title?: string | undefined;
}

/**
 * Plans the changes that place pages of one state below a page of another, with the files and reusable contents that they use
 * where these are not there. Links between the pages lead to the pages where they go, and others to what they led to. Throws
 * reference_not_found and validation_failed for the destination. The number of statements does not grow with the pages.
 */
export async function planPlacement(
  ctx: Context,
  to: Revision,
  { from, subtree, ids, destination, title }: Placed,
): Promise<ContentChanges> {
  const isElsewhere = from.spaceId !== to.spaceId;
  const pages = await loadLinked(ctx, from, subtree.pages);
  const included = isElsewhere ? await loadIncluded(ctx, from, pages) : [];
  const carried = isElsewhere ? await loadMissing(ctx, { from, to, included, pages }) : { contents: [], files: [] };
  const find = findIn({ from: from.spaceId, to: to.spaceId, ids });
  const retargeting = { urls: ctx.urls, from: from.spaceId, find };
  const written = [...pages, ...carried.contents].map((one) => retarget(retargeting, one));
  const renamed = new Map(written.map((one) => [one.entry.id, withId(one, ids)]));
  const { into = null, at } = destination;
  const operation = {
    input: { operation: 'insert_page' as const, into, ...(at === undefined ? {} : { at }) },
    path: 'input',
    text: undefined,
    files: [],
    newId: '',
  };
  const draft = draftOf(await loadSnapshot(ctx, [operation], { state: to, initialRevisionId: null }));
  for (const { entry } of renamed.values()) setEntry(draft, entry.id, entry);
  for (const [index, source] of subtree.roots.entries()) {
    const root = findEntry(draft, ids.get(source.id) ?? source.id) ?? source;
    const parentId = findDestination(draft, into, root, 'input');
    const named = { ...root, ...(title === undefined ? {} : { title }), parentId: null };
    placePage(draft, named, { parentId, at: at === undefined ? at : at + index, ownSlug: false, path: 'input' });
  }
  for (const file of carried.files) setEntry(draft, file.id, file);
  const entries = [...renamed.values()];
  return {
    ...changesTo(draft.entries, { texts: entries.flatMap(({ text }) => text ?? []) }),
    links: entries.flatMap(({ links }) => links),
  };
}

interface SpacePair {
  readonly from: string;
  readonly to: string;
  readonly ids: ReadonlyMap<string, string>;
}

/** Where pages are, as the pages see it that are placed in a space. */
const findIn =
  ({ from, to, ids }: SpacePair): FindPage =>
  (spaceId, pageId) => {
    const own = spaceId === from ? ids.get(pageId) : undefined;
    if (own !== undefined) return { kind: 'here', id: own };
    if (spaceId === to) return from === to ? null : { kind: 'here', id: pageId };
    return spaceId === from ? { kind: 'elsewhere', spaceId, id: pageId } : null;
  };

function withId({ entry, text, links }: RetargetedEntry, ids: ReadonlyMap<string, string>): RetargetedEntry {
  const id = ids.get(entry.id) ?? entry.id;
  const parentId = entry.parentId === null ? null : (ids.get(entry.parentId) ?? null);
  const { computedSeed: _seed, ...attributes } = entry.attributes;
  return {
    entry: { ...entry, id, parentId, attributes: entry.attributes.computed ? attributes : entry.attributes },
    text,
    links: links.map((link) => ({ ...link, pageId: id })),
  };
}

interface Missing {
  readonly from: Revision;
  readonly to: Revision;
  readonly pages: readonly LinkedEntry[];
  readonly included: readonly LinkedEntry[];
}

/** The reusable contents and files that pages use and that the target does not have. They keep their ids. */
async function loadMissing(ctx: Context, { from, to, pages, included }: Missing) {
  const files = await loadFiles(ctx, from, [...pages, ...included]);
  const ids = [...files, ...included.map(({ entry }) => entry)].map(({ id }) => id);
  const present = new Set((await listEntries(ctx.sql, to, ids)).map(({ id }) => id));
  return {
    contents: included.filter(({ entry }) => !present.has(entry.id)),
    files: files.filter(({ id }: EntryState) => !present.has(id)),
  };
}
