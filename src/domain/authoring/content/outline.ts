import { LRUCache } from 'lru-cache';
import type { RevisionRow } from '../../../db/content/states.ts';
import {
  conditionalTags,
  hasConditionalBlocks,
  type ConditionalTag,
} from '../../../text/markdown/conditional-blocks.ts';
import { actingAs } from '../../core/acting.ts';
import type { Context } from '../../core/context.ts';
import { parseText } from '../../core/parse-text.ts';
import {
  listFileIds,
  listOutline,
  listOutlineLinks,
  mayHaveConditionsSince,
  type OutlineLinkRow,
  type OutlineRow,
} from './queries/outline.ts';
import { variablesOfSpace } from './variables.ts';

/** The inputs of the conditions of a revision. Immutable and the same for every visitor. */
export interface ConditionOutline {
  /** Siblings in order. */
  readonly pages: readonly Omit<OutlineRow, 'markdown' | 'kind'>[];
  /** Texts with conditional blocks, by the id of their page or reusable content. */
  readonly texts: ReadonlyMap<string, ConditionalText>;
  readonly links: readonly OutlineLinkRow[];
  readonly fileIds: readonly string[];
  readonly spaceVariables: Readonly<Record<string, string>>;
}

interface ConditionalText {
  readonly kind: 'page' | 'reusable-content';
  readonly title: string;
  readonly length: number;
  readonly tags: readonly ConditionalTag[];
  readonly variables: Readonly<Record<string, string>>;
}

/** Maximum size of the cache, in rows of outlines. */
const maxCachedRows = 500_000;

/** Outlines by revision; null for a revision without conditions. */
const outlines = new LRUCache<string, { readonly outline: ConditionOutline | null }>({
  maxSize: maxCachedRows,
  sizeCalculation: ({ outline }) => 1 + (outline ? outline.pages.length + outline.links.length : 0),
});

/** Reads the outline of a revision; null when it has no conditions. */
export async function outlineOf(ctx: Context, revision: RevisionRow): Promise<ConditionOutline | null> {
  const known = outlines.get(revision.id);
  if (known) return known.outline;
  // With a budget of its own: a text that takes long must not make the pages fail that are read after it.
  const outline = await loadOutline(actingAs(ctx, ctx.actor), revision);
  outlines.set(revision.id, { outline });
  return outline;
}

/** The newest revision of each line of main content that is known to have no conditions, from which later ones are told. */
const unconditional = new LRUCache<string, RevisionRow>({ max: 10_000 });

async function loadOutline(ctx: Context, revision: RevisionRow): Promise<ConditionOutline | null> {
  const isMain = revision.baseSeq === null;
  const base = isMain ? unconditional.get(revision.line) : undefined;
  const isAfter = base !== undefined && base.seq < revision.seq;
  const isAsBefore = isAfter && !(await mayHaveConditionsSince(ctx.sql, base, revision));
  const outline = isAsBefore ? null : await loadWholeOutline(ctx, revision);
  if (outline === null && isMain && (base === undefined || isAfter)) unconditional.set(revision.line, revision);
  return outline;
}

async function loadWholeOutline(ctx: Context, revision: RevisionRow): Promise<ConditionOutline | null> {
  const rows = await listOutline(ctx.sql, revision);
  const conditional = rows.filter(({ markdown }) => markdown !== null);
  if (conditional.length === 0 && rows.every(({ condition }) => (condition ?? '').trim() === '')) return null;
  const [links, fileIds, spaceVariables, tags] = await Promise.all([
    listOutlineLinks(
      ctx.sql,
      revision,
      conditional.map(({ id }) => id),
    ),
    listFileIds(ctx.sql, revision),
    variablesOfSpace(ctx, revision),
    Promise.all(conditional.map(({ markdown }) => loadTags(ctx, markdown ?? '', ctx.config.OPERATION_TIMEOUT_MS))),
  ]);
  return {
    pages: rows.filter(({ kind }) => kind === 'page').map(({ markdown: _markdown, kind: _kind, ...page }) => page),
    texts: new Map(
      conditional.map(({ id, kind, title, markdown, variables }, index) => [
        id,
        { kind, title, length: markdown?.length ?? 0, tags: tags[index] ?? [], variables: variables ?? {} },
      ]),
    ),
    links,
    fileIds,
    spaceVariables,
  };
}

/** Runs in a worker for long texts, because tags are found by parsing. */
const tagsTask = { name: 'conditionalTags', run: conditionalTags };

/** Finds the tags of conditional blocks in a text. A text that cannot be parsed is hidden as a whole. */
export async function loadTags(ctx: Context, markdown: string, longestMs?: number): Promise<readonly ConditionalTag[]> {
  if (!hasConditionalBlocks(markdown)) return [];
  const read = await parseText(ctx, tagsTask, [markdown], { longestMs });
  return 'value' in read ? read.value : [{ kind: 'if', condition: 'false', start: 0, end: 0 }];
}
