import { canonicalEmoji } from '../../lib/emoji.ts';
import { invalid } from '../../lib/errors.ts';
import { storedLevel, type GivenLevel } from '../access/roles.ts';
import type { Context } from '../context.ts';
import { refuseNull } from '../given.ts';
import { transact } from '../transact.ts';
import { spaceToChange, type Target } from './change.ts';
import type { EditMode } from './fields.ts';
import { readSpace, type Space } from './spaces.ts';

export interface SpaceChange extends Target {
  readonly title?: string | null | undefined;
  readonly editMode?: EditMode | null | undefined;
  /** Null gives members without a grant no access; `inherit` takes the parent's level. */
  readonly defaultLevel?: GivenLevel | null | undefined;
  /** Null clears it. */
  readonly emoji?: string | null | undefined;
  /** Null clears it; excludes an emoji. */
  readonly icon?: string | null | undefined;
}

/** Changes what is given. Throws not_found, forbidden, validation_failed, precondition_failed. */
export async function updateSpace(outer: Context, input: SpaceChange): Promise<Space> {
  return transact(outer, async (ctx) => {
    const { id } = await spaceToChange(ctx, input, 'admin');
    refuseNull(input, ['title', 'editMode']);
    const changes = changesOf(input);
    if (Object.keys(changes).length > 0)
      await ctx.db.space.update({
        where: { id },
        data: { ...changes, version: { increment: 1 }, updatedAt: ctx.now() },
      });
    ctx.loaders.clear();
    return readSpace(ctx, id);
  });
}

function changesOf({ title, editMode, defaultLevel, emoji, icon }: SpaceChange) {
  if (emoji && icon) throw invalid('input.icon', 'A space has an emoji or an icon, not both', 'exclusive');
  return {
    ...(title === undefined || title === null ? {} : { title }),
    ...(editMode === undefined || editMode === null ? {} : { editMode }),
    ...(defaultLevel === undefined ? {} : { defaultLevel: storedLevel(defaultLevel) }),
    ...(icon ? { emoji: null } : {}),
    ...(emoji ? { icon: null } : {}),
    ...(emoji === undefined ? {} : { emoji: canonicalEmoji(emoji ?? '') }),
    ...(icon === undefined ? {} : { icon }),
  };
}
