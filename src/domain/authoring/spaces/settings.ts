import type * as z from 'zod';
import { canonicalEmoji } from '../../../lib/emoji.ts';
import { invalid } from '../../../lib/errors.ts';
import { storedLevel } from '../../../access/roles.ts';
import { defaultEmoji } from './fields.ts';
import type { CreateSpaceInput, UpdateSpaceInput } from './inputs.ts';
import type { Space } from './spaces.ts';

/** Nullable columns without further rules. Creation and updates set them; copies and exports keep them. */
const plainColumns = ['language'] as const satisfies ReadonlyArray<keyof Space>;

const copiedColumns = [...plainColumns, 'emoji', 'icon', 'editMode', 'defaultLevel'] as const;

/**
 * Settings of a space. Undefined keeps a setting, or uses its default in a new space. Null clears the emoji, the icon or the
 * language; as a default level it gives members without a grant no access.
 */
export type SpaceSettings = Readonly<
  Omit<z.output<typeof UpdateSpaceInput>, Named> & Pick<z.output<typeof CreateSpaceInput>, Named>
>;
type Named = 'title' | 'editMode';

/** Converts settings to columns. Throws validation_failed for an emoji together with an icon. */
export function toColumns(settings: SpaceSettings) {
  const { title, editMode, defaultLevel, emoji, icon } = settings;
  if (emoji && icon) throw invalid('input.icon', 'A space can have an emoji or an icon, but not both', 'exclusive');
  return {
    ...(title === undefined || title === null ? {} : { title }),
    ...(editMode === undefined || editMode === null ? {} : { editMode }),
    ...(defaultLevel === undefined ? {} : { defaultLevel: storedLevel(defaultLevel) }),
    ...(icon ? { emoji: null } : {}),
    ...(emoji ? { icon: null } : {}),
    ...(emoji === undefined ? {} : { emoji: storedEmoji(emoji ?? '') }),
    ...(icon === undefined ? {} : { icon }),
    ...picked(settings, plainColumns),
  };
}

/** The emoji that spaces show without one is not stored, so that a space can be written as it was read. */
const storedEmoji = (given: string) => {
  const emoji = canonicalEmoji(given);
  return emoji === defaultEmoji ? null : emoji;
};

/** Selects the settings of a space that copies and exports keep. */
export const settingsOf = (space: Space) => picked(space, copiedColumns) as Pick<Space, (typeof copiedColumns)[number]>;

function picked<Key extends string, Values extends { readonly [Name in Key]?: unknown }>(
  values: Values,
  names: readonly Key[],
) {
  const entries = names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]);
  return Object.fromEntries(entries) as Partial<Pick<Values, Key>>;
}
