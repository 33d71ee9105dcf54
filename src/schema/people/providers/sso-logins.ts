import { listSsoLogins, type SsoLogin as SsoLoginModel } from '../../../domain/people/providers/providers.ts';
import { builder } from '../../builder.ts';
import { Organization } from '../organizations/organization.ts';

const SsoLogin = builder.objectRef<SsoLoginModel>('SsoLogin').implement({
  description: 'A way to sign in to an organization.',
  fields: (t) => ({
    providerId: t.exposeID('id', { description: 'Id of the SAML provider.' }),
    label: t.exposeString('label', { description: 'Name of the provider.' }),
    startUrl: t.expose('startURL', { type: 'URL', description: 'URL at which a browser starts the sign-in.' }),
  }),
});

builder.objectFields(Organization, (t) => ({
  ssoLogins: t.field({
    type: [SsoLogin],
    description: 'The ways for members to sign in: the active SAML providers, oldest first, at most 20.',
    resolve: ({ id }, _args, ctx) => listSsoLogins(ctx, id),
  }),
}));
