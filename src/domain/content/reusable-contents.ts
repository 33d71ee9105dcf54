import { raw, sql } from '../../db/sql.ts';
import { notFound } from '../../lib/errors.ts';
import { entriesAt, entryAt } from '../../loaders/content.ts';
import { spend } from '../budget.ts';
import type { Context } from '../context.ts';
import type { Revision } from './revisions.ts';

/** A text that pages can show in several places. Contract 2.13. */
export interface ReusableContent {
  readonly id: string;
  readonly title: string;
  readonly documentId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly revision: Revision;
}

const columns = raw(`e."entryId" as id, e.title, e."documentId", e."createdAt", e."updatedAt"`);
const isReusable = raw("e.kind = 'reusable-content'");

/** The reusable contents of a revision, by title. */
export async function readReusableContents(ctx: Context, revision: Revision): Promise<ReusableContent[]> {
  const rows = await ctx.sql.rows<Omit<ReusableContent, 'revision'>>(sql`
    select ${columns} from ${entriesAt(revision, { where: isReusable })} order by e.title collate "C", e."entryId"`);
  return spend(ctx, rows).map((row) => ({ ...row, revision }));
}

/** A reusable content of a revision. Throws not_found. */
export async function getReusableContent(ctx: Context, revision: Revision, id: string): Promise<ReusableContent> {
  const row = await ctx.sql.first<Omit<ReusableContent, 'revision'>>(sql`
    select ${columns} from ${entryAt(revision, sql`${id}`)} where ${isReusable}`);
  if (row === null) throw notFound('reusable content', id);
  return { ...row, revision };
}

/** Its Markdown. */
export async function textOfReusable(ctx: Context, { id, documentId }: ReusableContent): Promise<string> {
  if (documentId === null) return '';
  const document = await ctx.loaders.document.load(documentId);
  if (document === null) throw new Error(`Reusable content ${id} lacks its document ${documentId}`);
  return document.markdown;
}
