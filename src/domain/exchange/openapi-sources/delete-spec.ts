import { ofSpec } from '../../authoring/openapi-specs/events.ts';
import type { Context } from '../../core/context.ts';
import { enqueueJob } from '../../core/jobs/enqueue.ts';
import { lockTree, requireVersion, type Expected } from '../../core/locks.ts';
import { transact } from '../../core/transact.ts';
import { computedPagesRefresh } from './kind.ts';
import { authorizedSpec, type SpecKey } from '../../authoring/openapi-specs/specs.ts';

/**
 * Deletes a specification with its versions. A job removes the pages generated from it from the current content;
 * earlier revisions keep them. Throws not_found, forbidden, insufficient_scope, precondition_failed.
 */
export async function deleteSpec(outer: Context, { expectedVersion, ...key }: SpecKey & Expected): Promise<string> {
  return transact(outer, async (ctx) => {
    await lockTree(ctx, key.organizationId);
    const spec = await authorizedSpec(ctx, key, 'edit');
    const { id, organizationId, slug, sourceUrl } = spec;
    requireVersion(spec.version, expectedVersion);
    await ctx.db.openApiSpec.delete({ where: { id } });
    ctx.emit('openapi_spec.deleted', ofSpec(spec));
    const payload = { organizationId, slug, sourceUrl };
    await enqueueJob(ctx, computedPagesRefresh, payload, { organizationId, spaceId: null });
    return id;
  });
}
