import {
  OpenAPISpecVisibility,
  type ProcessError,
  processErrorCodes,
  processingStates,
  SpecSlug,
} from '../../../domain/authoring/openapi-specs/fields.ts';
import {
  getSpec,
  getSpecById,
  listSpecs,
  specPermissions,
  type OpenApiSpec as SpecModel,
} from '../../../domain/authoring/openapi-specs/specs.ts';
import { appUrl, locationUrl } from '../../../domain/core/urls.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { contractEnum } from '../../enums.ts';
import { enumOf } from '../../form-members.ts';
import { Organization } from '../../people/organizations/organization.ts';
import { permissionsType } from '../../permissions.ts';
import { ownId } from '../../plain-fields.ts';

const SpecVisibilityEnum = enumOf(OpenAPISpecVisibility);
const ProcessingStateEnum = contractEnum(
  'OpenApiSpecProcessingState',
  'The state of the processing of a source.',
  processingStates,
);
const ErrorCodeEnum = contractEnum('OpenApiSpecErrorCode', 'Why a source could not be read.', processErrorCodes);

const SpecError = builder.objectRef<ProcessError>('OpenApiSpecError').implement({
  description: 'An error of the last processing of a specification.',
  fields: (t) => ({
    message: t.exposeString('message', { description: 'Message for the author of the specification.' }),
    code: t.expose('code', { type: ErrorCodeEnum, description: 'Code of the error.' }),
  }),
});

const SpecPermissions = permissionsType('OpenApiSpecPermissions', {
  view: 'Read the specification and its versions.',
  edit: 'Replace the source, update and delete the specification.',
});

export const OpenApiSpec = builder.objectRef<SpecModel>('OpenApiSpec');

builder.node(OpenApiSpec, {
  description: 'An OpenAPI specification of an organization. Pages and blocks refer to it by its slug.',
  id: { description: 'Id of the specification.', resolve: ownId },
  loadOne: (id, ctx) => getSpecById(ctx, id),
  fields: (t) => ({
    slug: t.exposeString('slug', {
      description: 'Slug of the specification, unique in the organization.',
      extensions: { limits: SpecSlug },
    }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization that owns it.' }),
    sourceUrl: t.expose('sourceUrl', {
      type: 'URL',
      nullable: true,
      description: 'URL that the specification is read from; null for an uploaded one.',
    }),
    visibility: t.expose('visibility', { type: SpecVisibilityEnum, description: 'Who may read the specification.' }),
    processingState: t.expose('processingState', {
      type: ProcessingStateEnum,
      description: 'State of the processing of the current source.',
    }),
    lastVersionId: t.exposeID('lastVersionId', {
      nullable: true,
      description: 'Id of the latest version; null before the first. Failed processing does not change it.',
    }),
    lastProcessedAt: t.expose('lastProcessedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the source was last processed completely; null before the first time.',
    }),
    lastProcessErrorCode: t.field({
      type: ErrorCodeEnum,
      nullable: true,
      description: 'Code of the first error of the last processing; null if it succeeded.',
      resolve: ({ lastProcessedErrors }) => lastProcessedErrors[0]?.code ?? null,
    }),
    lastProcessedErrors: t.expose('lastProcessedErrors', {
      type: [SpecError],
      description: 'Errors of the last processing; empty if it succeeded.',
    }),
    version: t.exposeInt('version', { description: 'Number of the current version, to pass as `expectedVersion`.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the specification was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the specification was last updated or processed.',
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the specification in the REST API.',
      resolve: ({ organizationId, slug }, _args, ctx) => locationUrl(ctx.urls, 'orgs', organizationId, 'openapi', slug),
    }),
    appUrl: t.field({
      type: 'URL',
      description: 'URL of the specification in the application.',
      resolve: ({ organizationId, slug }, _args, ctx) => appUrl(ctx.urls, 'orgs', organizationId, 'openapi', slug),
    }),
    permissions: t.field({
      type: SpecPermissions,
      description: 'Which actions the caller may perform.',
      resolve: (spec, _args, ctx) => specPermissions(ctx.actor, spec),
    }),
  }),
});

const SpecConnection = connectionOf(OpenApiSpec, 'OpenApiSpec', 'a specification', 'OpenAPI specifications');

builder.objectFields(Organization, (t) => ({
  openApiSpec: t.field({
    type: OpenApiSpec,
    nullable: true,
    description: 'An OpenAPI specification by slug. Guests may read public ones only.',
    args: { slug: t.arg.string({ required: true, description: 'Slug of the specification.' }) },
    resolve: ({ id: organizationId }, { slug }, ctx) => getSpec(ctx, { organizationId, slug }),
  }),
  openApiSpecs: t.field({
    type: SpecConnection,
    description: 'The OpenAPI specifications of the organization, sorted by slug. Forbidden for guests.',
    args: { ...pageArgs },
    resolve: async ({ id }, page, ctx) => toConnection(await listSpecs(ctx, id, pageRequest(page))),
  }),
}));
