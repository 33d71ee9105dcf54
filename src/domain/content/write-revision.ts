import { raw, sql } from '../../db/sql.ts';
import { entryAt, mainBelow } from '../../loaders/content.ts';
import type { Context } from '../context.ts';
import { indexChanges } from '../search/index-pages.ts';
import { emptyEntry, type ContentChanges, type EntryState } from './changes.ts';
import type { RevisionType } from './fields.ts';
import { insertRows } from './insert-rows.ts';
import type { Revision } from './revisions.ts';
import { storeTexts } from './store-texts.ts';
import { writeLinks } from './write-links.ts';

/** What a revision is beside its content; an omitted member is as for an edit. */
export interface RevisionOptions {
  readonly type?: RevisionType;
  /** Ids of the revisions it is made from; the head alone when omitted. */
  readonly parents?: readonly string[];
  /** Off the main line: the main seq it lies on from now on, when main content was brought in. */
  readonly baseSeq?: number;
}

interface NextRevision {
  /** The state before it; a main one for the first revision of a change request. */
  readonly head: Revision;
  readonly line: string;
  readonly changes: ContentChanges;
  readonly options: RevisionOptions;
}

/** Where the rows of the new revision go. */
type Target = Pick<Revision, 'spaceId' | 'line' | 'seq' | 'baseSeq'>;

/**
 * Writes the revision after `head` on a line, in the transaction and under the lock of the caller, who also
 * makes it the active one. Fifteen statements at most for a thousand changes, and three for
 * each five hundred pages that search finds anew.
 */
export async function writeRevision(ctx: Context, { head, line, changes, options }: NextRevision): Promise<Revision> {
  const { put, remove, documents } = changes;
  const target = targetOf(head, line, options.baseSeq);
  const now = ctx.now().toISOString();
  await storeTexts(ctx, documents);
  const touched = [...remove, ...put.map(({ id }) => id)];
  const own = await closeEntries(ctx, target, touched);
  const redirects = line === head.spaceId ? redirectsOf(head.spaceId, own, put) : [];
  await insertRows(
    ctx,
    'page_redirects',
    redirects.map((redirect) => ({ ...redirect, createdAt: now })),
    { onConflict: keepRedirect },
  );
  const below = await entriesBelow(ctx, target, touched);
  const common = { line, fromSeq: target.seq, toSeq: null, spaceId: head.spaceId, updatedAt: now };
  const entries = put.map(({ id, ...entry }) => {
    const createdAt = own.get(id)?.createdAt ?? below.get(id)?.createdAt ?? now;
    return { ...entry, ...common, entryId: id, deleted: false, createdAt };
  });
  const tombstones = remove.flatMap((id) => {
    const hidden = below.get(id);
    return hidden === undefined ? [] : [{ ...tombstone, ...hidden, ...common, entryId: id }];
  });
  await insertRows(ctx, 'content_entries', [...entries, ...tombstones]);
  await writeLinks(ctx, { head, target: { ...target, id: '' } }, changes);
  if (line === head.spaceId) await indexChanges(ctx, line, changes);
  const revision: Revision = {
    ...target,
    id: ctx.newId('rev'),
    parents: [...(options.parents ?? [head.id])],
    type: options.type ?? 'edits',
    createdById: ctx.actor.userId,
    createdAt: now,
  };
  await ctx.db.revision.create({ data: revision });
  return revision;
}

function targetOf(head: Revision, line: string, baseSeq: number | undefined): Target {
  const { spaceId } = head;
  if (head.line === line) return { spaceId, line, seq: head.seq + 1, baseSeq: baseSeq ?? head.baseSeq };
  return { spaceId, line, seq: 1, baseSeq: baseSeq ?? head.seq };
}

/** Of an entry that changes or goes, what it was. */
interface Closed {
  readonly entryId: string;
  readonly createdAt: string;
  readonly parentId: string | null;
  readonly slug: string | null;
}

/** Ends the present state of entries on the line; gives what each was. */
async function closeEntries(ctx: Context, { line, seq }: Target, ids: readonly string[]): Promise<Map<string, Closed>> {
  if (ids.length === 0 || seq === 1) return new Map();
  const rows = await ctx.sql.rows<Closed>(sql`
    update content_entries set "toSeq" = ${seq}::int
    where line = ${line} and "toSeq" is null and "entryId" = any(${ids}::text[])
    returning "entryId", "createdAt", "parentId", slug`);
  return new Map(rows.map((row) => [row.entryId, row]));
}

/** Where pages were that are elsewhere now. */
const redirectsOf = (spaceId: string, closed: ReadonlyMap<string, Closed>, put: readonly EntryState[]) =>
  put.flatMap(({ id, parentId, slug }) => {
    const then = closed.get(id);
    if (!then || then.slug === null || (then.slug === slug && then.parentId === parentId)) return [];
    return [{ spaceId, parentId: then.parentId ?? '', slug: then.slug, pageId: id }];
  });

interface Hidden {
  readonly kind: string;
  readonly createdAt: string;
}

/** Of these, what the main revision below a change request has: it is overlaid, or hidden by a tombstone. */
async function entriesBelow(ctx: Context, target: Target, ids: readonly string[]) {
  if (ids.length === 0 || target.baseSeq === null) return new Map<string, Hidden>();
  const rows = await ctx.sql.rows<Hidden & { id: string }>(sql`
    select e."entryId" as id, e.kind, e."createdAt"
    from unnest(${ids}::text[]) wanted(id) cross join lateral ${entryAt(mainBelow(target), raw('wanted.id'))}`);
  return new Map(rows.map(({ id, ...hidden }) => [id, hidden]));
}

/** What a row holds that only hides another. */
const tombstone = { ...emptyEntry, deleted: true } as const;

/** The last page that was there is the one that is meant. */
const keepRedirect = raw(`on conflict ("spaceId", "parentId", slug) do update
  set "pageId" = excluded."pageId", "createdAt" = excluded."createdAt"`);
