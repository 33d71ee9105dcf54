import type { Context } from '../../core/context.ts';
import { indexChanges } from '../search-index/index-changes.ts';
import { listSpecTextsToIndex } from './spec-blocks/index-texts.ts';
import { emptyEntry, type ContentChanges, type EntryState } from '../../../text/content/changes.ts';
import type { RevisionType } from '../../../text/content/fields.ts';
import { insertRows } from './queries/insert-rows.ts';
import {
  closeEntries,
  listBaseEntries,
  upsertPageRedirects,
  type ClosedEntry,
  type EntryBefore,
} from './queries/write-entries.ts';
import type { Revision } from './revisions.ts';
import { storeTexts } from './stored-texts.ts';
import { withFacts } from './parse-facts.ts';
import { mayLink, writeLinks } from './write-links.ts';

/** Properties of a revision besides its content. The defaults are those of an edit. */
export interface RevisionOptions {
  readonly type?: RevisionType;
  /** Ids of the parent revisions; the head alone when omitted. */
  readonly parents?: readonly string[];
  /** The `seq` of the new base revision, for a change request that is updated from main content. */
  readonly baseSeq?: number;
  /** Returns the active revision instead of writing one when nothing changes. */
  readonly unlessSame?: boolean;
}

interface RevisionInput {
  /** The previous state; a main revision for the first revision of a change request. */
  readonly head: Revision;
  readonly line: string;
  readonly changes: ContentChanges;
  readonly options: RevisionOptions;
}

export interface WrittenRevision {
  readonly revision: Revision;
  /** The entries that it changes as they were before, by id. */
  readonly before: ReadonlyMap<string, EntryBefore>;
}

/** Columns that identify the rows of the new revision. */
export type NextRevision = Pick<Revision, 'spaceId' | 'line' | 'seq' | 'baseSeq'>;

/**
 * Writes the revision after `head` on a line of history. The caller holds the lock and activates the revision in the
 * same transaction. Takes at most fifteen statements for a thousand changes, and three for every five hundred pages to
 * index.
 */
export async function writeRevision(
  ctx: Context,
  { head, line, changes, options }: RevisionInput,
): Promise<WrittenRevision> {
  const next = nextRevision(head, line, options.baseSeq);
  const { put, remove } = changes;
  const texts = await Promise.all(
    changes.texts.map(async (text) => (mayLink.test(text.markdown) ? withFacts(ctx, text) : text)),
  );
  const now = ctx.now().toISOString();
  await storeTexts(ctx, texts);
  const changedIds = [...remove, ...put.map(({ id }) => id)];
  const closed = await closeEntries(ctx.sql, next, changedIds);
  const redirects = line === head.spaceId ? listRedirects(head.spaceId, closed, put) : [];
  await upsertPageRedirects(
    ctx.sql,
    redirects.map((redirect) => ({ ...redirect, createdAt: now })),
  );
  const base = await listBaseEntries(ctx.sql, next, changedIds);
  const common = { line, fromSeq: next.seq, toSeq: null, spaceId: head.spaceId, updatedAt: now };
  const entries = put.map(({ id, ...entry }) => {
    const createdAt = closed.get(id)?.createdAt ?? base.get(id)?.createdAt ?? now;
    return { ...entry, ...common, entryId: id, deleted: false, createdAt };
  });
  const tombstones = remove.flatMap((id) => {
    const hidden = base.get(id);
    if (hidden === undefined) return [];
    const { kind, createdAt } = hidden;
    return [{ ...tombstone, kind, createdAt, ...common, entryId: id }];
  });
  await insertRows(ctx.sql, 'content_entries', [...entries, ...tombstones]);
  const toSpecs = await writeLinks(ctx, { before: head, after: { ...next, id: '' } }, { ...changes, texts });
  if (line === head.spaceId) {
    const shown = await listSpecTextsToIndex(ctx, line, { ...changes, toSpecs });
    await indexChanges(ctx, line, { ...changes, shown });
  }
  const revision: Revision = {
    ...next,
    id: ctx.newId('rev'),
    parents: [...(options.parents ?? [head.id])],
    type: options.type ?? 'edits',
    createdById: ctx.actor.userId,
    createdAt: now,
  };
  await ctx.db.revision.create({ data: revision });
  return {
    revision,
    before: new Map([...base, ...closed].filter(([, entry]) => !('deleted' in entry && entry.deleted))),
  };
}

export function nextRevision(head: Revision, line: string, baseSeq: number | undefined): NextRevision {
  const { spaceId } = head;
  if (head.line === line) return { spaceId, line, seq: head.seq + 1, baseSeq: baseSeq ?? head.baseSeq };
  return { spaceId, line, seq: 1, baseSeq: baseSeq ?? head.seq };
}

/** Creates redirects from the former paths of pages that were moved or got another slug. */
const listRedirects = (spaceId: string, closed: ReadonlyMap<string, ClosedEntry>, put: readonly EntryState[]) =>
  put.flatMap(({ id, parentId, slug }) => {
    const former = closed.get(id);
    if (!former || former.slug === null || (former.slug === slug && former.parentId === parentId)) return [];
    return [{ spaceId, parentId: former.parentId ?? '', slug: former.slug, pageId: id }];
  });

/** Members of a row that hides an entry of main content in a change request. */
const tombstone = { ...emptyEntry, deleted: true } as const;
