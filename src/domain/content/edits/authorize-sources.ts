import { authorize } from '../../../access/policy.ts';
import type { Context } from '../../context.ts';
import { openApiSpecPolicy } from '../../openapi-specs/policy.ts';
import { findOwnSpec } from '../../openapi-specs/specs.ts';
import { getOrganization } from '../../organizations/organizations.ts';
import { readSpace } from '../../spaces/spaces.ts';
import { specOf } from '../computed/source.ts';
import type { RequestedOperation } from './prepared.ts';

/**
 * Requires that the caller may read the specifications that operations compute pages from, since the pages show them.
 * One that does not exist yet counts as private. Throws forbidden, insufficient_scope.
 */
export async function authorizeSources(
  ctx: Context,
  spaceId: string,
  operations: readonly RequestedOperation[],
): Promise<void> {
  const slugs = new Set(operations.flatMap(({ input }) => specOf(input.computed ?? undefined)?.spec ?? []));
  if (slugs.size === 0) return;
  const { organizationId } = await readSpace(ctx, spaceId);
  const { membership } = await getOrganization(ctx, organizationId);
  for (const slug of slugs) {
    // oxlint-disable-next-line no-await-in-loop -- an edit names one specification, as a rule
    const spec = await findOwnSpec(ctx, { organizationId, slug });
    const facts = spec ?? { id: slug, membership, visibility: 'private' as const };
    authorize(openApiSpecPolicy, 'read', ctx.actor, facts);
  }
}
