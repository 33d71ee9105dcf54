import { raw, sql } from '../../db/sql.ts';
import { childrenAt, entryAt, type ContentState } from '../../loaders/content.ts';
import type { Context } from '../context.ts';
import type { EntryState } from './changes.ts';

/** An EntryState of an item of FROM named `e`. */
export const entryColumns = raw(`e."entryId" as id, e.kind, e."parentId", e.position, e.type, e.title, e.slug,
  e."documentId", e."blobHash", e.attributes`);

/** Entries of a state as they can be put again; those it has none of are left out. */
export const readEntries = (ctx: Context, state: ContentState, ids: readonly string[]): Promise<EntryState[]> =>
  ctx.sql.rows<EntryState>(sql`
    select ${entryColumns}
    from unnest(${ids}::text[]) wanted(id) cross join lateral ${entryAt(state, raw('wanted.id'))}`);

/** What a new page must stand apart from. */
export interface Sibling {
  readonly id: string;
  readonly position: string;
  readonly slug: string | null;
}

/** The pages under a parent, or at the top, in order. */
export const readSiblings = (ctx: Context, state: ContentState, parentId: string | null): Promise<Sibling[]> =>
  ctx.sql.rows<Sibling>(sql`
    select e."entryId" as id, e.position, e.slug
    from ${childrenAt(state, sql`${parentId}::text`)} order by e.position, e."entryId"`);
