import { parentField } from '../../payload.ts';
import {
  ExternalId,
  InstallationSelection,
  installationStatuses,
  type Selection,
} from '../../../domain/exchange/integrations/fields.ts';
import {
  getInstallationSpace,
  installationSpaceStatus,
  listInstallationSpaces,
  visibleSpaceConfiguration,
  type InstallationSpace as InstallationSpaceModel,
} from '../../../domain/exchange/integrations/installation-spaces.ts';
import {
  getInstallation,
  getInstallationById,
  installationStatus,
  listInstallations,
  listOrganizationInstallations,
  visibleConfiguration,
  type Installation as InstallationModel,
} from '../../../domain/exchange/integrations/installations.ts';
import { integrationScopes } from '../../../access/integration-scopes.ts';
import { appUrl, locationUrl } from '../../../domain/core/urls.ts';
import { getIntegrationById } from '../../../domain/exchange/integrations/integrations.ts';
import { builder } from '../../builder.ts';
import { freeForms } from '../../../lib/free-forms.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { contractEnum } from '../../enums.ts';
import { enumOf } from '../../form-members.ts';
import { Organization } from '../../people/organizations/organization.ts';
import { ownId } from '../../plain-fields.ts';
import { Integration, IntegrationScopeEnum } from './integration.ts';

const SelectionEnum = enumOf(InstallationSelection);
export const StatusEnum = contractEnum('InstallationStatus', 'The state of an installation.', installationStatuses);

export const pathOf = ({ integrationName, id }: Pick<InstallationModel, 'integrationName' | 'id'>) =>
  ['integrations', integrationName, 'installations', id] as const;

export const Installation = builder.objectRef<InstallationModel>('IntegrationInstallation');

/** The installation that a site or space is removed from. */
export const inInstallation = parentField(
  'installation',
  Installation,
  (ctx, { installationId }: { readonly installationId: string }) => getInstallationById(ctx, installationId),
);

builder.node(Installation, {
  description: 'An integration that is installed in an organization.',
  id: { description: 'Id of the installation.', resolve: ownId },
  loadOne: (id, ctx) => getInstallationById(ctx, id),
  fields: (t) => ({
    version: t.exposeInt('version', { description: 'Number of the current version, to pass as `expectedVersion`.' }),
    status: t.field({ type: StatusEnum, description: 'State of the installation.', resolve: installationStatus }),
    spaceSelection: t.field({
      type: SelectionEnum,
      description: 'Whether the installation applies to all spaces of the organization.',
      resolve: ({ spaceSelection }) => spaceSelection as Selection,
    }),
    siteSelection: t.field({
      type: SelectionEnum,
      description: 'Whether the installation applies to all sites of the organization.',
      resolve: ({ siteSelection }) => siteSelection as Selection,
    }),
    spaceCount: t.exposeInt('spaceCount', { description: 'Number of spaces that the installation applies to.' }),
    scopes: t.field({
      type: [IntegrationScopeEnum],
      description:
        'The scopes that the organization has granted. Tokens have those of them that the integration still requests.',
      resolve: ({ scopes }) => integrationScopes.filter((scope) => scopes.includes(scope)),
    }),
    configuration: t.field({
      type: 'JSON',
      description: `Values of the configuration by name; empty for callers who may not configure the installation. ${freeForms.configuration}`,
      resolve: (installation, _args, ctx) => visibleConfiguration(ctx, installation),
    }),
    externalIds: t.exposeStringList('externalIds', {
      description: 'Ids of an external system that installations can be filtered by.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the integration was installed.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the installation was last changed.' }),
    organizationId: t.exposeID('organizationId', {
      description: 'Id of the organization that installed the integration.',
    }),
    integration: t.field({
      description: 'What is installed.',
      type: Integration,
      resolve: ({ integrationId }, _args, ctx) => getIntegrationById(ctx, integrationId),
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the installation in the REST API.',
      resolve: (installation, _args, ctx) => locationUrl(ctx.urls, ...pathOf(installation)),
    }),
    appUrl: t.field({
      type: 'URL',
      description: 'URL of the installation in the application.',
      resolve: (installation, _args, ctx) => appUrl(ctx.urls, ...pathOf(installation)),
    }),
    publicEndpointUrl: t.field({
      type: 'URL',
      description: 'URL of the script of the integration. This service runs no scripts, so it answers 404.',
      resolve: (installation, _args, ctx) => locationUrl(ctx.urls, ...pathOf(installation), 'endpoint'),
    }),
  }),
});

