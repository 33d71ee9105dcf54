import type { Terms } from '../../../domain/exchange/translations/fields.ts';
import {
  getGlossaryEntry,
  getGlossaryEntryById,
  listGlossary,
  updateGlossary,
  type GlossaryEntry as GlossaryEntryModel,
} from '../../../domain/exchange/translations/glossary.ts';
import { UpdateGlossaryInput } from '../../../domain/exchange/translations/inputs.ts';
import { locationUrl } from '../../../domain/core/urls.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { mutation } from '../../mutation.ts';
import { Organization } from '../../people/organizations/organization.ts';
import { payloadDescription } from '../../payload.ts';
import { ownId } from '../../plain-fields.ts';
import { organizationArg } from './translation-settings.ts';

interface TranslationModel {
  readonly language: string;
  readonly term: string;
}

const GlossaryTranslation = builder.objectRef<TranslationModel>('GlossaryTranslation').implement({
  description: 'A term in one language.',
  fields: (t) => ({
    language: t.exposeString('language', { description: 'Code of the language, such as `de`.' }),
    term: t.exposeString('term', { description: 'The word or phrase in this language.' }),
  }),
});

const GlossaryEntry = builder.objectRef<GlossaryEntryModel>('GlossaryEntry');

builder.node(GlossaryEntry, {
  description: 'An entry of the glossary of an organization: a term in several languages.',
  id: { description: 'Id of the entry.', resolve: ownId },
  loadOne: (id, ctx) => getGlossaryEntryById(ctx, id),
  fields: (t) => ({
    translations: t.field({
      type: [GlossaryTranslation],
      description: 'The term in each language.',
      resolve: ({ translations }) =>
        Object.entries(translations as Terms).map(([language, term]) => ({ language, term })),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the entry was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the entry was last changed.' }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the entry in the REST API.',
      resolve: ({ id, organizationId }, _args, ctx) =>
        locationUrl(ctx.urls, 'orgs', organizationId, 'translations-glossary', id),
    }),
  }),
});

const GlossaryEntryConnection = connectionOf(GlossaryEntry, 'GlossaryEntry', 'a glossary entry', 'glossary entries');

builder.objectFields(Organization, (t) => ({
  glossaryEntry: t.field({
    type: GlossaryEntry,
    nullable: true,
    description: 'A glossary entry by id. Forbidden for guests.',
    args: { id: t.arg.id({ required: true, description: 'Id of the entry.' }) },
    resolve: ({ id: organizationId }, { id }, ctx) => getGlossaryEntry(ctx, organizationId, id),
  }),
  glossary: t.field({
    type: GlossaryEntryConnection,
    description: 'The glossary entries of the organization, newest first. Forbidden for guests.',
    args: { ...pageArgs },
    resolve: async ({ id }, page, ctx) => toConnection(await listGlossary(ctx, id, pageRequest(page))),
  }),
}));

const UpdateGlossaryPayload = builder
  .objectRef<{ readonly entries: readonly GlossaryEntryModel[] }>('UpdateGlossaryPayload')
  .implement({
    description: payloadDescription('UpdateGlossaryPayload'),
    fields: (t) => ({
      entries: t.field({
        type: [GlossaryEntry],
        description: 'The entries that were added and updated.',
        resolve: ({ entries }) => [...entries],
      }),
    }),
  });

mutation('updateGlossary', {
  description:
    'Applies operations to the glossary of an organization, either all or none. Needs the role `create` in the organization.',
  args: organizationArg,
  input: { form: UpdateGlossaryInput, description: 'The operations.' },
  payload: UpdateGlossaryPayload,
  resolve: async (ctx, { organizationId, input }) => ({
    entries: await updateGlossary(ctx, organizationId, input.operations),
  }),
});
