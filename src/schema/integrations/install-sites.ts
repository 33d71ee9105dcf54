import {
  addInstallationSite,
  removeInstallationSite,
  updateInstallationSite,
} from '../../domain/integrations/installation-sites.ts';
import {
  ConfigurationValues,
  ExternalIds,
  type ConfigurationValues as Values,
} from '../../domain/integrations/fields.ts';
import { builder } from '../builder.ts';
import { freeForms } from '../free-forms.ts';
import { deletedPayload, payloadType } from '../payload.ts';
import { installationArgs } from './install.ts';
import { InstallationSite } from './installation-site.ts';

const siteArgs = {
  ...installationArgs,
  ...builder.args((t) => ({ siteId: t.id({ required: true }) })),
};

const AddInstallationSiteInput = builder.inputType('AddInstallationSiteInput', {
  description: 'The site to add an installation to.',
  fields: (t) => ({
    siteId: t.id({ required: true, description: 'Id of a site of the organization.' }),
    configuration: t.field({
      type: 'JSON',
      description: `Configuration values for the site, by name. ${freeForms.configuration}`,
      validate: ConfigurationValues,
    }),
  }),
});

builder.mutationField('addInstallationSite', (t) =>
  t.field({
    type: payloadType('AddInstallationSitePayload', 'site', InstallationSite, 'The added site.'),
    description:
      'Adds an installation to a site. Organization admins only. Refused for integrations that do not support sites.',
    args: {
      ...installationArgs,
      input: t.arg({ type: AddInstallationSiteInput, required: true, description: 'The site.' }),
    },
    resolve: async (_root, { input, ...key }, ctx) => ({
      site: await addInstallationSite(ctx, key, { ...input, configuration: input.configuration as Values | null }),
    }),
  }),
);

const UpdateInstallationSiteInput = builder.inputType('UpdateInstallationSiteInput', {
  description: 'Fields to update. Omitted fields stay unchanged.',
  fields: (t) => ({
    configuration: t.field({
      type: 'JSON',
      description: `Configuration values for the site, by name. They replace all existing values. ${freeForms.configuration}`,
      validate: ConfigurationValues,
    }),
    externalIds: t.stringList({
      description: 'Ids of an external system that installations can be filtered by; at most five.',
      validate: ExternalIds,
    }),
  }),
});

builder.mutationField('updateInstallationSite', (t) =>
  t.field({
    type: payloadType('UpdateInstallationSitePayload', 'site', InstallationSite, 'The updated site.'),
    description:
      'Updates the configuration of an installation on a site. For the integration and for organization admins.',
    args: {
      ...siteArgs,
      input: t.arg({ type: UpdateInstallationSiteInput, required: true, description: 'Fields to update.' }),
    },
    resolve: async (_root, { input, ...key }, ctx) => ({
      site: await updateInstallationSite(ctx, key, {
        ...input,
        configuration: input.configuration as Values | null,
      }),
    }),
  }),
);

builder.mutationField('removeInstallationSite', (t) =>
  t.field({
    type: deletedPayload('RemoveInstallationSitePayload', 'Id of the site.'),
    description: 'Removes an installation from a site. Organization admins only.',
    args: siteArgs,
    resolve: async (_root, key, ctx) => {
      await removeInstallationSite(ctx, key);
      return { deletedId: key.siteId };
    },
  }),
);
