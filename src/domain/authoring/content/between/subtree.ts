import { invalid, notFound } from '../../../../lib/errors.ts';
import type { EntryState, LinkState, StoredText } from '../../../../text/content/changes.ts';
import type { Context } from '../../../core/context.ts';
import { isGenerated } from '../computed/source.ts';
import { listAnchors, listTextLinks, type TextLinkRow } from '../queries/between.ts';
import { listDescendants, listEntries } from '../queries/entries.ts';
import type { Revision } from '../revisions.ts';

/** Maximum number of pages that are moved or copied together. */
export const maxPagesTogether = 1_000;

/** A page with all pages below it. Generated pages are left out: they are generated where their computed page goes. */
export interface Subtree {
  readonly root: EntryState;
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
  const below = await listDescendants(ctx.sql, head, [pageId]);
  if (below.length >= maxPagesTogether)
    throw invalid(
      'pageId',
      `The page has ${below.length} pages below it; at most ${maxPagesTogether} pages are taken together, so take its parts one after another`,
      'too_big',
    );
  const entries = await listEntries(ctx.sql, head, [pageId, ...below.map(({ id }) => id)]);
  return {
    root,
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
