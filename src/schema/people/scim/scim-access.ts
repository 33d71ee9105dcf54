import { locationUrl } from '../../../domain/core/urls.ts';
import { getScimAccess, scimUrl, type ScimAccess as ScimAccessModel } from '../../../domain/people/scim/tokens.ts';
import { builder } from '../../builder.ts';
import { Organization } from '../organizations/organization.ts';

const ScimToken = builder.objectRef<NonNullable<ScimAccessModel['token']>>('ScimToken').implement({
  description: 'The token by which a provider provisions people, without its secret.',
  fields: (t) => ({
    lastFour: t.exposeString('lastFour', { description: 'The last four characters.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the token was created.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the provider last used the token, to the minute; null before its first use.',
    }),
  }),
});

export const ScimAccess = builder.objectRef<ScimAccessModel>('ScimAccess').implement({
  description: 'How an identity provider provisions people and groups by SCIM 2.0.',
  fields: (t) => ({
    providerId: t.exposeID('providerId', { description: 'Which SAML or OpenID Connect provider it is.' }),
    scimUrl: t.field({
      type: 'URL',
      description: 'The address to enter at the provider: its tenant URL, or base URL.',
      resolve: ({ providerId }, _args, ctx) => scimUrl(ctx.urls, providerId),
    }),
    token: t.expose('token', {
      type: ScimToken,
      nullable: true,
      description: 'The token of the provider; null while there is none, so that nothing is provisioned.',
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of this object in the REST API.',
      resolve: ({ organizationId, providerId }, _args, ctx) =>
        locationUrl(ctx.urls, 'orgs', organizationId, 'providers', providerId, 'scim'),
    }),
  }),
});

builder.objectField(Organization, 'scim', (t) =>
  t.field({
    type: ScimAccess,
    nullable: true,
    description: 'How a provider provisions people. Organization admins only.',
    args: { providerId: t.arg.id({ required: true, description: 'Id of the SAML or OpenID Connect provider.' }) },
    resolve: ({ id: organizationId }, { providerId }, ctx) => getScimAccess(ctx, { organizationId, providerId }),
  }),
);
