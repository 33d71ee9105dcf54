import { failure } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { generatePath } from '../structure/paths.ts';
import { isBasenameTaken, listBasenames } from './queries.ts';

/**
 * Generates a unique basename within the organization from the title of a site. The caller has locked the organization.
 */
export const generateBasename = async (ctx: Context, organizationId: string, title: string): Promise<string> =>
  generatePath(
    title,
    await listBasenames(ctx.sql, organizationId, generatePath(title, new Set()).slice(0, sharedPrefixLength)),
  );

/** Length of the prefix, in characters, that all candidates share: a suffix may replace the characters after it. */
const sharedPrefixLength = 90;

/** Normalizes a basename. Throws already_exists when another site of the organization has it. */
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
