import { invalid, notFound } from '../../../../lib/errors.ts';
import type { EntryState, LinkState, StoredText } from '../../../../text/content/changes.ts';
import type { Context } from '../../../core/context.ts';
import { isGenerated } from '../computed/source.ts';
import { listAnchors, listTextLinks, type TextLinkRow } from '../queries/between.ts';
import { listDescendants, listEntries, listSiblings } from '../queries/entries.ts';
import type { Revision } from '../revisions.ts';

/** Maximum number of pages that are moved or copied together. */
export const maxPagesTogether = 1_000;

/** Pages with all pages below them. Generated pages are left out: they are generated where their computed page goes. */
export interface Subtree {
  /** The first of them, in the order in which they are placed. */
  readonly roots: readonly EntryState[];
  readonly pages: readonly EntryState[];
  /** Ids of all of them, also of generated ones. */
  readonly ids: readonly string[];
}

/** Loads a page with the pages below it, as they are written. Throws not_found, validation_failed. */
export async function loadSubtree(ctx: Context, head: Revision, pageId: string): Promise<Subtree> {
  const [root] = await listEntries(ctx.sql, head, [pageId]);
  if (root?.kind !== 'page') throw notFound('page', pageId);
  if (isGenerated(root))
    throw invalid('pageId', 'The page belongs to a computed page, which must be taken whole', 'tree');
  return loadBelow(ctx, head, [pageId]);
}

/** Loads all pages of a state, as they are written. Throws validation_failed. */
export const loadWholeTree = async (ctx: Context, head: Revision): Promise<Subtree> =>
  loadBelow(
    ctx,
    head,
    (await listSiblings(ctx.sql, head, null)).map(({ id }) => id),
  );

async function loadBelow(ctx: Context, head: Revision, rootIds: readonly string[]): Promise<Subtree> {
  const ids = [...rootIds, ...(await listDescendants(ctx.sql, head, rootIds)).map(({ id }) => id)];
  if (ids.length > maxPagesTogether)
    throw invalid(
      'pageId',
      `These are ${ids.length} pages; at most ${maxPagesTogether} pages are taken together, so take their parts one after another`,
      'too_big',
    );
  const entries = await listEntries(ctx.sql, head, ids);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return {
    roots: rootIds.flatMap((id) => byId.get(id) ?? []),
    pages: entries.filter((entry) => !isGenerated(entry)),
    ids: entries.map(({ id }) => id),
  };
}

/** An entry with its text and the links in it, each with the entry that it leads to. */
export interface LinkedEntry {
  readonly entry: EntryState;
  readonly text: StoredText | null;
  readonly links: readonly LinkState[];
}

/** Loads the texts and links of entries of a state. Takes three statements. */
export async function loadLinked(ctx: Context, head: Revision, entries: readonly EntryState[]): Promise<LinkedEntry[]> {
  const textIds = [...new Set(entries.flatMap(({ documentId }) => documentId ?? []))];
  const ids = entries.map(({ id }) => id);
  const [rows, texts, anchors] = await Promise.all([
    listTextLinks(ctx.sql, head, ids),
    ctx.loaders.storedText.loadMany(textIds),
    listAnchors(ctx.sql, textIds),
  ]);
  const textOf = new Map(
    texts.flatMap((text) => (text === null || text instanceof Error ? [] : [[text.id, text.markdown] as const])),
  );
  const linksOf = new Map<string, LinkState[]>(ids.map((id) => [id, []]));
  for (const row of rows) linksOf.get(row.pageId)?.push(toLink(row));
  return entries.map((entry) => {
    const { id, documentId } = entry;
    const markdown = textOf.get(documentId ?? '');
    const text =
      documentId === null || markdown === undefined
        ? null
        : { id: documentId, markdown, urls: [], anchors: anchors.get(documentId) ?? null };
    return { entry, text, links: linksOf.get(id) ?? [] };
  });
}

/** A link as it is written; one that led nowhere when it was written leads to what is there now. */
const toLink = ({ foundId, foundKind, kind, targetId, path, ...row }: TextLinkRow): LinkState => ({
  pageId: row.pageId,
  startsAt: row.startsAt,
  endsAt: row.endsAt,
  url: row.url,
  anchor: row.anchor,
  spaceId: row.spaceId,
  ...(foundId === null ? { kind, targetId, path } : { kind: foundKind ?? kind, targetId: foundId, path: null }),
});
