import {
  getInstallationSite,
  installationSiteStatus,
  listInstallationSites,
  visibleSiteConfiguration,
  type InstallationSite as InstallationSiteModel,
} from '../../../domain/exchange/integrations/installation-sites.ts';
import { locationUrl } from '../../../domain/core/urls.ts';
import { builder } from '../../builder.ts';
import { freeForms } from '../../../lib/free-forms.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { Installation, pathOf, StatusEnum } from './installation.ts';

export const InstallationSite = builder.objectRef<InstallationSiteModel>('IntegrationSiteInstallation').implement({
  description: 'A site that an installation was added to.',
  fields: (t) => ({
    siteId: t.exposeID('siteId', { description: 'Id of the site that was added.' }),
    integrationName: t.string({
      description: 'Name of the integration that is installed.',
      resolve: ({ installation }) => installation.integrationName,
    }),
    installationId: t.exposeID('installationId', { description: 'Id of the installation that the site was added to.' }),
    status: t.field({
      type: StatusEnum,
      description: 'State of the installation on the site.',
      resolve: installationSiteStatus,
    }),
    configuration: t.field({
      type: 'JSON',
      description: `Values of the configuration by name; empty for callers who may not configure the installation. ${freeForms.configuration}`,
      resolve: (place, _args, ctx) => visibleSiteConfiguration(ctx, place),
    }),
    externalIds: t.exposeStringList('externalIds', {
      description: 'Ids of an external system that installations can be filtered by.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the site was added.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the configuration for the site was last changed.',
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL in the REST API.',
      resolve: ({ installation, siteId }, _args, ctx) =>
        locationUrl(ctx.urls, ...pathOf(installation), 'sites', siteId),
    }),
    publicEndpointUrl: t.field({
      type: 'URL',
      description:
        'URL of the script of the integration on this site. This service runs no scripts, so it answers 404.',
      resolve: ({ installation, siteId }, _args, ctx) =>
        locationUrl(ctx.urls, ...pathOf(installation), 'sites', siteId, 'endpoint'),
    }),
  }),
});

const InstallationSiteConnection = connectionOf(
  InstallationSite,
  'IntegrationSiteInstallation',
  'a site of an installation',
  'the sites of an installation',
);

builder.objectFields(Installation, (t) => ({
  site: t.field({
    type: InstallationSite,
    nullable: true,
    description: 'A site that the installation was added to.',
    args: { id: t.arg.id({ required: true, description: 'Id of the site.' }) },
    resolve: ({ integrationName, id: installationId }, { id: siteId }, ctx) =>
      getInstallationSite(ctx, { integrationName, installationId, siteId }),
  }),
  sites: t.field({
    type: InstallationSiteConnection,
    description: 'The sites that the installation was added to, newest first.',
    args: { ...pageArgs },
    resolve: async ({ integrationName, id: installationId }, page, ctx) =>
      toConnection(await listInstallationSites(ctx, { integrationName, installationId }, pageRequest(page))),
  }),
}));
