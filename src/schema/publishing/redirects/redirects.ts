import { withInput } from '../../../lib/watched-inputs.ts';
import type { Destination } from '../../../domain/publishing/redirects/published.ts';
import {
  createRedirect,
  deleteRedirect,
  setRedirects,
  updateRedirect,
} from '../../../domain/publishing/redirects/change.ts';
import { RedirectSearch, SiteRedirectDestinationKind } from '../../../domain/publishing/redirects/fields.ts';
import { encodeSource } from '../../../domain/publishing/redirects/source.ts';
import {
  getRedirect,
  listRedirects,
  type SiteRedirect as RedirectModel,
} from '../../../domain/publishing/redirects/redirects.ts';
import { followRedirect, type FollowedRedirect } from '../../../domain/publishing/redirects/follow.ts';
import {
  CreateSiteRedirectInput,
  SetSiteRedirectsInput,
  UpdateSiteRedirectInput,
} from '../../../domain/publishing/redirects/inputs.ts';
import { findSite } from '../../../domain/publishing/sites/sites.ts';
import { locationUrl } from '../../../domain/core/urls.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { enumOf } from '../../form-members.ts';
import { mutation } from '../../mutation.ts';
import { payloadDescription, shows, showsDeleted } from '../../payload.ts';
import { ownId } from '../../plain-fields.ts';
import { siteArgs } from '../sites/mutations.ts';
import { Site, inSite } from '../sites/site.ts';

const DestinationKindEnum = enumOf(SiteRedirectDestinationKind);

const kindDescription = 'Whether the redirect leads to a part of a site or to a URL.';
const destinationDescription = 'The section, site space, page or URL that the redirect leads to.';

/** The member of a destination, if its kind has it. */
const member = (name: string) => (destination: Destination) =>
  (destination as Readonly<Record<string, string | undefined>>)[name] ?? null;

const RedirectDestination = builder.objectRef<Destination>('SiteRedirectDestination').implement({
  description: 'The destination of a redirect: its kind, and the fields for that kind.',
  fields: (t) => ({
    kind: t.field({
      type: DestinationKindEnum,
      description: kindDescription,
      resolve: ({ kind }) => kind,
    }),
    siteSectionId: t.id({
      nullable: true,
      description: 'Id of the section of a site; null for another kind.',
      resolve: member('siteSectionId'),
    }),
    siteSpaceId: t.id({
      nullable: true,
      description: 'Id of the site space, alone or with a page; null for another kind.',
      resolve: member('siteSpaceId'),
    }),
    pageId: t.id({
      nullable: true,
      description: 'Id of the page in the site space; null for another kind.',
      resolve: member('pageId'),
    }),
    url: t.field({
      type: 'URL',
      nullable: true,
      description: 'The address of another site; null for another kind.',
      resolve: member('url'),
    }),
  }),
});

const SiteRedirect = builder.objectRef<RedirectModel>('SiteRedirect');

builder.node(SiteRedirect, {
  description: 'A redirect from a path of a site. It does not apply to the path of a page.',
  id: { description: 'Id of the redirect.', resolve: ownId },
  loadOne: (id, ctx) => getRedirect(ctx, id),
  fields: (t) => ({
    source: t.string({
      description: 'The path below the root of the site, encoded as in a URL.',
      resolve: ({ source }) => encodeSource(source),
    }),
    destination: t.expose('destination', {
      type: RedirectDestination,
      description: destinationDescription,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the redirect was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the redirect was last updated.' }),
    site: t.field({
      description: 'The site that redirects; null when the caller may not read it.',
      type: Site,
      nullable: true,
      resolve: ({ siteId }, _args, ctx) => findSite(ctx, siteId),
    }),
    apiUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of the redirects of the site in the REST API.',
      resolve: async ({ siteId }, _args, ctx) => {
        const site = await findSite(ctx, siteId);
        return site && locationUrl(ctx.urls, 'orgs', site.organizationId, 'sites', siteId, 'redirects');
      },
    }),
  }),
});

