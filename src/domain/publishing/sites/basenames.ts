import { failure } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { pathsFrom } from '../structure/paths.ts';
import { isBasenameTaken, listBasenames } from './queries.ts';

/** How many basenames are looked up at first. */
const atFirst = 8;

/**
 * Generates a unique basename within the organization from the title of a site. The caller has locked the organization.
 */
export async function generateBasename(ctx: Context, organizationId: string, title: string): Promise<string> {
  const pathOf = pathsFrom(title);
  // Each time as many more as were taken, because few titles are those of many sites.
  for (let [from, to] = [0, atFirst]; ; [from, to] = [to, 2 * to]) {
    const candidates = Array.from({ length: to - from }, (_, nth) => pathOf(from + nth));
    const taken = await listBasenames(ctx.sql, organizationId, candidates);
    const free = candidates.find((candidate) => !taken.has(candidate));
    if (free !== undefined) return free;
  }
}

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
