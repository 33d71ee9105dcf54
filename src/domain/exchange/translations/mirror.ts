import { isDeepStrictEqual } from 'node:util';
import { chargeItems } from '../../core/budget.ts';
import { changesTo, type ContentChanges, type EntryState, type StoredText } from '../../../text/content/changes.ts';
import { isComputedRoot } from '../../authoring/content/computed/source.ts';
import { listEntries } from '../../authoring/content/queries/entries.ts';
import { withFacts } from '../../authoring/content/parse-facts.ts';
import type { Revision } from '../../authoring/content/revisions.ts';
import type { Context } from '../../core/context.ts';
import { listDiffering, listMarks, type DifferingEntry } from './queries/pages.ts';
import type { TranslatedSpace } from './translated-spaces.ts';

/** The translated fields of a page. */
export interface PageTranslation {
  readonly title: string;
  readonly description: string | null;
  /** Null for an empty text. */
  readonly text: StoredText | null;
}

type Translations = ReadonlyMap<string, PageTranslation>;

/** Texts by id, with their URLs, which are parsed before the transaction. */
export type KnownTexts = ReadonlyMap<string, StoredText>;

/** Reads the texts of the source that may be copied. */
export async function loadMirroredTexts(ctx: Context, { sourceId, spaceId }: TranslatedSpace): Promise<KnownTexts> {
  const rows = chargeItems(ctx, await listDiffering(ctx.sql, sourceId, spaceId));
  const ids = rows.flatMap(({ source, copy }) =>
    source?.documentId && source.documentId !== copy?.documentId ? source.documentId : [],
  );
  const texts = await Promise.all([...new Set(ids)].map((id) => ctx.loaders.storedText.load(id)));
  const read = texts.flatMap((text) => text ?? []).map(({ id, markdown }) => withFacts(ctx, { id, markdown }));
  return new Map((await Promise.all(read)).map((text) => [text.id, text]));
}

interface Mirror {
  readonly translated: TranslatedSpace;
  readonly head: Revision;
  readonly translations: Translations;
  readonly known: KnownTexts;
}

/**
 * Computes the changes that give a copy the pages, files and order of its source, with these translations. Keeps titles
 * and texts that are translated or were written in the copy, and entries that were added to the copy; all others become
 * those of the source.
 */
export async function mirrorChanges(
  ctx: Context,
  { translated, head, translations, known }: Mirror,
): Promise<ContentChanges> {
  const rows = chargeItems(ctx, await listDiffering(ctx.sql, translated.sourceId, translated.spaceId));
  const others = await sameEntries(ctx, head, { rows, translations });
  const ids = rows.map(({ id }) => id);
  const marked = new Set((await listMarks(ctx.sql, translated.id, ids)).map(({ pageId }) => pageId));
  const removed = new Set(rows.flatMap(({ id, source, wasInSource }) => (source === null && wasInSource ? [id] : [])));
  const changed = [...rows, ...others].flatMap((row): [string, EntryState | null][] => {
    if (removed.has(row.id)) return [[row.id, null]];
    const next = nextState(row, { translation: translations.get(row.id), isTranslated: marked.has(row.id), removed });
    return next === null || isDeepStrictEqual(next, row.copy) ? [] : [[row.id, next]];
  });
  const ownTexts = [...translations.values()].flatMap(({ text }) => text ?? []);
  const texts = new Map([...known, ...ownTexts.map((text) => [text.id, text] as const)]);
  return changesTo(changed, {
    texts: changed.flatMap(([, entry]) => texts.get(entry?.documentId ?? '') ?? []),
  });
}

/** Lists entries that differ only by new translations. */
async function sameEntries(
  ctx: Context,
  head: Revision,
  { rows, translations }: { readonly rows: readonly DifferingEntry[]; readonly translations: Translations },
): Promise<DifferingEntry[]> {
  const differing = new Set(rows.map(({ id }) => id));
  const ids = [...translations.keys()].filter((id) => !differing.has(id));
  const entries = ids.length === 0 ? [] : await listEntries(ctx.sql, head, ids);
  return entries.map((copy) => ({ id: copy.id, source: copy, copy, wasInSource: true, isMirrored: true }));
}

interface Decision {
  readonly translation: PageTranslation | undefined;
  readonly isTranslated: boolean;
  readonly removed: ReadonlySet<string>;
}

/** The next state of an entry of the copy; null when it was deleted from both spaces. */
function nextState({ source, copy, isMirrored }: DifferingEntry, decision: Decision): EntryState | null {
  const { translation, isTranslated, removed } = decision;
  if (source === null) {
    const isOrphan = copy?.parentId !== null && copy?.parentId !== undefined && removed.has(copy.parentId);
    return copy && isOrphan ? { ...copy, parentId: null } : copy;
  }
  if (translation) {
    const { title, description, text } = translation;
    const said = withDescription({ ...source, title }, description);
    return isComputedRoot(source) ? withGenerated(said, copy) : { ...said, documentId: text?.id ?? null };
  }
  const isOwn = copy !== null && isText(source) && (isTranslated || !isMirrored);
  const said = isOwn
    ? withDescription(
        { ...source, title: copy.title, documentId: copy.documentId },
        copy.attributes.description ?? null,
      )
    : source;
  return isComputedRoot(source) ? withGenerated(said, copy) : said;
}

const isText = ({ kind }: EntryState) => kind === 'page' || kind === 'reusable-content';

function withDescription(entry: EntryState, description: string | null): EntryState {
  const { description: _former, ...attributes } = entry.attributes;
  return { ...entry, attributes: { ...attributes, ...(description !== null && { description }) } };
}

/** Keeps the generated text and seed of a computed page, because the commit regenerates them. */
function withGenerated(entry: EntryState, copy: EntryState | null): EntryState {
  const { computedSeed: _former, ...attributes } = entry.attributes;
  const seed = copy?.attributes.computedSeed;
  return {
    ...entry,
    documentId: copy?.documentId ?? null,
    attributes: { ...attributes, ...(seed !== undefined && { computedSeed: seed }) },
  };
}
