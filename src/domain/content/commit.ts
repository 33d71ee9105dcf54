import { raw, sql, type Fragment } from '../../db/sql.ts';
import { notFound } from '../../lib/errors.ts';
import { linksKey } from '../../loaders/content.ts';
import type { Context } from '../context.ts';
import { transact } from '../transact.ts';
import type { ContentChanges, LinkState } from './changes.ts';
import type { RevisionType } from './fields.ts';
import type { Revision } from './revisions.ts';

/** Decides, with the space locked, what the next revision changes. Authorizes: what was read before may be stale. */
export type PlanChanges = (ctx: Context, head: Revision) => Promise<ContentChanges>;

/**
 * Makes the next main revision of a space, all or nothing. Commits to one space follow one another.
 * The cost is that of the changes, whatever the size of the space. Throws not_found for a deleted space.
 */
export async function commitContent(outer: Context, spaceId: string, plan: PlanChanges): Promise<Revision> {
  return transact(outer, async (ctx) => {
    const head = await lockContent(ctx, spaceId);
    const changes = await plan(ctx, head);
    const revision = await writeRevision(ctx, head, { type: 'edits', parents: [head.id], changes });
    await ctx.db.space.update({
      where: { id: spaceId },
      data: { revisionId: revision.id, updatedAt: revision.createdAt, version: { increment: 1 } },
    });
    ctx.loaders.clear();
    return revision;
  });
}

/** The active revision of a space, which stays so until the transaction ends. Throws not_found for a deleted space. */
async function lockContent(ctx: Context, spaceId: string): Promise<Revision> {
  // In a statement of its own: one that waits for the lock would join the revision that was active before.
  const space = await ctx.sql.first<{ revisionId: string }>(
    sql`select "revisionId" from spaces where id = ${spaceId} and "deletedAt" is null for no key update`,
  );
  ctx.loaders.clear();
  if (space === null) throw notFound('space', spaceId);
  const head = await ctx.loaders.revision.load(space.revisionId);
  if (head === null) throw new Error(`Space ${spaceId} lacks its revision ${space.revisionId}`);
  return head as Revision;
}

export interface NextRevision {
  readonly type: RevisionType;
  readonly parents: readonly string[];
  readonly changes: ContentChanges;
}

/**
 * Writes the revision after `head` on its line, in the transaction and under the lock of the caller, who also
 * makes it the active one. Seven statements at most, whatever the number of changes.
 */
async function writeRevision(ctx: Context, head: Revision, next: NextRevision): Promise<Revision> {
  const { put, remove, documents, links } = next.changes;
  const seq = head.seq + 1;
  const now = ctx.now().toISOString();
  await insertRows(
    ctx,
    'documents',
    documents.map((document) => ({ ...document, createdAt: now })),
    keepDocument,
  );
  const known = await closeEntries(ctx, head, [...remove, ...put.map(({ id }) => id)]);
  const entries = put.map(({ id, ...entry }) => ({
    ...entry,
    line: head.line,
    entryId: id,
    fromSeq: seq,
    toSeq: null,
    spaceId: head.spaceId,
    deleted: false,
    createdAt: known.get(id) ?? now,
    updatedAt: now,
  }));
  await insertRows(ctx, 'content_entries', entries, raw(''));
  await insertRows(ctx, 'content_links', numbered(links), keepLink);
  const revision: Revision = {
    id: ctx.newId('rev'),
    spaceId: head.spaceId,
    line: head.line,
    seq,
    baseSeq: head.baseSeq,
    parents: [...next.parents],
    type: next.type,
    createdById: ctx.actor.userId,
    createdAt: now,
  };
  await ctx.db.revision.create({ data: revision });
  return revision;
}

/** Ends the present state of entries; gives when each was created. */
async function closeEntries(ctx: Context, head: Revision, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.sql.rows<{ entryId: string; createdAt: string }>(sql`
    update content_entries set "toSeq" = ${head.seq + 1}::int
    where line = ${head.line} and "toSeq" is null and "entryId" = any(${ids}::text[])
    returning "entryId", "createdAt"`);
  return new Map(rows.map(({ entryId, createdAt }) => [entryId, createdAt]));
}

/** A text that is there already is touched, so that no sweep takes it for forgotten. */
const keepDocument = raw('on conflict (id) do update set "createdAt" = excluded."createdAt"');

/** The same text on the same page: what its links mean now counts. */
const keepLink = raw(`on conflict ("pageId", "documentId", ordinal) do update
  set kind = excluded.kind, "targetId" = excluded."targetId", anchor = excluded.anchor`);

type ContentTable = 'documents' | 'content_entries' | 'content_links';

/** Inserts rows, named as the columns, in one statement. In the order of their keys, so that no two wait for each other. */
async function insertRows(ctx: Context, table: ContentTable, rows: readonly object[], onConflict: Fragment) {
  if (rows.length === 0) return;
  await ctx.sql.rows(sql`insert into ${raw(table)}
    select * from json_populate_recordset(null::${raw(table)}, ${JSON.stringify(rows)}::json) order by 1, 2
    ${onConflict}`);
}

function numbered(links: readonly LinkState[]) {
  const next = new Map<string, number>();
  return links.map((link) => {
    const key = linksKey(link);
    const ordinal = next.get(key) ?? 0;
    next.set(key, ordinal + 1);
    return { ...link, ordinal };
  });
}
