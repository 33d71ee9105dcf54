import { createSite } from '../../domain/sites/create.ts';
import { deleteSite } from '../../domain/sites/delete.ts';
import {
  InitialSpaces,
  SitePath,
  SiteProxy,
  siteStarts,
  SiteTitle,
  type SiteStart,
} from '../../domain/sites/fields.ts';
import { publishSite, unpublishSite } from '../../domain/sites/publish.ts';
import { updateSite } from '../../domain/sites/update.ts';
import { builder } from '../builder.ts';
import { inForm, oneOf } from '../contract-form.ts';
import { contractEnum } from '../enums.ts';
import { expectedVersionArg } from '../expected-version.ts';
import { deletedPayload, payloadType } from '../payload.ts';
import { AgentsContextEnum, Site, SiteTypeEnum, SiteVisibilityEnum } from './site.ts';

const SiteStartEnum = contractEnum('SiteStart', 'The contents of the space of a new site.', siteStarts);

const InitialSpacesInput = builder.inputType('InitialSpacesInput', {
  description: 'The spaces of a new site: either existing ones, or a new one.',
  isOneOf: true,
  fields: (t) => ({
    ids: t.idList({ description: 'Ids of existing spaces, in order. At most 100.' }),
    start: t.field({ type: SiteStartEnum, description: 'Contents of a new space.' }),
  }),
});

const CreateSiteInput = builder.inputType('CreateSiteInput', {
  description: 'Fields of a new site.',
  fields: (t) => ({
    type: t.field({ type: SiteTypeEnum, defaultValue: 'basic', description: 'Kind of site.' }),
    title: t.string({ description: 'Name of the site.', validate: SiteTitle }),
    visibility: t.field({
      type: SiteVisibilityEnum,
      description: 'Who may read the published site; anyone when omitted.',
    }),
    spaces: t.field({
      type: InitialSpacesInput,
      description:
        'Ids of the spaces of the site, in order. Alternatively `sample` or `empty`, for a new space with sample pages or without pages. The site has no spaces when omitted.',
      ...inForm(
        InitialSpaces,
        oneOf((spaces) => (Array.isArray(spaces) ? 'ids' : 'start')),
      ),
    }),
  }),
});

const AdaptiveContentInput = builder.inputType('AdaptiveContentInput', {
  description: 'Settings of adaptive content.',
  fields: (t) => ({
    enabled: t.boolean({ required: true, description: 'Whether conditions are evaluated for visitors.' }),
  }),
});

const UpdateSiteInput = builder.inputType('UpdateSiteInput', {
  description: 'Fields to update; omitted fields stay unchanged.',
  fields: (t) => ({
    title: t.string({ description: 'Name of the site.', validate: SiteTitle }),
    visibility: t.field({
      type: SiteVisibilityEnum,
      description: 'Who may read the published site. Only admins may update it.',
    }),
    basename: t.string({
      description:
        'Path of the site below the hostname of the organization, unique among the sites of the organization.',
      validate: SitePath,
    }),
    adaptiveContent: t.field({
      type: AdaptiveContentInput,
      description: 'Settings of adaptive content.',
    }),
    agentsContext: t.field({ type: AgentsContextEnum, description: 'Whether AI agents may use the site.' }),
    defaultSiteSpace: t.id({
      description:
        'Id of the site space to show first: one of the default section, or of the site when it has no sections.',
    }),
    defaultSiteSection: t.id({ description: 'Id of the section to show first.' }),
    proxy: t.string({
      description: 'Host and path at which a proxy serves the site; null removes it. Only admins may update it.',
      validate: SiteProxy,
    }),
  }),
});

export const siteArgs = builder.args((t) => ({
  organizationId: t.id({
    description: 'Id of the organization of the site. A site of another organization is answered with `not_found`.',
  }),
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
        spaces: input.spaces as unknown as readonly string[] | SiteStart | null | undefined,
      }),
    }),
  }),
);

builder.mutationField('updateSite', (t) =>
  t.field({
    type: payloadType('UpdateSitePayload', 'site', Site, 'The updated site.'),
    description: 'Updates a site. Needs the role `create` on the site; `visibility` and `proxy` need `admin`.',
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
    description:
      'Deletes a site with its structure and settings, but not the spaces that it shows. Only for admins of the site.',
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
      'Publishes a site to the audience that its visibility allows. Refused for a site without spaces. Only for admins of the site.',
    args: { ...siteArgs, ...expectedVersionArg },
    resolve: async (_root, { organizationId, siteId: id, expectedVersion }, ctx) => ({
      site: await publishSite(ctx, { organizationId, id, expectedVersion }),
    }),
  }),
);

builder.mutationField('unpublishSite', (t) =>
  t.field({
    type: payloadType('UnpublishSitePayload', 'site', Site, 'The unpublished site.'),
    description: 'Unpublishes a site, with immediate effect. Only for admins of the site.',
    args: { ...siteArgs, ...expectedVersionArg },
    resolve: async (_root, { organizationId, siteId: id, expectedVersion }, ctx) => ({
      site: await unpublishSite(ctx, { organizationId, id, expectedVersion }),
    }),
  }),
);
