import { DefaultLevel } from '../../../access/role-forms.ts';
import { Id, inputForm, namedInGraph, omittable } from '../../../lib/form-types.ts';
import { EditMode, Emoji, IconUrl, SpaceLanguage, SpaceTitle } from './fields.ts';

/** Members of both inputs. */
const settings = {
  language: SpaceLanguage.nullish().describe(
    'Code of the language of the content, such as `pt-br`; null when it is unknown.',
  ),
};

export const CreateSpaceInput = inputForm('CreateSpace', 'Fields of a new space.', {
  title: SpaceTitle.apply(omittable).describe('Name of the space.'),
  emoji: Emoji.apply(omittable).describe('Emoji shown with the title.'),
  parent: Id.apply(omittable).describe('Id of the parent collection; the top level of the organization when omitted.'),
  editMode: EditMode.apply(omittable).describe('Whether the content can be edited directly; `LIVE` when omitted.'),
  template: inputForm('SpaceTemplate', 'The template from which a space is made.', {
    id: namedInGraph('templateId', Id).describe('Id of a template of the same organization.'),
  })
    .apply(omittable)
    .describe('The template whose pages the space gets. Without a title, the space has that of the template.'),
  ...settings,
});

export const UpdateSpaceInput = inputForm('UpdateSpace', 'Fields to update; omitted fields stay unchanged.', {
  title: SpaceTitle.optional().describe('Name of the space.'),
  editMode: EditMode.optional().describe('Whether the content can be edited directly.'),
  defaultLevel: DefaultLevel.nullish().describe('Access of members without a grant; null for no access.'),
  emoji: Emoji.nullish().describe('Emoji shown with the title. It replaces an icon; null removes it.'),
  icon: IconUrl.nullish().describe('URL of the icon. It replaces an emoji; null removes it.'),
  ...settings,
});
