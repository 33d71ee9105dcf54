import { withInput } from '../../../lib/watched-inputs.ts';
import { Languages, TranslationTitle } from '../../../domain/exchange/translations/fields.ts';
import { TranslationSettingsInput } from '../../../domain/exchange/translations/inputs.ts';
import {
  createTranslationSettings,
  deleteTranslationSettings,
  getTranslationSettings,
  getTranslationSettingsById,
  listTranslationSettings,
  translationPermissions,
  updateTranslationSettings,
  type TranslationSettingsKey,
  type TranslationSettings as TranslationSettingsModel,
} from '../../../domain/exchange/translations/translations.ts';
import { locationUrl } from '../../../domain/core/urls.ts';
import { builder } from '../../builder.ts';
import { Connection, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { expectedVersionArg } from '../../expected-version.ts';
import { mutation } from '../../mutation.ts';
import { Organization, inOrganization } from '../../people/organizations/organization.ts';
import { shows, showsDeleted, parentField } from '../../payload.ts';
import { permissionsType } from '../../permissions.ts';
import { ownId } from '../../plain-fields.ts';

const Permissions = permissionsType('TranslationSettingsPermissions', {
  view: 'See the settings.',
  edit: 'Update and delete the settings.',
});

export const TranslationSettings = builder.objectRef<TranslationSettingsModel>('TranslationSettings');

/** The settings of a translation that is deleted. */
export const inTranslation = parentField('translation', TranslationSettings, (ctx, key: TranslationSettingsKey) =>
  getTranslationSettings(ctx, key),
);

builder.node(TranslationSettings, {
  description: 'The languages that an organization translates into.',
  id: { description: 'Id of the settings.', resolve: ownId },
  loadOne: (id, ctx) => getTranslationSettingsById(ctx, id),
  fields: (t) => ({
    title: t.exposeString('title', {
      description: 'Name that tells them from others of the organization.',
      extensions: { limits: TranslationTitle },
    }),
    languages: t.exposeStringList('languages', { description: 'Codes of the languages.' }),
    version: t.exposeInt('version', { description: 'Number of the current version, to pass as `expectedVersion`.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the settings were created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the settings were last changed.' }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the settings in the REST API.',
      resolve: ({ id, organizationId }, _args, ctx) =>
        locationUrl(ctx.urls, 'orgs', organizationId, 'translations', id),
    }),
    permissions: t.field({
      type: Permissions,
      description: 'Which actions the caller may perform.',
      resolve: (settings, _args, ctx) => translationPermissions(ctx, settings),
    }),
  }),
});

const TranslationSettingsConnection = builder.connectionObject(
  {
    type: TranslationSettings,
    name: 'TranslationSettingsConnection',
    interfaces: [Connection],
    description: 'A page of translation settings.',
  },
  { name: 'TranslationSettingsEdge', description: 'Translation settings in a list.' },
);

builder.objectFields(Organization, (t) => ({
  translation: t.field({
    type: TranslationSettings,
    nullable: true,
    description: 'Translation settings by id. Forbidden for guests.',
    args: { id: t.arg.id({ required: true, description: 'Id of the settings.' }) },
    resolve: ({ id: organizationId }, { id }, ctx) =>
      getTranslationSettings(ctx, { organizationId, translationSettingsId: id }),
  }),
  translations: t.field({
    type: TranslationSettingsConnection,
    description: 'The translation settings of the organization, newest first. Forbidden for guests.',
    args: { ...pageArgs },
    resolve: async ({ id }, page, ctx) => toConnection(await listTranslationSettings(ctx, id, pageRequest(page))),
  }),
}));

export const organizationArg = builder.args((t) => ({
  organizationId: t.id({ required: true }),
}));
export const settingsArgs = {
  ...organizationArg,
  ...builder.args((t) => ({ translationSettingsId: t.id({ required: true }) })),
};

mutation('createTranslation', {
  description: 'Creates translation settings without languages. Needs the role `create` in the organization.',
  args: organizationArg,
  input: { form: TranslationSettingsInput, description: 'Fields of the new settings.' },
  payload: shows('translation', TranslationSettings, 'The new settings.'),
  resolve: (ctx, { organizationId, input }) => createTranslationSettings(ctx, withInput(input, { organizationId })),
});

mutation('updateTranslation', {
  description: 'Updates the title of translation settings. Needs the role `create` in the organization.',
  args: { ...settingsArgs, ...expectedVersionArg },
  input: { form: TranslationSettingsInput, description: 'Fields to update.' },
  payload: shows('translation', TranslationSettings, 'The updated settings.'),
  resolve: (ctx, { input: values, expectedVersion, ...key }) =>
    updateTranslationSettings(ctx, key, { values, expectedVersion }),
});

mutation('setTranslationLanguages', {
  description: 'Sets the languages of translation settings. Needs the role `create` in the organization.',
  args: {
    ...settingsArgs,
    ...expectedVersionArg,
    ...builder.args((t) => ({
      languages: t.stringList({ required: true, description: 'Codes of the languages.', validate: Languages }),
    })),
  },
  payload: shows('translation', TranslationSettings, 'The updated settings.'),
  resolve: (ctx, { languages, expectedVersion, ...key }) =>
    updateTranslationSettings(ctx, key, { values: { languages }, expectedVersion }),
});

mutation('deleteTranslation', {
  description: 'Deletes translation settings. Needs the role `create` in the organization.',
  args: { ...settingsArgs, ...expectedVersionArg },
  payload: showsDeleted('Id of the deleted settings.', inOrganization),
  resolve: async (ctx, { expectedVersion, ...key }) => {
    await deleteTranslationSettings(ctx, key, expectedVersion);
    return { deletedId: key.translationSettingsId, organizationId: key.organizationId };
  },
});
