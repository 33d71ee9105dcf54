import type { ContentState } from '../../../../db/content/states.ts';
import type { LinkRow } from '../../../../db/content/links.ts';
import type { EntryState, LinkState } from '../../../../text/content/changes.ts';
import type { ChangedPage } from '../../../../text/git/read-changes.ts';
import type { Locate, Location } from '../../../../text/imports/links/locator.ts';
import { findAnchor } from '../../../../text/imports/links/generator-anchors.ts';
import { relativePath } from '../../../../text/imports/unpack/source-path.ts';
import { listEntries } from '../../../authoring/content/queries/entries.ts';
import type { Context } from '../../../core/context.ts';
import { listAnchors, listSourcesByKey } from '../queries.ts';
import { sourceName } from './earlier-import.ts';

/** A changed page, and the entry that it is. */
export interface ChangedEntry {
  readonly page: ChangedPage;
  readonly entryId: string;
}

interface LinksToResolve {
  readonly importId: string;
  readonly line?: string | undefined;
  readonly root: string;
  readonly locate: Locate;
  readonly changed: readonly ChangedEntry[];
}

type LinkTarget = Pick<LinkState, 'url' | 'kind' | 'targetId' | 'anchor'>;

/** Resolves a URL in a changed page; null for one that a part of the folder must be imported for. */
type ResolveUrl = (entry: ChangedEntry, url: string) => LinkTarget | null;

export interface ChangedLinks {
  readonly links: readonly LinkState[];
  readonly resolve: ResolveUrl;
}

/**
 * Resolves the links of changed pages by the paths of the folder, the entries that they have become and the anchors of their texts. A URL
 * that these do not resolve, or whose anchor they do not, leads where it did on the page. Null when the whole folder must be read: for a new URL of that kind, for
 * one of a file that is no part of the space, and when a page that links alone lead to has lost one.
 */
export async function resolveChangedLinks(
  ctx: Context,
  head: ContentState,
  options: LinksToResolve,
): Promise<ChangedLinks | null> {
  const { changed } = options;
  const formers = await ctx.loaders.contentLinks.loadMany(changed.map(({ entryId: id }) => ({ state: head, id })));
  const rows = new Map(changed.map(({ entryId }, at) => [entryId, rowsOf(formers[at])] as const));
  const resolve = await createResolver(ctx, head, options, rows);
  const links: LinkState[] = [];
  for (const entry of changed)
    for (const { start, end, url } of entry.page.source.facts.urls) {
      const target = resolve(entry, url);
      if (target === null) return null;
      links.push({ pageId: entry.entryId, startsAt: start, endsAt: end, ...target });
    }
  const targets = new Set(links.map(({ targetId }) => targetId));
  const lost = [...rows.values()]
    .flat()
    .flatMap(({ foundId }) => (foundId === null || targets.has(foundId) ? [] : [foundId]));
  const hidden = (await listEntries(ctx.sql, head, [...new Set(lost)])).some(
    ({ attributes }) => attributes.hidden === true,
  );
  return hidden ? null : { links, resolve };
}

const rowsOf = (rows: readonly LinkRow[] | Error | undefined): readonly LinkRow[] => {
  if (rows instanceof Error) throw rows;
  return rows ?? [];
};

async function createResolver(
  ctx: Context,
  head: ContentState,
  { changed, root, locate, importId, line }: LinksToResolve,
  rows: ReadonlyMap<string, readonly LinkRow[]>,
): Promise<ResolveUrl> {
  const keyOf = (location: Location) => (location.kind === 'inside' ? relativePath(root, location.path) : '');
  const located = changed.flatMap(({ page }) => listUrls(page).map((url) => locate(page.path, url)));
  const keys = located.flatMap((location) => (location.kind === 'outside' ? location.url : keyOf(location)));
  const sources = await listSourcesByKey(ctx.sql, head, { importId, line }, [...new Set(keys)]);
  const ids = [...new Set(sources.map(({ entryId }) => entryId))];
  const entries = new Map((await listEntries(ctx.sql, head, ids)).map((entry) => [entry.id, entry]));
  const byName = new Map(
    sources.flatMap(({ kind, key, entryId }) => {
      const entry = entries.get(entryId);
      return entry ? [[sourceName(kind, key), entry] as const] : [];
    }),
  );
  const anchorIn = await findAnchors(ctx, changed, [...entries.values()]);
  return ({ page, entryId }, url) => {
    const location = locate(page.path, url);
    if (location.kind === 'outside') {
      const file = byName.get(sourceName('file', location.url));
      return { url: location.url, kind: file ? 'file' : 'url', targetId: file?.id ?? null, anchor: null };
    }
    const key = keyOf(location);
    const target = byName.get(sourceName('page', key));
    const anchor = location.kind === 'inside' ? location.anchor : undefined;
    const found = target && anchor !== undefined ? anchorIn(target, anchor) : null;
    if (target && (anchor === undefined || found !== null))
      return { url, kind: 'page', targetId: target.id, anchor: found };
    const file = location.kind === 'inside' ? byName.get(sourceName('file', key)) : undefined;
    if (file) return { url, kind: 'file', targetId: file.id, anchor: null };
    const former = rows.get(entryId)?.find((row) => row.url === url);
    return former ? { url, kind: former.foundKind ?? 'broken', targetId: former.foundId, anchor: former.anchor } : null;
  };
}

/** Returns a function that finds the anchor that a link to an entry means; null for one that is not known without its text. */
async function findAnchors(
  ctx: Context,
  changed: readonly ChangedEntry[],
  entries: readonly EntryState[],
): Promise<(entry: EntryState, anchor: string) => string | null> {
  const anchors = await listAnchors(
    ctx.sql,
    entries.flatMap(({ documentId }) => documentId ?? []),
  );
  const own = new Map(changed.map(({ page, entryId }) => [entryId, page.source.anchorOf]));
  return ({ id, documentId }, anchor) => {
    const known = own.get(id) ?? anchorsByName(anchors.get(documentId ?? '') ?? []);
    return findAnchor(known, anchor) ?? (own.has(id) ? anchor : null);
  };
}

function listUrls({ source: { facts, matter } }: ChangedPage): string[] {
  const { cover } = matter;
  return [
    ...facts.urls.map(({ url }) => url),
    ...(cover ? [cover.url] : []),
    ...(cover?.dark === undefined ? [] : [cover.dark]),
  ];
}

/** Anchors by their names, also in lower case. */
function anchorsByName(anchors: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map(anchors.map((anchor) => [anchor, anchor]));
  for (const anchor of anchors) if (!names.has(anchor.toLowerCase())) names.set(anchor.toLowerCase(), anchor);
  return names;
}
