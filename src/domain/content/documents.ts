import { sql } from '../../db/sql.ts';
import { notFound } from '../../lib/errors.ts';
import { enterChangeRequest } from '../change-requests/change-requests.ts';
import type { Context } from '../context.ts';
import { authorizedSpace } from '../spaces/spaces.ts';

/** A text, whatever page has it. */
export interface Document {
  readonly id: string;
  readonly markdown: string;
}

/** Change requests in which a text is looked for. */
const maxLines = 50;

/** A text that a revision of the space has which the caller may read. Throws not_found, insufficient_scope. */
export async function getDocument(ctx: Context, spaceId: string, id: string): Promise<Document> {
  await authorizedSpace(ctx, spaceId, 'readContent');
  // The main line comes first: what it has, every reader may read.
  const rows = await ctx.sql.rows<{ line: string }>(sql`
    select e.line from content_entries e
    where e."documentId" = ${id} and e."spaceId" = ${spaceId}
    group by e.line order by e.line = ${spaceId} desc, e.line limit ${maxLines}::int`);
  const isSeen = (line: string) =>
    enterChangeRequest(ctx, { id: line, spaceId }).then(
      () => true,
      () => false,
    );
  const seen = rows[0]?.line === spaceId || (await Promise.all(rows.map(({ line }) => isSeen(line)))).includes(true);
  if (!seen) throw notFound('document', id);
  const document = await ctx.loaders.document.load(id);
  if (document === null) throw notFound('document', id);
  return document;
}
