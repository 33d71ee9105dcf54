import { addToList } from '../../../lib/add-to-list.ts';
import { LRUCache } from 'lru-cache';
import type { HiddenContent, RevisionRow } from '../../../db/content/states.ts';
import { withoutComments } from '../../../text/markdown/comments.ts';
import { hiddenSpans, withoutSpans } from '../../../text/markdown/conditional-blocks.ts';
import type { Span } from '../../../text/markdown/url-spans.ts';
import { runInTurn } from '../../core/budget.ts';
import type { Context } from '../../core/context.ts';
import { awaitConditions, pausesOf } from '../../people/visitors/condition-turns.ts';
import { conditionsOf } from '../../people/visitors/conditions-of.ts';
import { createConditions, type Conditions } from '../../people/visitors/conditions.ts';
import { outlineOf, loadTags, type ConditionOutline } from './outline.ts';

/** The parts of a revision that conditions hide from one visitor. */
export interface HiddenParts extends HiddenContent {
  /**
   * Ids of hidden pages, each with the id of the page whose condition hides it: itself, an ancestor, or the target of a
   * link page.
   */
  readonly pages: ReadonlyMap<string, string>;
}

/**
 * Evaluates the conditions of a revision, in turns with other requests. A hidden page hides its descendants and the link
 * pages that point to it.
 */
export async function hiddenIn(ctx: Context, outline: ConditionOutline, conditions: Conditions): Promise<HiddenParts> {
  const pause = pausesOf(ctx, conditions);
  const pages = await hiddenPages(outline, conditions, pause);
  const spansOf = await listHiddenSpans(outline, conditions, pause);
  const links: string[] = [];
  const shownFiles = new Set<string>();
  for (const { entryId, ordinal, kind, source, startsAt, targetId } of outline.links) {
    if (pages.has(entryId)) continue;
    const isHidden = source === 'text' && startsAt !== null && isWithin(spansOf.get(entryId) ?? [], startsAt);
    if (isHidden) links.push(`${entryId} ${ordinal}`);
    else if (kind === 'file' && targetId !== null) shownFiles.add(targetId);
  }
  const files = outline.fileIds.filter((id) => !shownFiles.has(id));
  return { pages, entryIds: [...pages.keys(), ...files], links };
}

/** Whether an offset lies within one of the spans, which are in order and do not overlap. */
function isWithin(spans: readonly Span[], offset: number): boolean {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return (spans[low]?.start ?? Infinity) <= offset;
}

type Pause = ReturnType<typeof pausesOf>;

/** The hidden parts of each text. */
async function listHiddenSpans(
  { texts, spaceVariables: space }: ConditionOutline,
  { holds }: Conditions,
  pause: Pause,
) {
  const spans = new Map<string, readonly Span[]>();
  for (const [id, { tags, length, variables: page }] of texts) {
    spans.set(
      id,
      hiddenSpans(length, tags, (condition) => holds(condition, { space, page })),
    );
    // Yields to other requests.
    await pause();
  }
  return spans;
}

async function hiddenPages(
  outline: ConditionOutline,
  { holds }: Conditions,
  pause: Pause,
): Promise<Map<string, string>> {
  const space = outline.spaceVariables;
  const children = new Map<string | null, string[]>();
  const hidden = new Map<string, string>();
  for (const { id, parentId } of outline.pages) addToList(children, parentId, id);
  const hide = (id: string, because: string) => {
    const waiting = [id];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (hidden.has(next)) continue;
      hidden.set(next, because);
      waiting.push(...(children.get(next) ?? []));
    }
  };
  for (const { id, condition, variables } of outline.pages) {
    if (!holds(condition, { space, page: variables ?? {} })) hide(id, id);
    const due = pause();
    // Yields to other requests.
    if (due) await due;
  }
  for (const { entryId, source, targetId } of outline.links)
    if (source === 'target' && targetId !== null && hidden.has(targetId))
      hide(entryId, hidden.get(targetId) ?? targetId);
  return hidden;
}

/** The revision as the caller sees it: complete for members, filtered by conditions for visitors. */
export async function revisionForCaller<Row extends RevisionRow>(ctx: Context, row: Row): Promise<Row> {
  const conditions = conditionsOf(ctx);
  if (conditions === null) return row;
  const cache = seen.get(ctx.loaders) ?? new Map<string, Promise<HiddenContent | null>>();
  seen.set(ctx.loaders, cache);
  const loading = cache.get(row.id) ?? loadHiddenParts(ctx, row, conditions);
  cache.set(row.id, loading);
  const hidden = await loading;
  return hidden === null ? row : { ...row, hidden };
}
const seen = new WeakMap<Context['loaders'], Map<string, Promise<HiddenContent | null>>>();

/** Maximum size of the cache, in bytes, estimated from the number of parts, whose ids are those of the outline. */
const maxBytes = 16_777_216;
const bytesOfView = 500;
const bytesOfPart = 48;

/** Caches hidden parts by revision and claims: neither a revision nor what claims hide of it ever changes. */
const cachedParts = new LRUCache<string, HiddenParts>({
  maxSize: maxBytes,
  sizeCalculation: ({ entryIds, links }, key) =>
    bytesOfView + 2 * key.length + bytesOfPart * (2 * entryIds.length + links.length),
});

/** The parts of a revision that conditions hide; null when it has no conditions. Throws query_too_complex. */
export async function loadHiddenParts(
  ctx: Context,
  row: RevisionRow,
  { claims }: Conditions,
): Promise<HiddenParts | null> {
  const outline = await outlineOf(ctx, row);
  if (outline === null) return null;
  const key = `${row.id} ${JSON.stringify(claims)}`;
  const cached = cachedParts.get(key);
  if (cached) return cached;
  // Conditions of its own, so that the result does not depend on what else the request evaluates.
  const conditions = createConditions(claims);
  await awaitConditions(ctx, 1);
  const hidden = await runInTurn(ctx, async (charge) => {
    const parts = await hiddenIn(ctx, outline, conditions);
    charge(conditions.stepsTaken() / stepsPerMs);
    return parts;
  });
  cachedParts.set(key, hidden);
  return hidden;
}

/** Evaluation steps in a millisecond of processor time. */
const stepsPerMs = 50_000;

/** A text of a revision, with the variables that its conditional blocks use. */
interface SeenText {
  readonly markdown: string;
  readonly revision: RevisionRow;
  readonly variables: Readonly<Record<string, string>> | null;
}

/**
 * The text as the caller sees it. Visitors get it without hidden conditional blocks, without the tags of the visible ones, and
 * without the comments of its authors.
 */
export async function textForCaller(ctx: Context, { markdown, revision, variables }: SeenText): Promise<string> {
  const conditions = conditionsOf(ctx);
  if (conditions === null) return markdown;
  const tags = await loadTags(ctx, markdown);
  if (tags.length === 0) return withoutComments(markdown);
  const outline = await outlineOf(ctx, revision);
  const names = { space: outline?.spaceVariables ?? {}, page: variables ?? {} };
  await awaitConditions(ctx, tags.length);
  const shown = hiddenSpans(markdown.length, tags, (condition) => conditions.holds(condition, names));
  return withoutComments(withoutSpans(markdown, shown));
}
