import { createSamlProvider, deleteSamlProvider, updateSamlProvider } from '../../domain/saml/change-providers.ts';
import { Certificates, EntityId, ProviderLabel, ProviderMetadata, SsoUrl } from '../../domain/saml/fields.ts';
import { RoleEnum } from '../access.ts';
import { builder } from '../builder.ts';
import { expectedVersionArg } from '../expected-version.ts';
import { deletedPayload, payloadType } from '../payload.ts';
import { SamlProvider } from './saml-provider.ts';

const organizationArg = builder.args((t) => ({
  organizationId: t.id({ required: true }),
}));

const providerArgs = builder.args((t) => ({
  organizationId: t.id({ required: true }),
  samlProviderId: t.id({ required: true }),
}));

type Fields = Parameters<Parameters<typeof builder.inputType>[1]['fields'] & object>[0];

/** Fields of both inputs. */
const settings = (t: Fields) => ({
  entityID: t.string({ description: 'Entity id of the identity provider.', validate: EntityId }),
  certificate: t.string({
    description:
      'X.509 certificates that sign the assertions: PEM blocks, or base64 with an empty line between two. Up to 5, so that the next one can be added before the identity provider uses it.',
    validate: Certificates,
  }),
  ssoURL: t.string({
    description: 'Where the identity provider takes requests to sign in, by the binding HTTP-Redirect. An https URL.',
    validate: SsoUrl,
  }),
  defaultTeam: t.id({ description: 'Id of the team that people join when they sign in for the first time.' }),
  defaultRole: t.field({
    type: RoleEnum,
    description: 'Role of members who sign in for the first time; null makes them guests.',
  }),
  signRequests: t.boolean({ description: 'Whether requests to the identity provider are signed.' }),
  metadata: t.string({
    description:
      'The metadata document of the identity provider. `entityID`, `ssoURL`, `certificate` and `signRequests` are taken from it unless they are given.',
    validate: ProviderMetadata,
  }),
});

const CreateSamlProviderInput = builder.inputType('CreateSamlProviderInput', {
  description: 'Fields of a new SAML provider.',
  fields: (t) => ({
    label: t.string({ required: true, description: 'Name on the sign-in page.', validate: ProviderLabel }),
    ...settings(t),
  }),
});

builder.mutationField('createSamlProvider', (t) =>
  t.field({
    type: payloadType('CreateSamlProviderPayload', 'samlProvider', SamlProvider, 'The new provider.'),
    description:
      "Creates a SAML provider. Organization admins only. A default role that is omitted is the organization's. A team of another organization is refused.",
    args: {
      ...organizationArg,
      input: t.arg({ type: CreateSamlProviderInput, required: true, description: 'Fields of the new provider.' }),
    },
    resolve: async (_root, { organizationId, input }, ctx) => ({
      samlProvider: await createSamlProvider(ctx, { ...input, organizationId }),
    }),
  }),
);

const UpdateSamlProviderInput = builder.inputType('UpdateSamlProviderInput', {
  description: 'Fields to update; omitted fields stay unchanged.',
  fields: (t) => ({
    label: t.string({ description: 'Name on the sign-in page.', validate: ProviderLabel }),
    ...settings(t),
  }),
});

builder.mutationField('updateSamlProvider', (t) =>
  t.field({
    type: payloadType('UpdateSamlProviderPayload', 'samlProvider', SamlProvider, 'The updated provider.'),
    description:
      'Updates a SAML provider. Organization admins only. Null clears a field. The last active provider of an organization that requires SSO must stay active.',
    args: {
      ...providerArgs,
      ...expectedVersionArg,
      input: t.arg({ type: UpdateSamlProviderInput, required: true, description: 'Fields to update.' }),
    },
    resolve: async (_root, { organizationId, samlProviderId: providerId, expectedVersion, input }, ctx) => ({
      samlProvider: await updateSamlProvider(ctx, {
        provider: { organizationId, providerId },
        expectedVersion,
        changes: input,
      }),
    }),
  }),
);

builder.mutationField('deleteSamlProvider', (t) =>
  t.field({
    type: deletedPayload('DeleteSamlProviderPayload', 'Id of the deleted provider.'),
    description:
      'Deletes a SAML provider and ends the sessions that were signed in by it. Organization admins only. The last active provider of an organization that requires SSO cannot be deleted.',
    args: { ...providerArgs, ...expectedVersionArg },
    resolve: async (_root, { organizationId, samlProviderId: providerId, expectedVersion }, ctx) => {
      await deleteSamlProvider(ctx, { provider: { organizationId, providerId }, expectedVersion });
      return { deletedId: providerId };
    },
  }),
);
