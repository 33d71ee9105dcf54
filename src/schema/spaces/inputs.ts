import { Emoji, IconUrl, SpaceLanguage, SpaceTitle } from '../../domain/spaces/fields.ts';
import { DefaultLevelEnum } from '../access.ts';
import { builder } from '../builder.ts';
import { EditModeEnum } from './space.ts';

type InputFields = PothosSchemaTypes.InputFieldBuilder<(typeof builder)['$inferSchemaTypes'], 'InputObject'>;

/** Fields of both inputs. */
const settings = (t: InputFields) => ({
  language: t.string({
    description: 'Code of the language of the content, such as `pt-br`; null when it is unknown.',
    validate: SpaceLanguage,
  }),
});

export const CreateSpaceInput = builder.inputType('CreateSpaceInput', {
  description: 'Fields of a new space.',
  fields: (t) => ({
    title: t.string({ description: 'Name of the space.', validate: SpaceTitle }),
    emoji: t.string({ description: 'Emoji shown with the title.', validate: Emoji }),
    parent: t.id({ description: 'Id of the parent collection; the top level of the organization when omitted.' }),
    editMode: t.field({
      type: EditModeEnum,
      description: 'Whether the content can be edited directly; `LIVE` when omitted.',
    }),
    ...settings(t),
  }),
});

export const UpdateSpaceInput = builder.inputType('UpdateSpaceInput', {
  description: 'Fields to update; omitted fields stay unchanged.',
  fields: (t) => ({
    title: t.string({ description: 'Name of the space.', validate: SpaceTitle }),
    editMode: t.field({ type: EditModeEnum, description: 'Whether the content can be edited directly.' }),
    defaultLevel: t.field({
      type: DefaultLevelEnum,
      description: 'Access of members without a grant; null for no access.',
    }),
    emoji: t.string({
      description: 'Emoji shown with the title. It replaces an icon; null removes it.',
      validate: Emoji,
    }),
    icon: t.string({ description: 'URL of the icon. It replaces an emoji; null removes it.', validate: IconUrl }),
    ...settings(t),
  }),
});
