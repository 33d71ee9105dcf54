import { withInput } from '../../../lib/watched-inputs.ts';
import { inOrganization } from '../../people/organizations/organization.ts';
import { createSite } from '../../../domain/publishing/sites/create.ts';
import { deleteSite } from '../../../domain/publishing/sites/delete.ts';
import { CreateSiteInput, UpdateSiteInput } from '../../../domain/publishing/sites/inputs.ts';
import { publishSite, unpublishSite } from '../../../domain/publishing/sites/publish.ts';
import { updateSite } from '../../../domain/publishing/sites/update.ts';
import { builder } from '../../builder.ts';
import { expectedVersionArg } from '../../expected-version.ts';
import { mutation } from '../../mutation.ts';
import { shows, showsDeleted } from '../../payload.ts';
import { Site } from './site.ts';

export const siteArgs = builder.args((t) => ({
  organizationId: t.id({
    description: 'Id of the organization of the site. A site of another organization is answered with `not_found`.',
  }),
  siteId: t.id({ required: true }),
}));

mutation('createSite', {
  description: 'Creates an unpublished site. Needs the role `create` on the organization and on each of the spaces.',
  args: builder.args((t) => ({ organizationId: t.id({ required: true }) })),
  input: { form: CreateSiteInput, description: 'Fields of the new site.' },
  payload: shows('site', Site, 'The new site.'),
  resolve: (ctx, { organizationId, input }) => createSite(ctx, withInput(input, { organizationId })),
});

mutation('updateSite', {
  description: 'Updates a site. Needs the role `create` on the site; `visibility` and `proxy` need `admin`.',
  args: { ...siteArgs, ...expectedVersionArg },
  input: { form: UpdateSiteInput, description: 'Fields to update.' },
  payload: shows('site', Site, 'The updated site.'),
  resolve: (ctx, { organizationId, siteId: id, expectedVersion, input }) =>
    updateSite(ctx, withInput(input, { organizationId, id, expectedVersion })),
});

mutation('deleteSite', {
  description:
    'Deletes a site with its structure and settings, but not the spaces that it shows. Only for admins of the site.',
  args: { ...siteArgs, ...expectedVersionArg },
  payload: showsDeleted('Id of the deleted site.', inOrganization),
  resolve: async (ctx, { organizationId, siteId, expectedVersion }) => {
    const site = await deleteSite(ctx, { id: siteId, organizationId, expectedVersion });
    return { deletedId: site.id, organizationId: site.organizationId };
  },
});

mutation('publishSite', {
  description:
    'Publishes a site to the audience that its visibility allows. Refused for a site without spaces. Only for admins of the site.',
  args: { ...siteArgs, ...expectedVersionArg },
  payload: shows('site', Site, 'The published site.'),
  resolve: (ctx, { organizationId, siteId: id, expectedVersion }) =>
    publishSite(ctx, { organizationId, id, expectedVersion }),
});

mutation('unpublishSite', {
  description: 'Unpublishes a site, with immediate effect. Only for admins of the site.',
  args: { ...siteArgs, ...expectedVersionArg },
  payload: shows('site', Site, 'The unpublished site.'),
  resolve: (ctx, { organizationId, siteId: id, expectedVersion }) =>
    unpublishSite(ctx, { organizationId, id, expectedVersion }),
});
