import { authorize } from '../../../../access/policy.ts';
import type { Context } from '../../../core/context.ts';
import { openApiSpecPolicy } from '../../openapi-specs/policy.ts';
import { findOwnSpec } from '../../openapi-specs/specs.ts';
import { getOrganization } from '../../../people/organizations/organizations.ts';
import { loadSpace } from '../../spaces/spaces.ts';
import { findOpenApiSource } from '../computed/source.ts';
import type { RequestedOperation } from './prepared.ts';

/**
 * Requires that the caller may read the specifications from which operations compute pages, because the pages show
 * them. A specification that does not exist counts as private. Throws forbidden, insufficient_scope.
 */
export async function authorizeSources(
  ctx: Context,
  spaceId: string,
  operations: readonly RequestedOperation[],
): Promise<void> {
  const slugs = new Set(operations.flatMap(({ input }) => findOpenApiSource(input.computed ?? undefined)?.spec ?? []));
  if (slugs.size === 0) return;
  const { organizationId } = await loadSpace(ctx, spaceId);
  const { membership } = await getOrganization(ctx, organizationId);
  for (const slug of slugs) {
    // An edit usually refers to one specification.
    const spec = await findOwnSpec(ctx, { organizationId, slug });
    const facts = spec ?? { id: slug, membership, visibility: 'private' as const };
    authorize(openApiSpecPolicy, 'read', ctx.actor, facts);
  }
}
