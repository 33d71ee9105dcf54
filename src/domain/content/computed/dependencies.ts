import type { OpenApiPartRow } from '../../../loaders/openapi-specs.ts';
import type { Context } from '../../context.ts';
import type { PageComputed } from '../fields.ts';
import { partFinder } from '../spec-blocks/find-parts.ts';
import { specOf } from './source.ts';

/**
 * The inputs of a computed page, with the present specification as `value`: null while there is none. Whoever reads the
 * page may see it. Inputs of other sources are returned as they are stored.
 */
export async function resolveDependencies(ctx: Context, spaceId: string, computed: PageComputed): Promise<unknown> {
  const { dependencies } = computed;
  const ref = specOf(computed);
  if (!ref) return dependencies ?? null;
  const find = await partFinder(ctx, spaceId);
  const found = await find({ kind: 'operation', spec: ref.spec, names: [] });
  return { ...(dependencies as object), spec: { ref, value: found && specValue(found.spec) } };
}

/** A specification in short, as dependencies and blocks show it. */
export const specValue = ({ specId: id, slug, lastVersionId }: OpenApiPartRow) => ({
  object: 'openapi-spec' as const,
  id,
  slug,
  ...(lastVersionId !== null && { lastVersion: lastVersionId }),
});
