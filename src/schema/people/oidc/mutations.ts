import { withInput } from '../../../lib/watched-inputs.ts';
import {
  createOidcProvider,
  deleteOidcProvider,
  updateOidcProvider,
} from '../../../domain/people/oidc/change-providers.ts';
import { checkOidcProvider, type OidcCheck as OidcCheckModel } from '../../../domain/people/oidc/check.ts';
import { CreateOidcProviderInput, UpdateOidcProviderInput } from '../../../domain/people/oidc/inputs.ts';
import { builder } from '../../builder.ts';
import { expectedVersionArg } from '../../expected-version.ts';
import { mutation } from '../../mutation.ts';
import { shows, showsDeleted } from '../../payload.ts';
import { inOrganization } from '../organizations/organization.ts';
import { OidcProvider } from './oidc-provider.ts';

const organizationArg = builder.args((t) => ({
  organizationId: t.id({ required: true }),
}));

const providerArgs = builder.args((t) => ({
  organizationId: t.id({ required: true }),
  oidcProviderId: t.id({ required: true }),
}));

mutation('createOidcProvider', {
  description:
    "Creates an OpenID Connect provider. The organization's default role is used when `defaultRole` is omitted. Refused for a team of another organization. Organization admins only.",
  args: organizationArg,
  input: { form: CreateOidcProviderInput, description: 'Fields of the new provider.' },
  payload: shows('oidcProvider', OidcProvider, 'The new provider.'),
  resolve: (ctx, { organizationId, input }) => createOidcProvider(ctx, withInput(input, { organizationId })),
});

mutation('updateOidcProvider', {
  description:
    'Updates an OpenID Connect provider; null clears a field. Refused when no admin could sign in afterwards. Organization admins only.',
  args: { ...providerArgs, ...expectedVersionArg },
  input: { form: UpdateOidcProviderInput, description: 'Fields to update.' },
  payload: shows('oidcProvider', OidcProvider, 'The updated provider.'),
  resolve: (ctx, { organizationId, oidcProviderId: providerId, expectedVersion, input }) =>
    updateOidcProvider(ctx, { provider: { organizationId, providerId }, expectedVersion, changes: input }),
});

mutation('deleteOidcProvider', {
  description:
    'Deletes an OpenID Connect provider and ends its sessions. While an organization requires single sign-on, the last provider by which an admin has signed in since its last change cannot be deleted. Organization admins only.',
  args: { ...providerArgs, ...expectedVersionArg },
  payload: showsDeleted('Id of the deleted provider.', inOrganization),
  resolve: async (ctx, { organizationId, oidcProviderId: providerId, expectedVersion }) => {
    await deleteOidcProvider(ctx, { provider: { organizationId, providerId }, expectedVersion });
    return { deletedId: providerId, organizationId };
  },
});

const OidcCheck = builder.objectRef<OidcCheckModel>('OidcCheck').implement({
  description: 'Whether the settings of an OpenID Connect provider can work.',
  fields: (t) => ({
    ok: t.exposeBoolean('ok', { description: 'Whether nothing is wrong that can be seen without a sign-in.' }),
    problems: t.exposeStringList('problems', { description: 'What is wrong, in words that say what to change.' }),
  }),
});

mutation('checkOidcProvider', {
  description:
    'Asks an OpenID Connect provider whether the settings can work: what it publishes about itself, its keys, the client id and the secret. Signs nobody in and changes nothing. Organization admins only.',
  args: providerArgs,
  payload: shows('check', OidcCheck, 'What was found.'),
  resolve: (ctx, { organizationId, oidcProviderId: providerId }) =>
    checkOidcProvider(ctx, { organizationId, providerId }),
});
