import { addToList } from '../../../lib/add-to-list.ts';
import { commitContent } from '../../authoring/content/commit.ts';
import { generate, isSame } from '../../authoring/content/computed/generate.ts';
import {
  findOutline,
  listDependentPages,
  listGenerated,
  type DependentPage,
  type SpecName,
} from '../../authoring/content/computed/queries.ts';
import { listEntries } from '../../authoring/content/queries/entries.ts';
import type { EntryState } from '../../../text/content/changes.ts';
import { storeTexts } from '../../authoring/content/stored-texts.ts';
import type { Context } from '../../core/context.ts';
import { DomainError } from '../../../lib/errors.ts';
import type { SpecOutline } from '../../../text/openapi-specs/outline-page.ts';
import { prepareIndex } from '../../authoring/search-index/prepare-index.ts';
import type { Analysis } from '../../../text/search/analyze.ts';
import { transact } from '../../core/transact.ts';

/** Number of computed pages read in one batch. */
const batchSize = 100;

/**
 * Regenerates the pages of a specification in every space, and in every open change request that changed the computed
 * page. Writes one revision of type `computed` for each space or change request that differs, so a repeated run writes
 * nothing. Returns the number of those written.
 */
export async function writeDependentPages(
  ctx: Context,
  { organizationId, slug }: SpecName,
  signal: AbortSignal,
): Promise<number> {
  const outline = await findOutline(ctx.sql, { organizationId, slug });
  let written = 0;
  for (let after: DependentPage | null = null; ;) {
    const batch: DependentPage[] = await listDependentPages(
      ctx.sql,
      { organizationId, slug },
      { after, limit: batchSize },
    );
    for (const pages of byLine(batch)) {
      signal.throwIfAborted();
      // One space at a time.
      if (await writeLine(ctx, pages, outline)) written += 1;
    }
    after = batch.at(-1) ?? null;
    if (after === null || batch.length < batchSize) return written;
  }
}

function byLine(pages: readonly DependentPage[]): DependentPage[][] {
  const lines = new Map<string, DependentPage[]>();
  for (const page of pages) addToList(lines, page.line, page);
  return [...lines.values()];
}

/**
 * Writes the pages of one space or change request. False when nothing changed, or when it has been deleted or closed.
 */
async function writeLine(ctx: Context, pages: readonly DependentPage[], outline: SpecOutline | null): Promise<boolean> {
  const [{ spaceId, line } = { spaceId: '', line: '' }] = pages;
  const owner = { spaceId, changeRequestId: line === spaceId ? null : line };
  const ids = pages.map(({ id }) => id);
  try {
    const analyses = await prepare(ctx, owner, ids, outline);
    return await transact(
      ctx,
      async (inner) => {
        let before: string | null = null;
        const revision = await commitContent(
          inner,
          owner,
          async (locked, head) => {
            before = head.id;
            const roots = await listEntries(locked.sql, head, ids);
            return { put: [], remove: [], texts: [], links: [], computed: { roots, removed: [] }, analyses };
          },
          { type: 'computed', unlessSame: true },
        );
        return revision.id !== before;
      },
      { timeoutMs: ctx.config.IMPORT_TIMEOUT_MS },
    );
  } catch (error) {
    if (error instanceof DomainError && (error.type === 'not_found' || error.type === 'invalid_state')) return false;
    throw error;
  }
}

/** Stores the texts and analyzes them for search, before the space is locked. */
async function prepare(
  ctx: Context,
  { spaceId, changeRequestId }: { readonly spaceId: string; readonly changeRequestId: string | null },
  ids: readonly string[],
  outline: SpecOutline | null,
): Promise<ReadonlyMap<string, Analysis>> {
  const space = changeRequestId === null ? await ctx.loaders.space.load(spaceId) : null;
  const head = space && (await ctx.loaders.revision.load(space.revisionId));
  if (outline === null || !head) return new Map();
  const made = (await listEntries(ctx.sql, head, ids)).map((root) => generate(root, outline));
  const texts = new Map(made.flatMap((one) => one.texts.map((text) => [text.id, text] as const)));
  await storeTexts(ctx, [...texts.values()]);
  const stored = new Map((await listGenerated(ctx.sql, head, ids)).map((entry) => [entry.id, entry]));
  const changed = made.flatMap(({ root, pages }) => [
    root,
    ...pages.filter((page) => !isSame(stored.get(page.id), page)),
  ]);
  return prepareIndex(
    ctx,
    spaceId,
    changed.flatMap((page) => indexed(page, texts)),
  );
}

function indexed(page: EntryState, texts: ReadonlyMap<string, { readonly markdown: string }>) {
  const { id, title, documentId, attributes } = page;
  const text = documentId === null ? undefined : texts.get(documentId);
  if (!text || attributes.noIndex) return [];
  return [{ id, title, documentId, description: attributes.description ?? '', markdown: text.markdown }];
}
