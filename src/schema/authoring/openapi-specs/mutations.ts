import { withInput } from '../../../lib/watched-inputs.ts';
import { inOrganization } from '../../people/organizations/organization.ts';
import { SpecSlug } from '../../../domain/authoring/openapi-specs/fields.ts';
import { deleteSpec } from '../../../domain/exchange/openapi-sources/delete-spec.ts';
import { createSpec, refreshSpec, setSpec, updateSpec } from '../../../domain/exchange/openapi-sources/set-spec.ts';
import {
  CreateOpenAPISpecInput,
  SetOpenAPISpecInput,
  UpdateOpenAPISpecInput,
} from '../../../domain/authoring/openapi-specs/inputs.ts';
import { builder } from '../../builder.ts';
import { expectedVersionArg } from '../../expected-version.ts';
import { mutation } from '../../mutation.ts';
import { shows, showsDeleted } from '../../payload.ts';
import { OpenApiSpec } from './openapi-spec.ts';

const organizationArg = builder.args((t) => ({
  organizationId: t.id({ required: true }),
}));

const specArgs = builder.args((t) => ({
  organizationId: t.id({ required: true }),
  specSlug: t.string({ required: true, description: 'Slug of the specification.', validate: SpecSlug }),
}));

mutation('createOpenApiSpec', {
  description:
    'Creates an OpenAPI specification, whose source is processed in the background. Fails with `already_exists` when the slug is in use.',
  args: organizationArg,
  input: { form: CreateOpenAPISpecInput, description: 'The new specification.' },
  payload: shows('openApiSpec', OpenApiSpec, 'The new specification.'),
  resolve: (ctx, { organizationId, input: { slug, source } }) => createSpec(ctx, { organizationId, slug }, source),
});

mutation('setOpenApiSpec', {
  description:
    'Creates an OpenAPI specification, or replaces the source of an existing one. The source is processed in the background.',
  args: { ...specArgs, ...expectedVersionArg },
  input: { form: SetOpenAPISpecInput, description: 'The source.' },
  payload: shows('openApiSpec', OpenApiSpec, 'The specification.'),
  resolve: (ctx, { organizationId, specSlug, expectedVersion, input: { source } }) =>
    setSpec(ctx, { organizationId, slug: specSlug }, { ...source, expectedVersion }),
});

mutation('updateOpenApiSpec', {
  description: 'Updates the visibility of an OpenAPI specification.',
  args: { ...specArgs, ...expectedVersionArg },
  input: { form: UpdateOpenAPISpecInput, description: 'Fields to update.' },
  payload: shows('openApiSpec', OpenApiSpec, 'The updated specification.'),
  resolve: (ctx, { organizationId, specSlug, expectedVersion, input }) =>
    updateSpec(ctx, { organizationId, slug: specSlug }, withInput(input, { expectedVersion })),
});

mutation('refreshOpenApiSpec', {
  description: 'Processes the source of an OpenAPI specification again in the background, as the schedule does.',
  args: specArgs,
  payload: shows('openApiSpec', OpenApiSpec, 'The specification.'),
  resolve: (ctx, { organizationId, specSlug }) => refreshSpec(ctx, { organizationId, slug: specSlug }),
});

mutation('deleteOpenApiSpec', {
  description:
    'Deletes an OpenAPI specification with its versions. Pages that are generated from it are removed in the background; they remain in earlier revisions.',
  args: { ...specArgs, ...expectedVersionArg },
  payload: showsDeleted('Id of the deleted specification.', inOrganization),
  resolve: async (ctx, { organizationId, specSlug, expectedVersion }) => ({
    deletedId: await deleteSpec(ctx, { organizationId, slug: specSlug, expectedVersion }),
    organizationId,
  }),
});
