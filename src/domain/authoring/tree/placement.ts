import type * as z from 'zod';
import { invalid, referenceNotFound } from '../../../lib/errors.ts';
import { requireScope } from '../../../access/policy.ts';
import { toAccess } from '../../../access/resource-access.ts';
import { atLeast } from '../../../access/roles.ts';
import type { Context } from '../../core/context.ts';
import type { MoveContentInput } from './inputs.ts';
import { lastPosition, positionBeside, type MovedContent, type ParentReference } from './position.ts';

/** Destination of a move. A null `parent` is the top level of the organization; when omitted, the parent stays. */
export type Placement = z.output<typeof MoveContentInput>;

/** The sibling of a placement, with the input field that contains it. */
interface SiblingReference {
  readonly side: 'before' | 'after';
  readonly path: string;
  readonly kind: 'space' | 'collection';
  readonly id: string;
}

/** The sibling of a placement; null for the end of the list. Throws validation_failed. */
export function findSibling({ parent, position }: Placement): SiblingReference | null {
  if (position === null || position === undefined) {
    if (parent === undefined) throw invalid('input', 'Give a parent, a position or both', 'required');
    return null;
  }
  const { before, after } = position;
  const [side, pointer] = before ? (['before', before] as const) : (['after', after] as const);
  if (!pointer || (before && after))
    throw invalid('input.position', 'Give exactly one of before and after', 'exactly_one');
  const path = `input.position.${side}.${pointer.type}`;
  const id = pointer[pointer.type];
  if (!id) throw invalid(path, `"${pointer.type}" is required`, 'required');
  return { side, path, kind: pointer.type, id };
}

/**
 * Order key for a placement; null when the content is already there. The caller has locked the tree. Throws
 * reference_not_found for a sibling that the caller may not see, validation_failed for one with another parent.
 */
export async function positionFor(
  ctx: Context,
  parent: ParentReference,
  reference: SiblingReference | null,
  moved: MovedContent,
): Promise<string | null> {
  if (reference === null) return moved.key === null ? lastPosition(ctx, parent) : null;
  const { side, path, kind, id } = reference;
  if (id === moved.id) throw invalid(path, 'Content cannot be placed before or after itself', 'sibling');
  const sibling = await visibleSibling(ctx, reference);
  if (sibling.parentId !== parent.parentId || sibling.organizationId !== parent.organizationId)
    throw invalid(path, `The ${kind} is not under the same parent`, 'sibling');
  return positionBeside(ctx, parent, { side, key: sibling.position }, moved);
}

/** Gets a sibling. Throws reference_not_found when it is deleted or the caller may not see it. */
async function visibleSibling(ctx: Context, { kind, id, path }: SiblingReference) {
  const row = kind === 'space' ? await ctx.loaders.space.load(id) : await ctx.loaders.collection.load(id);
  if (row === null || ('deletedAt' in row && row.deletedAt !== null) || !atLeast(toAccess(row).role, 'read'))
    throw referenceNotFound(path, kind, id);
  requireScope(ctx.actor, `${kind}:read`);
  return row;
}
