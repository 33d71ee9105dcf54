import { canonicalEmoji } from '../../lib/emoji.ts';
import { invalid } from '../../lib/errors.ts';
import { storedLevel, type DefaultLevelInput } from '../../access/roles.ts';
import { changedValues } from '../../lib/changed-values.ts';
import type { Context } from '../context.ts';
import type { VersionedReference } from '../locks.ts';
import { refuseNull } from '../nulls.ts';
import { transact } from '../transact.ts';
import type { EditMode } from './fields.ts';
import { lockSpace } from './lock.ts';
import { readSpace, type Space } from './spaces.ts';

export interface SpaceUpdate extends VersionedReference {
  readonly title?: string | null | undefined;
  readonly editMode?: EditMode | null | undefined;
  /** Null gives members without a grant no access; `inherit` uses the level of the parent. */
  readonly defaultLevel?: DefaultLevelInput | null | undefined;
  /** Null clears the emoji. */
  readonly emoji?: string | null | undefined;
  /** Null clears the icon. Cannot be combined with an emoji. */
  readonly icon?: string | null | undefined;
  /** Null when it is not known. */
  readonly language?: string | null | undefined;
}

/** Updates the given fields. For admins of the space. Throws not_found, forbidden, validation_failed, precondition_failed. */
export async function updateSpace(outer: Context, input: SpaceUpdate): Promise<Space> {
  return transact(outer, async (ctx) => {
    const { id } = await lockSpace(ctx, input, 'admin');
    refuseNull(input, ['title', 'editMode']);
    const changes = changedValues(columnsOf(input), await readSpace(ctx, id));
    if (Object.keys(changes).length > 0) {
      await ctx.db.space.update({
        where: { id },
        data: { ...changes, version: { increment: 1 }, updatedAt: ctx.now() },
      });
      ctx.changed({ spaceId: id });
    }
    return readSpace(ctx, id);
  });
}

function columnsOf({ title, editMode, defaultLevel, emoji, icon, language }: SpaceUpdate) {
  if (emoji && icon) throw invalid('input.icon', 'A space can have an emoji or an icon, but not both', 'exclusive');
  return {
    ...(title === undefined || title === null ? {} : { title }),
    ...(editMode === undefined || editMode === null ? {} : { editMode }),
    ...(defaultLevel === undefined ? {} : { defaultLevel: storedLevel(defaultLevel) }),
    ...(icon ? { emoji: null } : {}),
    ...(emoji ? { icon: null } : {}),
    ...(emoji === undefined ? {} : { emoji: canonicalEmoji(emoji ?? '') }),
    ...(icon === undefined ? {} : { icon }),
    ...(language === undefined ? {} : { language }),
  };
}
