import { SpecSlug, SpecText, SpecUrl } from '../../domain/openapi-specs/fields.ts';
import { deleteSpec } from '../../domain/openapi-sources/delete-spec.ts';
import { createSpec, refreshSpec, setSpec, updateSpec } from '../../domain/openapi-sources/set-spec.ts';
import { builder } from '../builder.ts';
import { expectedVersionArg } from '../expected-version.ts';
import { deletedPayload, payloadType } from '../payload.ts';
import { OpenAPISpec, SpecVisibilityEnum } from './openapi-spec.ts';

const organizationArg = builder.args((t) => ({
  organizationId: t.id({ required: true }),
}));

const specArgs = builder.args((t) => ({
  organizationId: t.id({ required: true }),
  specSlug: t.string({ required: true, description: 'Slug of the specification.', validate: SpecSlug }),
}));

const Source = builder.inputType('OpenAPISpecSourceInput', {
  description: 'The source of a specification: exactly one of `url` and `text`.',
  fields: (t) => ({
    url: t.string({ description: 'URL of the specification, in JSON or YAML.', validate: SpecUrl }),
    text: t.string({ description: 'Text of the specification, in JSON or YAML.', validate: SpecText }),
  }),
});

const CreateInput = builder.inputType('CreateOpenAPISpecInput', {
  description: 'A new specification.',
  fields: (t) => ({
    slug: t.string({
      required: true,
      description: 'Slug of the specification, unique in the organization.',
      validate: SpecSlug,
    }),
    source: t.field({ type: Source, required: true, description: 'The source of the specification.' }),
  }),
});

builder.mutationField('createOpenAPISpec', (t) =>
  t.field({
    type: payloadType('CreateOpenAPISpecPayload', 'openAPISpec', OpenAPISpec, 'The new specification.'),
    description:
      'Creates an OpenAPI specification, whose source is processed in the background. Fails with `already_exists` when the slug is in use.',
    args: {
      ...organizationArg,
      input: t.arg({ type: CreateInput, required: true, description: 'The new specification.' }),
    },
    resolve: async (_root, { organizationId, input: { slug, source } }, ctx) => ({
      openAPISpec: await createSpec(ctx, { organizationId, slug }, source),
    }),
  }),
);

const SetInput = builder.inputType('SetOpenAPISpecInput', {
  description: 'The source of a specification.',
  fields: (t) => ({
    source: t.field({ type: Source, required: true, description: 'The source of the specification.' }),
  }),
});

builder.mutationField('setOpenAPISpec', (t) =>
  t.field({
    type: payloadType('SetOpenAPISpecPayload', 'openAPISpec', OpenAPISpec, 'The specification.'),
    description:
      'Creates an OpenAPI specification, or replaces the source of an existing one. The source is processed in the background.',
    args: {
      ...specArgs,
      ...expectedVersionArg,
      input: t.arg({ type: SetInput, required: true, description: 'The source.' }),
    },
    resolve: async (_root, { organizationId, specSlug, expectedVersion, input: { source } }, ctx) => ({
      openAPISpec: await setSpec(ctx, { organizationId, slug: specSlug }, { ...source, expectedVersion }),
    }),
  }),
);

const UpdateInput = builder.inputType('UpdateOpenAPISpecInput', {
  description: 'Fields to update.',
  fields: (t) => ({
    visibility: t.field({ type: SpecVisibilityEnum, description: 'Who may read the specification.' }),
  }),
});

builder.mutationField('updateOpenAPISpec', (t) =>
  t.field({
    type: payloadType('UpdateOpenAPISpecPayload', 'openAPISpec', OpenAPISpec, 'The updated specification.'),
    description: 'Updates the visibility of an OpenAPI specification.',
    args: {
      ...specArgs,
      ...expectedVersionArg,
      input: t.arg({ type: UpdateInput, required: true, description: 'Fields to update.' }),
    },
    resolve: async (_root, { organizationId, specSlug, expectedVersion, input }, ctx) => ({
      openAPISpec: await updateSpec(ctx, { organizationId, slug: specSlug }, { ...input, expectedVersion }),
    }),
  }),
);

builder.mutationField('refreshOpenAPISpec', (t) =>
  t.field({
    type: payloadType('RefreshOpenAPISpecPayload', 'openAPISpec', OpenAPISpec, 'The specification.'),
    description: 'Processes the source of an OpenAPI specification again in the background, as the schedule does.',
    args: { ...specArgs },
    resolve: async (_root, { organizationId, specSlug }, ctx) => ({
      openAPISpec: await refreshSpec(ctx, { organizationId, slug: specSlug }),
    }),
  }),
);

builder.mutationField('deleteOpenAPISpec', (t) =>
  t.field({
    type: deletedPayload('DeleteOpenAPISpecPayload', 'Id of the deleted specification.'),
    description:
      'Deletes an OpenAPI specification with its versions. Pages that are generated from it are removed in the background; they remain in earlier revisions.',
    args: { ...specArgs, ...expectedVersionArg },
    resolve: async (_root, { organizationId, specSlug, expectedVersion }, ctx) => ({
      deletedId: await deleteSpec(ctx, { organizationId, slug: specSlug, expectedVersion }),
    }),
  }),
);