const InstallationConnection = connectionOf(
  Installation,
  'IntegrationInstallation',
  'an installation',
  'installations',
);

builder.objectFields(Integration, (t) => ({
  installation: t.field({
    type: Installation,
    nullable: true,
    description: 'An installation by id. For the integration, and for members of the organization that installed it.',
    args: { id: t.arg.id({ required: true, description: 'Id of the installation.' }) },
    resolve: ({ name }, { id }, ctx) => getInstallation(ctx, { integrationName: name, installationId: id }),
  }),
  installations: t.field({
    type: InstallationConnection,
    description:
      'The installations, newest first. For the integration, and for admins of the organization that owns it. The token of an installation lists that installation only.',
    args: {
      externalId: t.arg.string({ description: 'Only installations with this external id.', validate: ExternalId }),
      ...pageArgs,
    },
    resolve: async ({ name }, { externalId, ...page }, ctx) =>
      toConnection(await listInstallations(ctx, { name, externalId }, pageRequest(page))),
  }),
}));

builder.objectField(Organization, 'installations', (t) =>
  t.field({
    type: InstallationConnection,
    description: 'The installations of the organization, newest first. Forbidden for guests.',
    args: { ...pageArgs },
    resolve: async ({ id }, page, ctx) => toConnection(await listOrganizationInstallations(ctx, id, pageRequest(page))),
  }),
);

export const InstallationSpace = builder.objectRef<InstallationSpaceModel>('IntegrationSpaceInstallation').implement({
  description: 'A space that an installation was added to.',
  fields: (t) => ({
    spaceId: t.exposeID('spaceId', { description: 'Id of the space that was added.' }),
    integrationName: t.string({
      description: 'Name of the integration that is installed.',
      resolve: ({ installation }) => installation.integrationName,
    }),
    installationId: t.exposeID('installationId', {
      description: 'Id of the installation that the space was added to.',
    }),
    status: t.field({
      type: StatusEnum,
      description: 'State of the installation in the space.',
      resolve: installationSpaceStatus,
    }),
    configuration: t.field({
      type: 'JSON',
      description: `Values of the configuration by name; empty for callers who may not configure the installation. ${freeForms.configuration}`,
      resolve: (place, _args, ctx) => visibleSpaceConfiguration(ctx, place),
    }),
    externalIds: t.exposeStringList('externalIds', {
      description: 'Ids of an external system that installations can be filtered by.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the space was added.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the configuration for the space was last changed.',
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL in the REST API.',
      resolve: ({ installation, spaceId }, _args, ctx) =>
        locationUrl(ctx.urls, ...pathOf(installation), 'spaces', spaceId),
    }),
    publicEndpointUrl: t.field({
      type: 'URL',
      description:
        'URL of the script of the integration in this space. This service runs no scripts, so it answers 404.',
      resolve: ({ installation, spaceId }, _args, ctx) =>
        locationUrl(ctx.urls, ...pathOf(installation), 'spaces', spaceId, 'endpoint'),
    }),
  }),
});

const InstallationSpaceConnection = connectionOf(
  InstallationSpace,
  'IntegrationSpaceInstallation',
  'a space of an installation',
  'the spaces of an installation',
);

builder.objectFields(Installation, (t) => ({
  space: t.field({
    type: InstallationSpace,
    nullable: true,
    description: 'A space that the installation was added to.',
    args: { id: t.arg.id({ required: true, description: 'Id of the space.' }) },
    resolve: ({ integrationName, id: installationId }, { id: spaceId }, ctx) =>
      getInstallationSpace(ctx, { integrationName, installationId, spaceId }),
  }),
  spaces: t.field({
    type: InstallationSpaceConnection,
    description: 'The spaces that the installation was added to, newest first.',
    args: { ...pageArgs },
    resolve: async ({ integrationName, id: installationId }, page, ctx) =>
      toConnection(await listInstallationSpaces(ctx, { integrationName, installationId }, pageRequest(page))),
  }),
}));
