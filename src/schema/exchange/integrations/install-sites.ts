import { inInstallation } from './installation.ts';
import {
  addInstallationSite,
  removeInstallationSite,
  updateInstallationSite,
} from '../../../domain/exchange/integrations/installation-sites.ts';
import { AddInstallationSiteInput, UpdateInstallationSiteInput } from '../../../domain/exchange/integrations/inputs.ts';
import { builder } from '../../builder.ts';
import { mutation } from '../../mutation.ts';
import { shows, showsDeleted } from '../../payload.ts';
import { installationArgs } from './install.ts';
import { InstallationSite } from './installation-site.ts';

const siteArgs = {
  ...installationArgs,
  ...builder.args((t) => ({ siteId: t.id({ required: true }) })),
};

mutation('addInstallationSite', {
  description:
    'Adds an installation to a site. Organization admins only. Refused for integrations that do not support sites.',
  args: installationArgs,
  input: { form: AddInstallationSiteInput, description: 'The site.' },
  payload: shows('site', InstallationSite, 'The added site.'),
  resolve: (ctx, { input, ...key }) => addInstallationSite(ctx, key, input),
});

mutation('updateInstallationSite', {
  description:
    'Updates the configuration of an installation on a site. For the integration and for organization admins.',
  args: siteArgs,
  input: { form: UpdateInstallationSiteInput, description: 'Fields to update.' },
  payload: shows('site', InstallationSite, 'The updated site.'),
  resolve: (ctx, { input, ...key }) => updateInstallationSite(ctx, key, input),
});

mutation('removeInstallationSite', {
  description: 'Removes an installation from a site. Organization admins only.',
  args: siteArgs,
  payload: showsDeleted('Id of the site.', inInstallation),
  resolve: async (ctx, key) => {
    await removeInstallationSite(ctx, key);
    return { ...key, deletedId: key.siteId };
  },
});
