import type { SpecBlock } from '../../../../text/markdown/spec-blocks.ts';
import type { OpenApiPartRow } from '../../../../loaders/openapi-specs.ts';
import { chargeItems } from '../../../core/budget.ts';
import type { Context } from '../../../core/context.ts';
import { partKey, type PartName } from '../../../../text/openapi-specs/parts.ts';

/** The specification and parts that a block refers to. */
export type NamedParts = Pick<SpecBlock, 'kind' | 'spec' | 'names'>;

/**
 * Reads the specification and parts that a block refers to; null when the specification does not exist. Throws
 * query_too_complex.
 */
export type FindParts = (block: NamedParts) => Promise<{
  readonly spec: OpenApiPartRow;
  readonly parts: readonly OpenApiPartRow[];
} | null>;

/**
 * Creates a function that finds the parts of specifications for the blocks of a text. Calls in one tick share a
 * statement.
 */
export async function createPartFinder(ctx: Context, spaceId: string): Promise<FindParts> {
  const space = await ctx.loaders.space.load(spaceId);
  const load = (spec: string, key: string) =>
    ctx.loaders.openApiPart.load(`${space?.organizationId ?? ''} ${spec.replaceAll(' ', '+')} ${key}`);
  return async ({ kind, spec, names }) => {
    const keys = [...new Set(names)].map((name) =>
      partKey(`${kind === 'schemas' ? 'schema' : kind} ${name}` satisfies PartName),
    );
    const [found, ...rows] = await Promise.all([
      load(spec, ''),
      ...chargeItems(ctx, keys).map((key) => load(spec, key)),
    ]);
    if (!found) return null;
    return { spec: found, parts: rows.flatMap((row) => (row && row.title !== null ? [row] : [])) };
  };
}
