import { sql } from '../../db/sql.ts';
import { entryAt } from '../../loaders/content.ts';
import type { Context } from '../context.ts';
import type { PageAttributes } from './fields.ts';
import type { Revision } from './revisions.ts';

/** The id of the one entry that holds the variables of a space; no slug is like it. */
export const variablesId = '/variables';

/** The variables of the space in a revision: name → value. */
export async function variablesOfSpace(ctx: Context, revision: Revision): Promise<Readonly<Record<string, string>>> {
  const row = await ctx.sql.first<{ attributes: PageAttributes }>(
    sql`select e.attributes from ${entryAt(revision, sql`${variablesId}`)} where e.kind = 'variables'`,
  );
  return row?.attributes.variables ?? {};
}
