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
      'X.509 certificates that sign the assertions: PEM blocks, or base64 separated by empty lines. Up to 5, so that a new one can be added before the identity provider uses it.',
    validate: Certificates,
  }),
  ssoURL: t.string({
    description: 'The https URL of the identity provider that accepts sign-in requests with the HTTP-Redirect binding.',
    validate: SsoUrl,
  }),
  defaultTeam: t.id({ description: 'Id of the team that users join when they sign in for the first time.' }),
  defaultRole: t.field({
    type: RoleEnum,
    description: 'Role of users who sign in for the first time; null makes them guests.',
  }),
  signRequests: t.boolean({ description: 'Whether requests to the identity provider are signed.' }),
  metadata: t.string({
    description:
      'The SAML metadata document of the identity provider. `entityID`, `ssoURL`, `certificate` and `signRequests` are taken from it unless they are given.',
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
      "Creates a SAML provider. The organization's default role is used when `defaultRole` is omitted. Refused for a team of another organization. Organization admins only.",
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
      'Updates a SAML provider; null clears a field. The last active provider of an organization that requires single sign-on must stay active. Organization admins only.',
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
      'Deletes a SAML provider and ends its sessions. The last active provider of an organization that requires single sign-on cannot be deleted. Organization admins only.',
    args: { ...providerArgs, ...expectedVersionArg },
    resolve: async (_root, { organizationId, samlProviderId: providerId, expectedVersion }, ctx) => {
      await deleteSamlProvider(ctx, { provider: { organizationId, providerId }, expectedVersion });
      return { deletedId: providerId };
    },
  }),
);
