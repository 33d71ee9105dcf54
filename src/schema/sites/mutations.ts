import { createSite } from '../../domain/sites/create.ts';
import { deleteSite } from '../../domain/sites/delete.ts';
import { InitialSpaces, SitePath, SiteProxy, SiteTitle, type SiteStart } from '../../domain/sites/fields.ts';
import { publishSite, unpublishSite } from '../../domain/sites/publish.ts';
import { updateSite } from '../../domain/sites/update.ts';
import { builder } from '../builder.ts';
import { expectedVersionArg } from '../expected-version.ts';
import { deletedPayload, payloadType } from '../payload.ts';
import { AgentsContextEnum, Site, SiteTypeEnum, SiteVisibilityEnum } from './site.ts';

const CreateSiteInput = builder.inputType('CreateSiteInput', {
  description: 'Fields of a new site.',
  fields: (t) => ({
    type: t.field({ type: SiteTypeEnum, defaultValue: 'basic', description: 'Kind of site.' }),
    title: t.string({ description: 'Name of the site.', validate: SiteTitle }),
    visibility: t.field({
      type: SiteVisibilityEnum,
      description: 'Who may read it once published; anyone when omitted.',
    }),
    spaces: t.field({
      type: 'JSON',
      description:
        'Ids of the spaces of the site, in order; or `sample` or `empty` for a new space with sample pages or without pages. A site without spaces when omitted.',
      validate: InitialSpaces,
    }),
  }),
});

const AdaptiveContentInput = builder.inputType('AdaptiveContentInput', {
  description: 'Whether conditions are evaluated for visitors.',
  fields: (t) => ({ enabled: t.boolean({ required: true, description: 'Whether they are.' }) }),
});

const UpdateSiteInput = builder.inputType('UpdateSiteInput', {
  description: 'Fields to update; omitted fields stay unchanged.',
  fields: (t) => ({
    title: t.string({ description: 'Name of the site.', validate: SiteTitle }),
    visibility: t.field({ type: SiteVisibilityEnum, description: 'Who may read it once published. Only for admins.' }),
    basename: t.string({
      description:
        'Path of the site below the hostname of the organization. No other site of the organization may have it.',
      validate: SitePath,
    }),
    adaptiveContent: t.field({
      type: AdaptiveContentInput,
      description: 'Whether conditions are evaluated for visitors.',
    }),
    agentsContext: t.field({ type: AgentsContextEnum, description: 'Whether agents may use the site.' }),
    defaultSiteSpace: t.id({
      description: 'Id of the site space to show first: one of the default section, or of the site without sections.',
    }),
    defaultSiteSection: t.id({ description: 'Id of the section to show first.' }),
    proxy: t.string({
      description: 'Host and path at which a proxy serves the site; null removes it. Only for admins.',
      validate: SiteProxy,
    }),
  }),
});

export const siteArgs = builder.args((t) => ({
  organizationId: t.id({ description: 'Id of the organization of the site. In another one, the site does not exist.' }),
  siteId: t.id({ required: true }),
}));

builder.mutationField('createSite', (t) =>
  t.field({
    type: payloadType('CreateSitePayload', 'site', Site, 'The new site.'),
    description: 'Creates an unpublished site. Needs the role `create` on the organization and on each of the spaces.',
    args: {
      organizationId: t.arg.id({ required: true }),
      input: t.arg({ type: CreateSiteInput, required: true, description: 'Fields of the new site.' }),
    },
    resolve: async (_root, { organizationId, input }, ctx) => ({
      site: await createSite(ctx, {
        ...input,
        organizationId,
        spaces: input.spaces as readonly string[] | SiteStart | null | undefined,
      }),
    }),
  }),
);

builder.mutationField('updateSite', (t) =>
  t.field({
    type: payloadType('UpdateSitePayload', 'site', Site, 'The updated site.'),
    description: 'Updates a site. For members with the role `create`; its visibility and proxy for admins.',
    args: {
      ...siteArgs,
      ...expectedVersionArg,
      input: t.arg({ type: UpdateSiteInput, required: true, description: 'Fields to update.' }),
    },
    resolve: async (_root, { organizationId, siteId: id, expectedVersion, input }, ctx) => ({
      site: await updateSite(ctx, { ...input, organizationId, id, expectedVersion }),
    }),
  }),
);

builder.mutationField('deleteSite', (t) =>
  t.field({
    type: deletedPayload('DeleteSitePayload', 'Id of the deleted site.'),
    description: 'Deletes a site with its structure and settings. Its spaces stay. Only for admins of the site.',
    args: { ...siteArgs, ...expectedVersionArg },
    resolve: async (_root, { organizationId, siteId: id, expectedVersion }, ctx) => ({
      deletedId: await deleteSite(ctx, { organizationId, id, expectedVersion }),
    }),
  }),
);

builder.mutationField('publishSite', (t) =>
  t.field({
    type: payloadType('PublishSitePayload', 'site', Site, 'The published site.'),
    description:
      'Publishes a site to the audience of its visibility. A site without spaces is refused. Only for admins of the site.',
    args: { ...siteArgs, ...expectedVersionArg },
    resolve: async (_root, { organizationId, siteId: id, expectedVersion }, ctx) => ({
      site: await publishSite(ctx, { organizationId, id, expectedVersion }),
    }),
  }),
);

builder.mutationField('unpublishSite', (t) =>
  t.field({
    type: payloadType('UnpublishSitePayload', 'site', Site, 'The unpublished site.'),
    description: 'Ends the publication of a site at once. Only for admins of the site.',
    args: { ...siteArgs, ...expectedVersionArg },
    resolve: async (_root, { organizationId, siteId: id, expectedVersion }, ctx) => ({
      site: await unpublishSite(ctx, { organizationId, id, expectedVersion }),
    }),
  }),
);
