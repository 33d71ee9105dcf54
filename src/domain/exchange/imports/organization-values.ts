import { levels, type Level } from '../../../access/roles.ts';
import { canonicalEmoji } from '../../../lib/emoji.ts';
import { CollectionDescription, CollectionTitle, defaultCollectionTitle } from '../../authoring/collections/fields.ts';
import {
  defaultSpaceTitle,
  editModes,
  IconUrl,
  SpaceLanguage,
  spaceVisibilities,
  SpaceTitle,
} from '../../authoring/spaces/fields.ts';
import { visibilityIn } from '../../authoring/spaces/move.ts';
import type { ExportManifest } from '../../../text/imports/formats/exported/format.ts';
import type { CollectionLine } from '../../../text/imports/formats/exported/organization-format.ts';

type SpaceSettings = ExportManifest['space'];

export const titleOfSpace = ({ title }: SpaceSettings): string =>
  SpaceTitle.safeParse(title).success ? title : defaultSpaceTitle;

export const languageOfSpace = ({ language }: SpaceSettings): string | null =>
  SpaceLanguage.safeParse(language).data ?? null;

const levelOf = (level: unknown): Level => levels.find((known) => known === level) ?? 'inherit';

const keyIn = <Key extends string>(known: Readonly<Record<Key, unknown>>, text: unknown, otherwise: Key): Key =>
  typeof text === 'string' && Object.hasOwn(known, text) ? (text as Key) : otherwise;

/** Columns of the copy of a space. An invalid value is replaced by the default of a new space. */
export const spaceValues = (settings: SpaceSettings, parentId: string | null) => ({
  emoji: typeof settings.emoji === 'string' ? canonicalEmoji(settings.emoji) : null,
  icon: IconUrl.safeParse(settings.icon).data ?? null,
  visibility: visibilityIn(parentId, { visibility: keyIn(spaceVisibilities, settings.visibility, 'private') }),
  editMode: keyIn(editModes, settings.editMode, 'live'),
  defaultLevel: levelOf(settings.defaultLevel),
});

/** Columns of the copy of a collection, as for `spaceValues`. */
export const collectionValues = ({ title, description, defaultLevel }: CollectionLine) => ({
  title: CollectionTitle.safeParse(title).success ? title : defaultCollectionTitle,
  description: CollectionDescription.safeParse(description).success ? description : null,
  defaultLevel: levelOf(defaultLevel),
});
