import {
  getAdaptiveSchema,
  listTemplateConditions,
  updateAdaptiveSchema,
  type SiteAdaptiveSchema as SiteAdaptiveSchemaModel,
} from '../../../domain/publishing/adaptive-schema/adaptive-schema.ts';
import { UpdateSiteAdaptiveSchemaInput } from '../../../domain/publishing/adaptive-schema/inputs.ts';
import type { TemplateCondition } from '../../../domain/people/visitors/template-conditions.ts';
import { builder } from '../../builder.ts';
import { freeForms } from '../../../lib/free-forms.ts';
import { mutation } from '../../mutation.ts';
import { shows } from '../../payload.ts';
import { siteArgs } from '../sites/mutations.ts';
import { Site } from '../sites/site.ts';

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

mutation('updateSiteAdaptiveSchema', {
  description: 'Replaces the adaptive schema of a site. For members with the role `create`.',
  args: siteArgs,
  input: { form: UpdateSiteAdaptiveSchemaInput, description: 'The new schema.' },
  payload: shows('adaptiveSchema', SiteAdaptiveSchema, 'The new schema.'),
  resolve: (ctx, { organizationId, siteId: id, input }) =>
    updateAdaptiveSchema(ctx, { jsonSchema: input.jsonSchema, organizationId, id }),
});
