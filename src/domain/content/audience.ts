import type { HiddenContent, RevisionRow } from '../../db/content/states.ts';
import { hiddenSpans, withoutSpans } from '../../markdown/conditional-blocks.ts';
import type { Context } from '../context.ts';
import { conditionsOf } from '../visitors/conditions-of.ts';
import type { Conditions } from '../visitors/conditions.ts';
import { outlineOf, tagsOf, type ConditionOutline } from './outline.ts';

/** The parts of a revision that conditions hide from one visitor. */
export interface HiddenParts extends HiddenContent {
  /**
   * Ids of hidden pages, each with the id of the page whose condition hides it: itself, an ancestor, or the target of a
   * link page.
   */
  readonly pages: ReadonlyMap<string, string>;
}

/** Evaluates the conditions of a revision. A hidden page hides its descendants and the link pages that point to it. */
function hiddenIn(outline: ConditionOutline, conditions: Conditions): HiddenParts {
  const { spaceVariables: space } = outline;
  const pages = hiddenPages(outline, conditions);
  const links: string[] = [];
  const isLinkHidden = hiddenLinkTest(outline, conditions);
  const shownFiles = new Set<string>();
  for (const link of outline.links) {
    if (pages.has(link.entryId)) continue;
    if (isLinkHidden(link)) links.push(`${link.entryId} ${link.ordinal}`);
    else if (link.kind === 'file' && link.targetId !== null) shownFiles.add(link.targetId);
  }
  const files = outline.fileIds.filter((id) => !shownFiles.has(id));
  return { pages, entryIds: [...pages.keys(), ...files], links };

  function hiddenLinkTest({ texts }: ConditionOutline, { holds }: Conditions) {
    const spansOf = new Map(
      [...texts].map(([id, { tags, length, variables: page }]) => [
        id,
        hiddenSpans(length, tags, (condition) => holds(condition, { space, page })),
      ]),
    );
    return ({ entryId, source, startsAt }: ConditionOutline['links'][number]) =>
      source === 'text' &&
      startsAt !== null &&
      (spansOf.get(entryId)?.some(({ start, end }) => start <= startsAt && startsAt < end) ?? false);
  }
}

function hiddenPages(outline: ConditionOutline, { holds }: Conditions): Map<string, string> {
  const space = outline.spaceVariables;
  const children = new Map<string | null, string[]>();
  const hidden = new Map<string, string>();
  for (const { id, parentId } of outline.pages) {
    const siblings = children.get(parentId);
    if (siblings) siblings.push(id);
    else children.set(parentId, [id]);
  }
  const hide = (id: string, because: string) => {
    const waiting = [id];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (hidden.has(next)) continue;
      hidden.set(next, because);
      waiting.push(...(children.get(next) ?? []));
    }
  };
  for (const { id, condition, variables } of outline.pages)
    if (!holds(condition, { space, page: variables ?? {} })) hide(id, id);
  for (const { entryId, source, targetId } of outline.links)
    if (source === 'target' && targetId !== null && hidden.has(targetId))
      hide(entryId, hidden.get(targetId) ?? targetId);
  return hidden;
}

/** The revision as the caller sees it: complete for members, filtered by conditions for visitors. */
export async function revisionForCaller<Row extends RevisionRow>(ctx: Context, row: Row): Promise<Row> {
  const conditions = conditionsOf(ctx);
  if (conditions === null) return row;
  const known = seen.get(ctx.loaders) ?? new Map<string, Promise<HiddenContent | null>>();
  seen.set(ctx.loaders, known);
  const made = known.get(row.id) ?? hiddenPartsOf(ctx, row, conditions);
  known.set(row.id, made);
  const hidden = await made;
  return hidden === null ? row : { ...row, hidden };
}
const seen = new WeakMap<Context['loaders'], Map<string, Promise<HiddenContent | null>>>();

/** The parts of a revision that conditions hide; null when it has no conditions. */
export async function hiddenPartsOf(
  ctx: Context,
  row: RevisionRow,
  conditions: Conditions,
): Promise<HiddenParts | null> {
  const outline = await outlineOf(ctx, row);
  return outline && hiddenIn(outline, conditions);
}

/** A text of a revision, with the variables that its conditional blocks use. */
interface SeenText {
  readonly markdown: string;
  readonly revision: RevisionRow;
  readonly variables: Readonly<Record<string, string>> | null;
}

/**
 * The text as the caller sees it. Visitors get it without hidden conditional blocks and without the tags of the visible
 * ones.
 */
export async function textForCaller(ctx: Context, { markdown, revision, variables }: SeenText): Promise<string> {
  const conditions = conditionsOf(ctx);
  if (conditions === null) return markdown;
  const tags = await tagsOf(ctx, markdown);
  if (tags.length === 0) return markdown;
  const outline = await outlineOf(ctx, revision);
  const names = { space: outline?.spaceVariables ?? {}, page: variables ?? {} };
  return withoutSpans(
    markdown,
    hiddenSpans(markdown.length, tags, (condition) => conditions.holds(condition, names)),
  );
}
