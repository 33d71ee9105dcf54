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
  description: 'Where a specification is read from: exactly one of the members.',
  fields: (t) => ({
    url: t.string({ description: 'URL of the specification, in JSON or YAML.', validate: SpecUrl }),
    text: t.string({ description: 'The specification itself, in JSON or YAML.', validate: SpecText }),
  }),
});

const CreateInput = builder.inputType('CreateOpenAPISpecInput', {
  description: 'A new specification.',
  fields: (t) => ({
    slug: t.string({ required: true, description: 'Name of the specification.', validate: SpecSlug }),
    source: t.field({ type: Source, required: true, description: 'Where it is read from.' }),
  }),
});

builder.mutationField('createOpenAPISpec', (t) =>
  t.field({
    type: payloadType('CreateOpenAPISpecPayload', 'openAPISpec', OpenAPISpec, 'The new specification.'),
    description:
      'Creates an OpenAPI specification and has it read in the background. Fails with `already_exists` for a slug that is taken.',
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
  fields: (t) => ({ source: t.field({ type: Source, required: true, description: 'Where it is read from.' }) }),
});

builder.mutationField('setOpenAPISpec', (t) =>
  t.field({
    type: payloadType('SetOpenAPISpecPayload', 'openAPISpec', OpenAPISpec, 'The specification.'),
    description:
      'Creates an OpenAPI specification, or replaces the source of an existing one, and has it read in the background.',
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
    description: 'Updates who may read an OpenAPI specification.',
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
    description: 'Has the source of an OpenAPI specification read again in the background, as happens on a schedule.',
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
      'Deletes an OpenAPI specification with its versions. Pages that are generated from it are removed in the background; earlier revisions keep them.',
    args: { ...specArgs, ...expectedVersionArg },
    resolve: async (_root, { organizationId, specSlug, expectedVersion }, ctx) => ({
      deletedId: await deleteSpec(ctx, { organizationId, slug: specSlug, expectedVersion }),
    }),
  }),
);
