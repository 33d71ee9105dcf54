import type * as z from 'zod';
import { unpairId } from '../../../../lib/ids.ts';
import { invalid } from '../../../../lib/errors.ts';
import type { Context } from '../../../core/context.ts';
import { authorizedSpace } from '../../spaces/spaces.ts';
import { commitContent } from '../commit.ts';
import { authorizeEdit } from '../edits/authorize.ts';
import type { CopyPageInput } from '../inputs.ts';
import { getContent } from '../revisions.ts';
import { placeOnce, type PlacedPage } from './place-once.ts';
import { planPlacement } from './place-pages.ts';
import { loadSubtree } from './subtree.ts';

type PageCopy = z.output<typeof CopyPageInput> & { readonly spaceId: string; readonly pageId: string };

/**
 * Copies a page with all pages below it, in its space or to another one of the organization, also into a change request. The copies
 * have new ids; links between them lead to the copies. Requires the right to read the space of the page and to edit where the copies
 * go. Throws not_found, forbidden, space_locked, invalid_state, validation_failed, reference_not_found.
 */
export async function copyPage(outer: Context, copy: PageCopy): Promise<PlacedPage> {
  const toSpaceId = copy.space ?? copy.spaceId;
  const newIds = new Map<string, string>();
  return placeOnce(outer, async (inner) => {
    const owner = await authorizeCopy(inner, copy, toSpaceId);
    const line = owner.changeRequestId ?? toSpaceId;
    const revision = await commitContent(inner, owner, async (ctx, to) => {
      await authorizeCopy(ctx, copy, toSpaceId);
      const from = await getContent(ctx, copy.spaceId);
      const subtree = await loadSubtree(ctx, from, unpairId(copy.pageId, [copy.spaceId, from.id]));
      // A retry writes the same ids.
      for (const { id } of subtree.pages) if (!newIds.has(id)) newIds.set(id, ctx.newId('pg'));
      const destination = { into: copy.into && unpairId(copy.into, [line, to.id]), at: copy.at };
      return planPlacement(ctx, to, { from, subtree, ids: newIds, destination, title: copy.title });
    });
    const from = unpairId(copy.pageId, [copy.spaceId]);
    return { id: newIds.get(from) ?? [...newIds.values()][0] ?? '', revision: { ...revision, activeOf: line } };
  });
}

async function authorizeCopy(ctx: Context, { spaceId, changeRequest }: PageCopy, toSpaceId: string) {
  const { organizationId } = await authorizedSpace(ctx, spaceId, 'readContent');
  const target = await authorizedSpace(ctx, toSpaceId, 'readContent', 'input.space');
  if (target.organizationId !== organizationId)
    throw invalid('input.space', 'The space belongs to another organization', 'organization');
  return authorizeEdit(ctx, { spaceId: toSpaceId, changeRequestId: changeRequest });
}
