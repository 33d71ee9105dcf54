import { withInput } from '../../../lib/watched-inputs.ts';
import { getIntegration } from '../../../domain/exchange/integrations/integrations.ts';
import { inOrganization } from '../../people/organizations/organization.ts';
import { IntegrationName } from '../../../domain/exchange/integrations/fields.ts';
import { PublishIntegrationInput } from '../../../domain/exchange/integrations/inputs.ts';
import { publishIntegration, unpublishIntegration } from '../../../domain/exchange/integrations/publish.ts';
import { createIntegrationToken, revokeAllIntegrationTokens } from '../../../domain/exchange/integrations/tokens.ts';
import { builder } from '../../builder.ts';
import { mutation } from '../../mutation.ts';
import { payloadDescription, shows, showsDeleted } from '../../payload.ts';
import { Integration } from './integration.ts';

export const integrationArg = builder.args((t) => ({
  integrationName: t.string({ required: true, validate: IntegrationName }),
}));

mutation('publishIntegration', {
  description:
    'Publishes an integration under a name, or the next version of it. Organization admins only. A name that another organization has is refused.',
  args: integrationArg,
  input: { form: PublishIntegrationInput, description: 'The version to publish.' },
  payload: shows('integration', Integration, 'The published integration.'),
  resolve: (ctx, { integrationName: name, input }) => publishIntegration(ctx, withInput(input, { name })),
});

mutation('unpublishIntegration', {
  description:
    'Removes an integration, with its installations and tokens. For admins of the organization that owns it.',
  args: integrationArg,
  payload: showsDeleted('Id of the removed integration.', inOrganization),
  resolve: async (ctx, { integrationName }) => {
    const { id, ownerId } = await unpublishIntegration(ctx, integrationName);
    return { deletedId: id, organizationId: ownerId };
  },
});

const CreateIntegrationTokenPayload = builder.objectRef<{ readonly secret: string }>('CreateIntegrationTokenPayload');
CreateIntegrationTokenPayload.implement({
  description: payloadDescription('CreateIntegrationTokenPayload'),
  fields: (t) => ({
    token: t.exposeString('secret', { description: 'The token. It is not stored, so it cannot be shown again.' }),
  }),
});

mutation('createIntegrationToken', {
  description:
    'Creates a token of the integration itself, which lists its installations and creates tokens for them. For admins of the organization that owns it.',
  args: integrationArg,
  payload: CreateIntegrationTokenPayload,
  resolve: async (ctx, { integrationName }) => ({
    secret: await createIntegrationToken(ctx, integrationName),
  }),
});

const RevokeIntegrationTokensPayload = builder.objectRef<{
  readonly revoked: number;
  readonly integrationName: string;
}>('RevokeIntegrationTokensPayload');
RevokeIntegrationTokensPayload.implement({
  description: payloadDescription('RevokeIntegrationTokensPayload'),
  fields: (t) => ({
    revoked: t.exposeInt('revoked', { description: 'Number of tokens that were valid before.' }),
    integration: t.field({
      type: Integration,
      description: 'The integration whose tokens were revoked.',
      resolve: ({ integrationName }, _args, ctx) => getIntegration(ctx, integrationName),
    }),
  }),
});

mutation('revokeIntegrationTokens', {
  description:
    'Revokes every token of the integration itself; tokens of installations stay valid until they expire. For admins of the organization that owns it.',
  args: integrationArg,
  payload: RevokeIntegrationTokensPayload,
  resolve: async (ctx, { integrationName }) => ({
    revoked: await revokeAllIntegrationTokens(ctx, integrationName),
    integrationName,
  }),
});
