import { parentField } from '../../payload.ts';
import { AgentsContext, SiteTitle, SiteType, SiteVisibility } from '../../../domain/publishing/sites/fields.ts';
import {
  listFeatures,
  siteFeatures,
  type SiteFeature as SiteFeatureModel,
} from '../../../domain/publishing/sites/features.ts';
import { countSiteSpaces } from '../../../domain/publishing/structure/structure.ts';
import { listSites } from '../../../domain/publishing/sites/list.ts';
import { getSite, sitePermissions, type ReadSite } from '../../../domain/publishing/sites/sites.ts';
import { publishedSiteUrl, siteRoot } from '../../../domain/publishing/sites/urls.ts';
import { getOrganization } from '../../../domain/people/organizations/organizations.ts';
import { ShareKey } from '../../../domain/people/visitors/share-keys.ts';
import { appUrl, locationUrl } from '../../../domain/core/urls.ts';
import { builder } from '../../builder.ts';
import { asParameter } from '../../member-names.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { contractEnum } from '../../enums.ts';
import { enumOf } from '../../form-members.ts';
import { Organization } from '../../people/organizations/organization.ts';
import { readsMoreThanFields } from '../../own-fields.ts';
import { permissionsType } from '../../permissions.ts';
import { ownId } from '../../plain-fields.ts';

const SiteTypeEnum = enumOf(SiteType);
const SiteVisibilityEnum = enumOf(SiteVisibility);
const AgentsContextEnum = enumOf(AgentsContext);
const SiteFeatureIdEnum = contractEnum('SiteFeatureId', 'A feature that a site may use.', siteFeatures);

const SiteFeature = builder.objectRef<SiteFeatureModel>('SiteFeature').implement({
  description: 'A feature that a site uses.',
  fields: (t) => ({
    feature: t.expose('id', { description: 'Which feature the site uses.', type: SiteFeatureIdEnum }),
    plan: t.expose('plan', { type: SiteTypeEnum, description: 'The kind of the site.' }),
  }),
});

const SitePermissions = permissionsType('SitePermissions', {
  view: 'See the settings and the whole structure of the site.',
  edit: 'Update the structure and the appearance of the site.',
  admin: 'Administer the site: its audience, publication and access.',
});

const SiteProxy = builder.objectRef<{ readonly origin: string; readonly target: string }>('SiteProxy').implement({
  description: 'A proxy that serves a site at another host and path.',
  fields: (t) => ({
    origin: t.exposeString('origin', { description: 'Host and path at which the proxy serves the site.' }),
    targetUrl: t.expose('target', { type: 'URL', description: 'URL to which the proxy must forward requests.' }),
  }),
});

const SiteIconImages = builder
  .objectRef<{ readonly light: string; readonly dark: string }>('SiteIconImages')
  .implement({
    description: 'The images of an icon, one for each color scheme.',
    fields: (t) => ({
      lightUrl: t.expose('light', { type: 'URL', description: 'URL of the image for light mode.' }),
      darkUrl: t.expose('dark', { type: 'URL', description: 'URL of the image for dark mode.' }),
    }),
  });

interface SiteIconModel {
  readonly icon?: { readonly light: string; readonly dark: string };
  readonly emoji?: string;
}

const SiteIcon = builder.objectRef<SiteIconModel>('SiteIcon').implement({
  description: 'The icon of a site: images or an emoji.',
  fields: (t) => ({
    images: t.expose('icon', { type: SiteIconImages, nullable: true, description: 'The images; null for an emoji.' }),
    emoji: t.exposeString('emoji', { nullable: true, description: 'The emoji; null for images.' }),
  }),
});

export const Site = builder.objectRef<ReadSite>('Site');

/** The site of something deleted. */
export const inSite = parentField(
  'site',
  Site,
  async (ctx, { siteId }: { readonly siteId?: string | null | undefined }) =>
    typeof siteId === 'string' ? getSite(ctx, { id: siteId }) : null,
);

