import * as z from 'zod';
import { glossaryOperations, maxGlossaryOperations, Terms } from '../../domain/translations/fields.ts';
import {
  getGlossaryEntry,
  getGlossaryEntryById,
  listGlossary,
  updateGlossary,
  type GlossaryEntry as GlossaryEntryModel,
  type GlossaryOperation,
} from '../../domain/translations/glossary.ts';
import { locationUrl } from '../../domain/urls.ts';
import { builder } from '../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../connection.ts';
import { inForm, keyed } from '../contract-form.ts';
import { contractEnum } from '../enums.ts';
import { Organization } from '../organizations/organization.ts';
import { payloadDescription } from '../payload.ts';
import { ownId } from '../plain-fields.ts';
import { organizationArg } from './translation-settings.ts';

interface TranslationModel {
  readonly language: string;
  readonly term: string;
}

const GlossaryTranslation = builder.objectRef<TranslationModel>('GlossaryTranslation').implement({
  description: 'A term in one language.',
  fields: (t) => ({
    language: t.exposeString('language', { description: 'Code of the language, such as `de`.' }),
    term: t.exposeString('term'),
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
    location: t.string({
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

const GlossaryOperationType = contractEnum(
  'GlossaryOperationType',
  'The kind of an operation on a glossary.',
  glossaryOperations,
);

const GlossaryTranslationInput = builder.inputType('GlossaryTranslationInput', {
  description: 'A term in one language.',
  fields: (t) => ({
    language: t.string({ required: true, description: 'Code of the language, such as `de`.' }),
    term: t.string({ required: true }),
  }),
});

const GlossaryOperationInput = builder.inputType('GlossaryOperationInput', {
  description: 'An operation on a glossary. `type` determines which other fields are allowed.',
  fields: (t) => ({
    type: t.field({ type: GlossaryOperationType, required: true, description: 'The operation.' }),
    id: t.id({ description: 'Id of the entry to update or delete.' }),
    translations: t.field({
      type: [GlossaryTranslationInput],
      description: 'The term in each language, by language code.',
      ...inForm(Terms, keyed('language', 'term')),
    }),
  }),
});

const UpdateGlossaryInput = builder.inputType('UpdateGlossaryInput', {
  description: 'Operations on a glossary.',
  fields: (t) => ({
    operations: t.field({
      type: [GlossaryOperationInput],
      required: true,
      description: 'The operations, in the order in which they are applied.',
      validate: z.array(z.unknown()).min(1).max(maxGlossaryOperations),
    }),
  }),
});

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

builder.mutationField('updateGlossary', (t) =>
  t.field({
    type: UpdateGlossaryPayload,
    description:
      'Applies operations to the glossary of an organization, either all or none. Needs the role `create` in the organization.',
    args: {
      ...organizationArg,
      input: t.arg({ type: UpdateGlossaryInput, required: true, description: 'The operations.' }),
    },
    resolve: async (_root, { organizationId, input }, ctx) => ({
      entries: await updateGlossary(ctx, organizationId, input.operations as readonly GlossaryOperation[]),
    }),
  }),
);
