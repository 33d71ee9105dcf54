import {
  getAdaptiveSchema,
  listTemplateConditions,
  updateAdaptiveSchema,
  type SiteAdaptiveSchema as SiteAdaptiveSchemaModel,
} from '../../domain/sites/adaptive-schema.ts';
import type { TemplateCondition } from '../../domain/visitors/template-conditions.ts';
import { builder } from '../builder.ts';
import { freeForms } from '../free-forms.ts';
import { payloadType } from '../payload.ts';
import { siteArgs } from './mutations.ts';
import { Site } from './site.ts';

const SiteAdaptiveSchema = builder.objectRef<SiteAdaptiveSchemaModel>('SiteAdaptiveSchema').implement({
  description: 'The schema of the visitor claims that conditions of a site may use.',
  fields: (t) => ({
    jsonSchema: t.expose('jsonSchema', {
      type: 'JSON',
      description: `JSON Schema of the claims, with booleans, numbers, strings, arrays of these and nested objects. ${freeForms.jsonSchema}`,
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the schema was last replaced.' }),
  }),
});

const SiteAdaptiveTemplateCondition = builder.objectRef<TemplateCondition>('SiteAdaptiveTemplateCondition').implement({
  description: 'A condition that the adaptive schema of a site suggests.',
  fields: (t) => ({
    description: t.exposeString('description', { description: 'Which visitors the condition selects, in words.' }),
    condition: t.exposeString('condition', { description: 'The condition as an expression.' }),
  }),
});

builder.objectFields(Site, (t) => ({
  adaptiveSchema: t.field({
    type: SiteAdaptiveSchema,
    nullable: true,
    description:
      'The schema of the visitor claims that conditions may use. Null with an error when there is none. Only for members.',
    resolve: ({ id }, _args, ctx) => getAdaptiveSchema(ctx, { id }),
  }),
  templateConditions: t.field({
    type: [SiteAdaptiveTemplateCondition],
    description: 'Conditions that the adaptive schema suggests, at most 50. Empty without a schema. Only for members.',
    resolve: ({ id }, _args, ctx) => listTemplateConditions(ctx, { id }),
  }),
}));

const UpdateSiteAdaptiveSchemaInput = builder.inputType('UpdateSiteAdaptiveSchemaInput', {
  description: 'A new adaptive schema.',
  fields: (t) => ({
    jsonSchema: t.field({
      type: 'JSON',
      required: true,
      description: `A JSON Schema (a subset of draft-07) of an object with \`additionalProperties: false\`. At most 64 KB and 5 levels of nested claims. ${freeForms.jsonSchema}`,
    }),
  }),
});

builder.mutationField('updateSiteAdaptiveSchema', (t) =>
  t.field({
    type: payloadType('UpdateSiteAdaptiveSchemaPayload', 'adaptiveSchema', SiteAdaptiveSchema, 'The new schema.'),
    description: 'Replaces the adaptive schema of a site. For members with the role `create`.',
    args: {
      ...siteArgs,
      input: t.arg({ type: UpdateSiteAdaptiveSchemaInput, required: true, description: 'The new schema.' }),
    },
    resolve: async (_root, { organizationId, siteId: id, input }, ctx) => ({
      adaptiveSchema: await updateAdaptiveSchema(ctx, { jsonSchema: input.jsonSchema, organizationId, id }),
    }),
  }),
);
