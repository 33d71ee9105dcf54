import type * as z from 'zod';
import { unpairId } from '../../../../lib/ids.ts';
import type { Context } from '../../../core/context.ts';
import { authorizedSpace } from '../../spaces/spaces.ts';
import type { CopyPageInput } from '../inputs.ts';
import { getContent } from '../revisions.ts';
import { authorizeCopyTarget, commitCopies } from './commit-copies.ts';
import { placeOnce, type PlacedPage } from './place-once.ts';
import { loadSubtree } from './subtree.ts';

type PageCopy = z.output<typeof CopyPageInput> & { readonly spaceId: string; readonly pageId: string };

/**
 * Copies a page with all pages below it, in its space or to another one of the organization, also into a change request. The copies
 * have new ids; links between them lead to the copies. Requires the right to read the space of the page and to edit where the copies
 * go. Throws not_found, forbidden, space_locked, invalid_state, validation_failed, reference_not_found.
 */
export async function copyPage(outer: Context, copy: PageCopy): Promise<PlacedPage> {
  const { into, at, title, changeRequest: changeRequestId } = copy;
  const spaceId = copy.space ?? copy.spaceId;
  const newIds = new Map<string, string>();
  return placeOnce(outer, async (inner) => {
    await authorizeCopy(inner, copy);
    const target = { spaceId, changeRequestId, destination: { into, at }, title };
    const load = async (ctx: Context) => {
      await authorizeCopy(ctx, copy);
      const from = await getContent(ctx, copy.spaceId);
      return { from, subtree: await loadSubtree(ctx, from, unpairId(copy.pageId, [copy.spaceId, from.id])) };
    };
    return commitCopies(inner, target, { newIds, load });
  });
}

async function authorizeCopy(ctx: Context, copy: PageCopy): Promise<void> {
  const { organizationId } = await authorizedSpace(ctx, copy.spaceId, 'readContent');
  await authorizeCopyTarget(ctx, { spaceId: copy.space ?? copy.spaceId, organizationId }, 'input.space');
}
