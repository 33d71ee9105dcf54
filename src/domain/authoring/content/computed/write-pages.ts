import type { ContentState } from '../../../../db/content/states.ts';
import type { Context } from '../../../core/context.ts';
import type { ContentChanges, EntryState, StoredText } from '../../../../text/content/changes.ts';
import { generate, isSame } from './generate.ts';
import type { SpecOutline } from '../../../../text/openapi-specs/outline-page.ts';
import { listGenerated, lockOutlines } from './queries.ts';
import { isComputedRoot, isGenerated, findOpenApiSource } from './source.ts';

/**
 * Adds generated pages to the changes, for each computed page among them, from the latest version of its source.
 * `state` is the state that the changes produce. Takes at most two statements, and none without computed pages.
 */
export async function withGeneratedPages(
  ctx: Context,
  state: ContentState,
  changes: ContentChanges,
): Promise<ContentChanges> {
  const { put, remove, texts, computed = { roots: [], removed: [] } } = changes;
  const isPut = new Set(put.map(({ id }) => id));
  const roots = [...put.filter(isComputedRoot), ...computed.roots.filter(({ id }) => !isPut.has(id))];
  // Ignore generated pages in the input: only this function writes them.
  const own = put.filter((entry) => !isGenerated(entry) && !isComputedRoot(entry));
  if (roots.length === 0 && computed.removed.length === 0)
    return own.length === put.length ? changes : { ...changes, put: own };
  const rootIds = [...roots.map(({ id }) => id), ...computed.removed];
  const stored = new Map((await listGenerated(ctx.sql, state, rootIds)).map((entry) => [entry.id, entry]));
  const outlines = await loadOutlines(ctx, state.spaceId, roots);
  const generated = roots.map((root) => ({
    given: root,
    ...generate(root, outlines.get(findOpenApiSource(root.attributes.computed)?.spec ?? '') ?? null),
  }));
  const pages = generated.flatMap((one) => one.pages);
  const wanted = new Set(pages.map(({ id }) => id));
  const written = [
    ...generated.flatMap(({ root, given }) => (isPut.has(root.id) || !isSameRoot(given, root) ? [root] : [])),
    ...pages.filter((page) => !isSame(stored.get(page.id), page)),
  ];
  const gone = [...stored.keys(), ...remove].filter((id) => !wanted.has(id));
  return {
    ...changes,
    put: [...own, ...written],
    remove: [...new Set(gone)],
    texts: [
      ...texts,
      ...listTexts(
        written,
        generated.flatMap((one) => one.texts),
      ),
    ],
  };
}

const isSameRoot = (given: EntryState, root: EntryState) =>
  given.documentId === root.documentId && given.attributes.computedSeed === root.attributes.computedSeed;

async function loadOutlines(
  ctx: Context,
  spaceId: string,
  roots: readonly EntryState[],
): Promise<Map<string, SpecOutline>> {
  const slugs = new Set(roots.flatMap(({ attributes }) => findOpenApiSource(attributes.computed)?.spec ?? []));
  if (slugs.size === 0) return new Map();
  const rows = await lockOutlines(ctx.sql, spaceId, [...slugs]);
  return new Map(rows.map((row) => [row.slug, row]));
}

function listTexts(written: readonly EntryState[], texts: readonly StoredText[]): StoredText[] {
  const used = new Set(written.map(({ documentId }) => documentId));
  return [...new Map(texts.filter(({ id }) => used.has(id)).map((text) => [text.id, text])).values()];
}
