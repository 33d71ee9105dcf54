import { withInput } from '../../../lib/watched-inputs.ts';
import { CustomHostname } from '../../../domain/publishing/hostnames/fields.ts';
import {
  deleteHostname,
  getHostname,
  setHostname,
  verifyHostname,
  type CustomHostname as CustomHostnameModel,
} from '../../../domain/publishing/hostnames/hostnames.ts';
import { SetSiteHostnameInput } from '../../../domain/publishing/hostnames/inputs.ts';
import {
  deleteNamedHostname,
  getNamedHostname,
  verifyNamedHostname,
} from '../../../domain/publishing/hostnames/named-hostname.ts';
import { locationUrl } from '../../../domain/core/urls.ts';
import { builder } from '../../builder.ts';
import { mutation } from '../../mutation.ts';
import { shows, showsDeleted } from '../../payload.ts';
import { siteArgs } from '../sites/mutations.ts';
import { Site, inSite } from '../sites/site.ts';

const SiteHostname = builder.objectRef<CustomHostnameModel>('SiteHostname').implement({
  description: 'The custom hostname of a site, with the DNS record that proves control of it.',
  fields: (t) => ({
    hostname: t.exposeString('hostname', {
      description: 'The host, such as `docs.example.org`.',
      extensions: { limits: CustomHostname },
    }),
    verified: t.boolean({
      description: 'Whether it was verified, and so serves the site.',
      resolve: ({ verifiedAt }) => verifiedAt !== null,
    }),
    recordName: t.exposeString('recordName', { description: 'Name of the TXT record to create.' }),
    recordValue: t.exposeString('token', { description: 'Value of the TXT record.' }),
    verifiedAt: t.expose('verifiedAt', { type: 'DateTime', nullable: true, description: 'When it was verified.' }),
    checkedAt: t.expose('checkedAt', { type: 'DateTime', nullable: true, description: 'When DNS was last asked.' }),
    siteId: t.exposeID('siteId', { description: 'Id of the site that is served there.' }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization of the site.' }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the hostname in the REST API.',
      resolve: ({ hostname }, _args, ctx) => locationUrl(ctx.urls, 'custom-hostnames', hostname),
    }),
  }),
});

const hostnameArgs = builder.args((t) => ({
  hostname: t.string({ required: true, validate: CustomHostname }),
}));

builder.queryField('customHostname', (t) =>
  t.field({
    type: SiteHostname,
    nullable: true,
    description:
      'The custom hostname of a site, verified or not, by its name. Null with an error when the caller administers no site with it.',
    args: { ...hostnameArgs },
    resolve: (_root, { hostname }, ctx) => getNamedHostname(ctx, hostname),
  }),
);

builder.objectField(Site, 'customHostname', (t) =>
  t.field({
    type: SiteHostname,
    nullable: true,
    description: 'The custom hostname, verified or not. Null with an error without one, and for callers below admin.',
    resolve: ({ id }, _args, ctx) => getHostname(ctx, { id }),
  }),
);

mutation('setSiteHostname', {
  description:
    'Sets the custom hostname of a site. It serves the site once it is verified. One that serves another site is refused. Only for admins of the site.',
  args: siteArgs,
  input: { form: SetSiteHostnameInput, description: 'The custom hostname.' },
  payload: shows('hostname', SiteHostname, 'The hostname with the records that verify it.'),
  resolve: (ctx, { input, ...site }) => setHostname(ctx, withInput(input, site)),
});

mutation('verifySiteHostname', {
  description:
    'Asks DNS for the record that proves control of the hostname of a site. Refused without the record. Only for admins of the site.',
  args: siteArgs,
  payload: shows('hostname', SiteHostname, 'The verified hostname.'),
  resolve: (ctx, site) => verifyHostname(ctx, site),
});

mutation('deleteSiteHostname', {
  description: 'Removes the custom hostname of a site. Only for admins of the site.',
  args: siteArgs,
  payload: showsDeleted('Id of the site.', inSite),
  resolve: async (ctx, site) => ({ ...site, deletedId: await deleteHostname(ctx, site) }),
});

mutation('verifyCustomHostname', {
  description: 'Asks DNS for the record that proves control of a hostname, as `verifySiteHostname` does.',
  args: hostnameArgs,
  payload: shows('hostname', SiteHostname, 'The verified hostname.'),
  resolve: (ctx, { hostname }) => verifyNamedHostname(ctx, hostname),
});

mutation('deleteCustomHostname', {
  description: 'Removes a custom hostname from its site. Only for admins of the site.',
  args: hostnameArgs,
  payload: showsDeleted('Id of the site that had the hostname.', inSite),
  resolve: async (ctx, { hostname }) => {
    const siteId = await deleteNamedHostname(ctx, hostname);
    return { deletedId: siteId, siteId };
  },
});
