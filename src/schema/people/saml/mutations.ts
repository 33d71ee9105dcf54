import { withInput } from '../../../lib/watched-inputs.ts';
import { inOrganization } from '../organizations/organization.ts';
import {
  createSamlProvider,
  deleteSamlProvider,
  updateSamlProvider,
} from '../../../domain/people/saml/change-providers.ts';
import { CreateSamlProviderInput, UpdateSamlProviderInput } from '../../../domain/people/saml/inputs.ts';
import { builder } from '../../builder.ts';
import { expectedVersionArg } from '../../expected-version.ts';
import { mutation } from '../../mutation.ts';
import { shows, showsDeleted } from '../../payload.ts';
import { SamlProvider } from './saml-provider.ts';

const organizationArg = builder.args((t) => ({
  organizationId: t.id({ required: true }),
}));

const providerArgs = builder.args((t) => ({
  organizationId: t.id({ required: true }),
  samlProviderId: t.id({ required: true }),
}));

mutation('createSamlProvider', {
  description:
    "Creates a SAML provider. The organization's default role is used when `defaultRole` is omitted. Refused for a team of another organization. Organization admins only.",
  args: organizationArg,
  input: { form: CreateSamlProviderInput, description: 'Fields of the new provider.' },
  payload: shows('samlProvider', SamlProvider, 'The new provider.'),
  resolve: (ctx, { organizationId, input }) => createSamlProvider(ctx, withInput(input, { organizationId })),
});

mutation('updateSamlProvider', {
  description:
    'Updates a SAML provider; null clears a field. While an organization requires single sign-on, a change that might keep everybody out is refused until an admin has signed in by another provider. Organization admins only.',
  args: { ...providerArgs, ...expectedVersionArg },
  input: { form: UpdateSamlProviderInput, description: 'Fields to update.' },
  payload: shows('samlProvider', SamlProvider, 'The updated provider.'),
  resolve: (ctx, { organizationId, samlProviderId: providerId, expectedVersion, input }) =>
    updateSamlProvider(ctx, {
      provider: { organizationId, providerId },
      expectedVersion,
      changes: input,
    }),
});

mutation('deleteSamlProvider', {
  description:
    'Deletes a SAML provider and ends its sessions. While an organization requires single sign-on, the last provider by which an admin has signed in since its last change cannot be deleted. Organization admins only.',
  args: { ...providerArgs, ...expectedVersionArg },
  payload: showsDeleted('Id of the deleted provider.', inOrganization),
  resolve: async (ctx, { organizationId, samlProviderId: providerId, expectedVersion }) => {
    await deleteSamlProvider(ctx, { provider: { organizationId, providerId }, expectedVersion });
    return { deletedId: providerId, organizationId };
  },
});