const SiteRedirectConnection = connectionOf(SiteRedirect, 'SiteRedirect', 'a redirect', 'redirects');

const FollowedSiteRedirect = builder.objectRef<FollowedRedirect>('FollowedSiteRedirect').implement({
  description: 'A redirect and where it leads the caller.',
  fields: (t) => ({
    redirect: t.expose('redirect', { description: 'The redirect that applies to the path.', type: SiteRedirect }),
    targetUrl: t.expose('target', { type: 'URL', description: 'The URL that it leads to.' }),
  }),
});

builder.objectField(Site, 'redirect', (t) =>
  t.field({
    type: FollowedSiteRedirect,
    nullable: true,
    description:
      'The redirect from a path, for everyone who may read the site. Null with an error when it does not exist, and when its destination is hidden from the caller.',
    args: {
      source: t.arg.string({ required: true, description: 'The path, encoded as in a URL.', validate: RedirectSearch }),
    },
    resolve: (site, { source }, ctx) => followRedirect(ctx, site, source),
  }),
);

builder.objectField(Site, 'redirects', (t) =>
  t.field({
    type: SiteRedirectConnection,
    description: 'The redirects of the site, newest first. Only for members.',
    args: {
      ...pageArgs,
      source: t.arg.string({ description: 'Only the redirect from this path.', validate: RedirectSearch }),
      search: t.arg.string({
        description: 'Only redirects whose source contains this text, in any case.',
        validate: RedirectSearch,
      }),
    },
    resolve: async ({ id }, { source, search, ...args }, ctx, info) =>
      toConnection(await listRedirects(ctx, { id }, { source, search, ...pageRequest(args, info) })),
  }),
);

const redirectArgs = builder.args((t) => ({
  siteRedirectId: t.id({ required: true }),
}));

const SetRedirectsPayload = builder
  .objectRef<Awaited<ReturnType<typeof setRedirects>>>('SetSiteRedirectsPayload')
  .implement({
    description: payloadDescription('SetSiteRedirectsPayload'),
    fields: (t) => ({
      created: t.exposeInt('created', { description: 'How many redirects were created.' }),
      updated: t.exposeInt('updated', { description: 'How many redirects were updated.' }),
      redirects: t.expose('redirects', { type: [SiteRedirect], description: 'The redirects, in the given order.' }),
    }),
  });

mutation('createSiteRedirect', {
  description:
    'Creates a redirect of a site. A source that has one is refused, as is a loop. Needs the role `create` on the site.',
  args: siteArgs,
  input: { form: CreateSiteRedirectInput, description: 'Fields of the new redirect.' },
  payload: shows('redirect', SiteRedirect, 'The new redirect.'),
  resolve: (ctx, { input, ...site }) => createRedirect(ctx, withInput(input, site)),
});

mutation('updateSiteRedirect', {
  description: 'Updates a redirect of a site. Needs the role `create` on the site.',
  args: { ...siteArgs, ...redirectArgs },
  input: { form: UpdateSiteRedirectInput, description: 'Fields to update.' },
  payload: shows('redirect', SiteRedirect, 'The updated redirect.'),
  resolve: (ctx, { input, ...redirect }) => updateRedirect(ctx, withInput(input, redirect)),
});

mutation('deleteSiteRedirect', {
  description: 'Deletes a redirect of a site. Needs the role `create` on the site.',
  args: { ...siteArgs, ...redirectArgs },
  payload: showsDeleted('Id of the deleted redirect.', inSite),
  resolve: async (ctx, redirect) => ({ ...redirect, deletedId: await deleteRedirect(ctx, redirect) }),
});

mutation('setSiteRedirects', {
  description:
    'Creates redirects of a site, and updates those that have the same source, all or nothing. Other redirects stay. Needs the role `create` on the site.',
  args: siteArgs,
  input: { form: SetSiteRedirectsInput, description: 'The redirects.' },
  payload: SetRedirectsPayload,
  resolve: (ctx, { input, ...site }) => setRedirects(ctx, withInput(input, site)),
});
