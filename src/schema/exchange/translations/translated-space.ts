import {
  listPageTranslations,
  type PageTranslation as PageTranslationModel,
} from '../../../domain/exchange/translations/pages.ts';
import { Language, PageTranslationState } from '../../../domain/exchange/translations/fields.ts';
import {
  getTranslatedSpace,
  getTranslatedSpaceById,
  listTranslatedSpaces,
  type TranslatedSpace as TranslatedSpaceModel,
} from '../../../domain/exchange/translations/translated-spaces.ts';
import { getSpace } from '../../../domain/authoring/spaces/spaces.ts';
import { locationUrl } from '../../../domain/core/urls.ts';
import { builder } from '../../builder.ts';
import { Connection, connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { enumOf } from '../../form-members.ts';
import { ownId } from '../../plain-fields.ts';
import { Space } from '../../authoring/spaces/space.ts';
import { TranslationSettings } from './translation-settings.ts';

const PageTranslationStateEnum = enumOf(PageTranslationState);

const PageTranslation = builder.objectRef<PageTranslationModel>('PageTranslation').implement({
  description: 'A page or reusable content of a source, with the state of its translation.',
  fields: (t) => ({
    pageId: t.exposeID('id', { description: 'Id of the page, which is the same in the source and in the copy.' }),
    kind: t.exposeString('kind', { description: '`page` or `reusable-content`.' }),
    title: t.exposeString('title', { description: 'Title in the source.' }),
    state: t.expose('state', { type: PageTranslationStateEnum, description: 'State of the translation.' }),
    translatedFromRevisionId: t.exposeID('translatedFrom', {
      nullable: true,
      description: 'Id of the source revision that the page was translated from; null until it is translated.',
    }),
    translatedAt: t.expose('translatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the page was last translated; null until it is translated.',
    }),
  }),
});

const PageTranslationConnection = builder.connectionObject(
  {
    type: PageTranslation,
    name: 'PageTranslationConnection',
    interfaces: [Connection],
    description: 'A page of translations of pages.',
  },
  { name: 'PageTranslationEdge', description: 'A translation of a page in a list.' },
);

export const TranslatedSpace = builder.objectRef<TranslatedSpaceModel>('TranslatedSpace');

builder.node(TranslatedSpace, {
  description: 'The translation of a space into a language: a copy of the space whose texts are translated.',
  id: { description: 'Id of the translation.', resolve: ownId },
  loadOne: (id, ctx) => getTranslatedSpaceById(ctx, id),
  fields: (t) => ({
    language: t.exposeString('language', { description: 'Code of the language.', extensions: { limits: Language } }),
    sourceId: t.exposeID('sourceId', { description: 'Id of the space that is translated.' }),
    spaceId: t.exposeID('spaceId', { description: 'Id of the copy.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the copy was created.' }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the translation in the REST API.',
      resolve: ({ id, settings }, _args, ctx) =>
        locationUrl(ctx.urls, 'orgs', settings.organizationId, 'translations', settings.id, 'spaces', id),
    }),
    source: t.field({
      type: Space,
      nullable: true,
      description: 'The space that is translated.',
      resolve: ({ sourceId }, _args, ctx) => getSpace(ctx, sourceId),
    }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'The copy.',
      resolve: ({ spaceId }, _args, ctx) => getSpace(ctx, spaceId),
    }),
    pages: t.field({
      type: PageTranslationConnection,
      description: 'The pages of the source with the states of their translations, sorted by title.',
      args: {
        ...pageArgs,
        state: t.arg({ type: PageTranslationStateEnum, description: 'Only pages in this state.' }),
      },
      resolve: async (translated, { state = null, ...page }, ctx) =>
        toConnection(await listPageTranslations(ctx, translated, { ...pageRequest(page), state })),
    }),
  }),
});

const TranslatedSpaceConnection = connectionOf(
  TranslatedSpace,
  'TranslatedSpace',
  'a translated space',
  'translated spaces',
);

builder.objectFields(TranslationSettings, (t) => ({
  space: t.field({
    type: TranslatedSpace,
    nullable: true,
    description: 'A translated space by the id of the translation.',
    args: { id: t.arg.id({ required: true, description: 'Id of the translation.' }) },
    resolve: ({ id: translationSettingsId, organizationId }, { id }, ctx) =>
      getTranslatedSpace(ctx, { organizationId, translationSettingsId, translatedSpaceId: id }),
  }),
  spaces: t.field({
    type: TranslatedSpaceConnection,
    description: 'The translated spaces whose source the caller may read, newest first.',
    args: { ...pageArgs },
    resolve: async (settings, page, ctx) => toConnection(await listTranslatedSpaces(ctx, settings, pageRequest(page))),
  }),
}));
