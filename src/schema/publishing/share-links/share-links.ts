import { withInput } from '../../../lib/watched-inputs.ts';
import { ShareLinkName } from '../../../domain/publishing/share-links/fields.ts';
import { CreateSiteShareLinkInput, UpdateSiteShareLinkInput } from '../../../domain/publishing/share-links/inputs.ts';
import {
  createShareLink,
  deleteShareLink,
  getShareLink,
  listShareLinks,
  publishedShareUrl,
  updateShareLink,
  type ShareLink as ShareLinkModel,
} from '../../../domain/publishing/share-links/share-links.ts';
import { locationUrl } from '../../../domain/core/urls.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { mutation } from '../../mutation.ts';
import { shows, showsDeleted } from '../../payload.ts';
import { ownId } from '../../plain-fields.ts';
import { siteArgs } from '../sites/mutations.ts';
import { Site, inSite } from '../sites/site.ts';

const SiteShareLink = builder.objectRef<ShareLinkModel>('SiteShareLink');

builder.node(SiteShareLink, {
  description: 'A link that opens a site of visibility `share-link`. Only for admins of the site.',
  id: { description: 'Id of the share link.', resolve: ownId },
  loadOne: (id, ctx) => getShareLink(ctx, id),
  fields: (t) => ({
    name: t.exposeString('name', {
      nullable: true,
      description: 'Name of the share link.',
      extensions: { limits: ShareLinkName },
    }),
    active: t.exposeBoolean('active', { description: 'Whether the link gives access to the site.' }),
    key: t.exposeString('key', { description: 'The first segment of URLs that are opened by it. A secret.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the share link was created.' }),
    site: t.expose('site', { description: 'The site that it opens.', type: Site }),
    publishedUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'The URL that opens the site; null unless the site is published and the link active.',
      resolve: (link, _args, ctx) => publishedShareUrl(ctx, link),
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the share links of the site in the REST API.',
      resolve: ({ site }, _args, ctx) =>
        locationUrl(ctx.urls, 'orgs', site.organizationId, 'sites', site.id, 'share-links'),
    }),
  }),
});

const SiteShareLinkConnection = connectionOf(SiteShareLink, 'SiteShareLink', 'a share link', 'share links');

builder.objectField(Site, 'shareLinks', (t) =>
  t.field({
    type: SiteShareLinkConnection,
    description: 'The share links of the site, newest first. Only for its admins.',
    args: { ...pageArgs },
    resolve: async ({ id }, args, ctx, info) =>
      toConnection(await listShareLinks(ctx, { id }, pageRequest(args, info))),
  }),
);

const shareLinkArgs = builder.args((t) => ({
  shareLinkId: t.id({ required: true }),
}));

mutation('createSiteShareLink', {
  description: 'Creates a share link of a site, with a new key. Only for admins of the site.',
  args: siteArgs,
  input: { form: CreateSiteShareLinkInput, description: 'Fields of the new share link.' },
  payload: shows('shareLink', SiteShareLink, 'The new share link.'),
  resolve: (ctx, { input, ...site }) => createShareLink(ctx, withInput(input, site)),
});

mutation('updateSiteShareLink', {
  description: 'Updates a share link of a site. Only for admins of the site.',
  args: { ...siteArgs, ...shareLinkArgs },
  input: { form: UpdateSiteShareLinkInput, description: 'Fields to update.' },
  payload: shows('shareLink', SiteShareLink, 'The updated share link.'),
  resolve: (ctx, { input, ...link }) => updateShareLink(ctx, withInput(input, link)),
});

mutation('deleteSiteShareLink', {
  description: 'Deletes a share link of a site. Access by the link ends at once. Only for admins of the site.',
  args: { ...siteArgs, ...shareLinkArgs },
  payload: showsDeleted('Id of the deleted share link.', inSite),
  resolve: async (ctx, link) => ({ ...link, deletedId: await deleteShareLink(ctx, link) }),
});