builder.node(Site, {
  description: 'A docs site, which publishes spaces to readers.',
  id: { description: 'Id of the site.', resolve: ownId },
  loadOne: (id, ctx) => getSite(ctx, { id }),
  fields: (t) => ({
    type: t.expose('type', { type: SiteTypeEnum, description: 'Kind of the site. It has no effect.' }),
    title: t.exposeString('title', { description: 'Name of the site.', extensions: { limits: SiteTitle } }),
    icon: t.field({
      type: SiteIcon,
      nullable: true,
      description: 'The icon: images or an emoji; null without one.',
      resolve: ({ icon }) => icon as SiteIconModel | null,
    }),
    hostname: t.exposeString('customHostname', {
      nullable: true,
      description: 'Custom hostname of the site, once it is verified; null without one.',
    }),
    basename: t.exposeString('basename', { description: 'Path of the site below the hostname of the organization.' }),
    visibility: t.expose('visibility', { type: SiteVisibilityEnum, description: 'Who may read the published site.' }),
    published: t.exposeBoolean('published', { description: 'Whether the site is published.' }),
    siteSpaceCount: t.int({
      description: 'Number of spaces in the site that the caller may read.',
      resolve: (site, _args, ctx) => countSiteSpaces(ctx, site),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the site was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the site was last updated.' }),
    isAdaptive: t.exposeBoolean('adaptive', { description: 'Whether conditions are evaluated for visitors.' }),
    agentsContext: t.expose('agentsContext', {
      type: AgentsContextEnum,
      description: 'Whether AI agents may use the site.',
    }),
    features: t.field({ type: [SiteFeature], description: 'The features that the site uses.', resolve: listFeatures }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization of the site.' }),
    version: t.exposeInt('version', { description: 'Number of the current version, to pass as `expectedVersion`.' }),
  }),
});

builder.objectFields(Site, (t) => ({
  proxy: t.field({
    type: SiteProxy,
    nullable: true,
    description: 'The proxy that serves the site at another host and path; null without one.',
    resolve: (site, _args, ctx) => (site.proxy === null ? null : { origin: site.proxy, target: siteRoot(ctx, site) }),
  }),
  apiUrl: t.field({
    type: 'URL',
    description: 'URL of the site in the REST API.',
    resolve: (site, _args, ctx) => locationUrl(ctx.urls, 'orgs', site.organizationId, 'sites', site.id),
  }),
  appUrl: t.field({
    type: 'URL',
    description: 'URL of the site in the application.',
    resolve: (site, _args, ctx) => appUrl(ctx.urls, 'orgs', site.organizationId, 'sites', site.id),
  }),
  publishedUrl: t.field({
    type: 'URL',
    nullable: true,
    description: 'URL of the published site; null unless it is published.',
    resolve: (site, _args, ctx) => publishedSiteUrl(ctx, site),
  }),
  permissions: t.field({
    type: SitePermissions,
    description: 'Which actions the caller may perform.',
    resolve: (site, _args, ctx) => sitePermissions(ctx.actor, site),
  }),
  organization: t.field({
    type: Organization,
    nullable: true,
    description: 'The organization of the site. Null with an error unless the caller is a member.',
    resolve: (site, _args, ctx) => getOrganization(ctx, site.organizationId),
  }),
}));

const SiteConnection = connectionOf(Site, 'Site', 'a site', 'sites');

/** Whether a selection reads fields that only members may read. The listed ones are readable by the audience of a site. */
const readsMoreThanPublished = readsMoreThanFields(
  new Set(['__typename', 'id', 'self', 'structure', 'sections', 'siteSpaces', 'customizations']),
);

builder.queryField('site', (t) =>
  t.field({
    type: Site,
    nullable: true,
    description:
      'A site by id, for members of its organization. If the site is published for everyone, all callers may select `self`, `structure`, `sections`, `siteSpaces` and `customizations`, but no other fields in the same selection. Null with an error when the site does not exist or is hidden from the caller.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the site.' }),
      organizationId: t.arg.id({
        description: 'Id of the organization of the site. A site of another organization is answered with `not_found`.',
      }),
      shareKey: t.arg.string({ description: 'Key of a share link of the site.', validate: ShareKey }),
    },
    resolve: (_root, reference, ctx, info) => getSite(ctx, { ...reference, asAudience: !readsMoreThanPublished(info) }),
  }),
);

builder.objectField(Organization, 'sites', (t) =>
  t.field({
    type: SiteConnection,
    description: 'The sites of which the caller may read the site itself or one of its spaces, newest first.',
    args: {
      ...pageArgs,
      spaceId: t.arg.id({ ...asParameter('space'), description: 'Only sites that contain this space.' }),
      title: t.arg.string({ description: 'Only sites whose title contains this text, ignoring case.' }),
      published: t.arg.boolean({ description: 'Only published sites (true), or only unpublished ones (false).' }),
      type: t.arg({ type: [SiteTypeEnum], description: 'Only sites of these types.' }),
    },
    resolve: async ({ id }, { spaceId, title, published, type, ...args }, ctx, info) => {
      const filter = { organizationId: id, space: spaceId ?? null, title: title ?? null, published: published ?? null };
      return toConnection(await listSites(ctx, { ...filter, types: type ?? null }, pageRequest(args, info)));
    },
  }),
);
