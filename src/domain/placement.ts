import { invalid, referenceNotFound } from '../lib/errors.ts';
import { authorizedCollection } from './collections/collections.ts';
import type { Context } from './context.ts';
import { lastPosition, positionBeside, type Moved, type SiblingsOf } from './position.ts';
import { authorizedSpace } from './spaces/spaces.ts';

/** Names a space or a collection: `{ type: 'space', space: id }`. Contract 4.3. */
export interface Pointer {
  readonly type: 'space' | 'collection';
  readonly space?: string | null | undefined;
  readonly collection?: string | null | undefined;
}

/** Where something goes. `parent` null is the top of the organization, omitted is where it is. */
export interface Placement {
  readonly parent?: string | null | undefined;
  readonly position?:
    | { readonly before?: Pointer | null | undefined; readonly after?: Pointer | null | undefined }
    | null
    | undefined;
}

interface Reference {
  readonly side: 'before' | 'after';
  readonly path: string;
  readonly kind: 'space' | 'collection';
  readonly id: string;
}

/** The one sibling a placement names, or null for the end. Throws validation_failed. */
export function referenceOf({ parent, position }: Placement): Reference | null {
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
 * The order key for the place, or null when the thing is there already; the caller holds the tree's
 * lock. Throws reference_not_found for a sibling that is not visible, validation_failed for one that
 * stands elsewhere.
 */
export async function keyFor(
  ctx: Context,
  siblings: SiblingsOf,
  reference: Reference | null,
  moved: Moved,
): Promise<string | null> {
  if (reference === null) return moved.key === null ? lastPosition(ctx, siblings) : null;
  const { side, path, kind, id } = reference;
  if (id === moved.id) throw invalid(path, 'Nothing goes beside itself', 'sibling');
  const sibling =
    kind === 'space' ? await authorizedSpace(ctx, id, 'view', path) : await authorizedCollection(ctx, id, 'view', path);
  if ('deletedAt' in sibling && sibling.deletedAt !== null) throw referenceNotFound(path, kind, id);
  if (sibling.parentId !== siblings.parentId || sibling.organizationId !== siblings.organizationId)
    throw invalid(path, `The ${kind} is not under the same parent`, 'sibling');
  return positionBeside(ctx, siblings, { side, key: sibling.position }, moved);
}
