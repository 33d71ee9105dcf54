import type { OpenApiPartRow } from '../../../../loaders/openapi-specs.ts';
import type { Context } from '../../../core/context.ts';
import type { PageComputed } from '../../../../text/content/fields.ts';
import { createPartFinder } from '../spec-blocks/find-parts.ts';
import { findOpenApiSource } from './source.ts';

/**
 * Resolves the inputs of a computed page. `value` is the current specification, or null while there is none; everyone
 * who reads the page may see it. Inputs of other sources are returned as stored.
 */
export async function resolveDependencies(ctx: Context, spaceId: string, computed: PageComputed): Promise<unknown> {
  const { dependencies } = computed;
  const ref = findOpenApiSource(computed);
  if (!ref) return dependencies ?? null;
  const find = await createPartFinder(ctx, spaceId);
  const found = await find({ kind: 'operation', spec: ref.spec, names: [] });
  return { ...(dependencies as object), spec: { ref, value: found && specValue(found.spec) } };
}

/** The summary of a specification that dependencies and blocks show. */
export const specValue = ({ specId: id, slug, lastVersionId }: OpenApiPartRow) => ({
  object: 'openapi-spec' as const,
  id,
  slug,
  ...(lastVersionId !== null && { lastVersion: lastVersionId }),
});
