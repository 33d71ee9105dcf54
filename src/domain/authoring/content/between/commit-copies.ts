import { invalid } from '../../../../lib/errors.ts';
import { unpairId } from '../../../../lib/ids.ts';
import type { Context } from '../../../core/context.ts';
import { authorizedSpace, type Space } from '../../spaces/spaces.ts';
import { commitContent, type ContentOwner } from '../commit.ts';
import { authorizeEdit } from '../edits/authorize.ts';
import type { Revision } from '../revisions.ts';
import type { PlacedPage } from './place-once.ts';
import { planPlacement, type PageDestination } from './place-pages.ts';
import type { Subtree } from './subtree.ts';

/** Where copies of pages go. */
export interface CopyTarget extends ContentOwner {
  readonly destination: PageDestination;
  /** Title of the copy of the only page, if it is another one. */
  readonly title?: string | undefined;
}

/** Pages of a state. */
export interface CopiedPages {
  readonly from: Revision;
  readonly subtree: Subtree;
}

/**
 * Writes copies of pages, under new ids, as the next revision of a space or a change request, and returns the first of them. `load`
 * authorizes reading what is copied; it is called while the target is locked. A retry of the transaction with the same `newIds` writes the
 * same ids. Throws as `authorizeEdit` and `planPlacement`.
 */
export async function commitCopies(
  outer: Context,
  { destination, title, ...place }: CopyTarget,
  { newIds, load }: { readonly newIds: Map<string, string>; readonly load: (ctx: Context) => Promise<CopiedPages> },
): Promise<PlacedPage> {
  const owner = await authorizeEdit(outer, place);
  const line = owner.changeRequestId ?? place.spaceId;
  let first = '';
  const revision = await commitContent(outer, owner, async (ctx, to) => {
    await authorizeEdit(ctx, place);
    const { from, subtree } = await load(ctx);
    for (const { id } of subtree.pages) if (!newIds.has(id)) newIds.set(id, ctx.newId('pg'));
    first = newIds.get(subtree.roots[0]?.id ?? '') ?? '';
    const { into, at } = destination;
    const within = { into: into && unpairId(into, [line, to.id]), at };
    return planPlacement(ctx, to, { from, subtree, ids: newIds, destination: within, title });
  });
  return { id: first, revision: { ...revision, activeOf: line } };
}

/** Throws unless the caller may read the content of a space, and it belongs to this organization. */
export async function authorizeCopyTarget(
  ctx: Context,
  { spaceId, organizationId }: { readonly spaceId: string; readonly organizationId: string },
  field?: string,
): Promise<Space> {
  const target = await authorizedSpace(ctx, spaceId, 'readContent', field);
  if (target.organizationId !== organizationId)
    throw invalid(field ?? 'spaceId', 'The space belongs to another organization', 'organization');
  return target;
}
