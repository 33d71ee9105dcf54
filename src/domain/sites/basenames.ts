import { failure } from '../../lib/errors.ts';
import type { Context } from '../context.ts';
import { freePath } from './paths.ts';
import { isBasenameTaken, listBasenames } from './queries.ts';

/**
 * A basename made from the title of a site that no other site of the organization has. The caller has locked the
 * organization.
 */
export const freeBasename = async (ctx: Context, organizationId: string, title: string): Promise<string> =>
  freePath(title, await listBasenames(ctx.sql, organizationId, freePath(title, new Set()).slice(0, shortest)));

/** A suffix replaces the last characters of a basename that would become too long. */
const shortest = 90;

/** A basename as it is stored. Throws already_exists when another site of the organization has it. */
export async function requireFreeBasename(
  ctx: Context,
  { id, organizationId }: { readonly id: string; readonly organizationId: string },
  wanted: string,
): Promise<string> {
  const basename = wanted.toLowerCase();
  if (!(await isBasenameTaken(ctx.sql, organizationId, { id, basename }))) return basename;
  throw failure('already_exists', `The basename "${basename}" is taken`, {
    details: [{ path: 'input.basename', rule: 'unique', message: 'is taken' }],
  });
}
