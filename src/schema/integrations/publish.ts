import type { PublishedIntegration } from '../../domain/integrations/publish.ts';
import {
  Base64Image,
  Blocks,
  Configurations,
  ContentSecurityPolicy,
  ContentSources,
  ExternalLinks,
  IntegrationDescription,
  IntegrationName,
  IntegrationSummary,
  IntegrationTitle,
  PreviewImages,
  runtimes,
  Script,
  Secrets,
} from '../../domain/integrations/fields.ts';
import { publishIntegration, unpublishIntegration } from '../../domain/integrations/publish.ts';
import { createIntegrationToken, revokeAllIntegrationTokens } from '../../domain/integrations/tokens.ts';
import { builder } from '../builder.ts';
import { inForm, keyed, oneOf } from '../contract-form.ts';
import { contractEnum } from '../enums.ts';
import { deletedPayload, payloadDescription, payloadType } from '../payload.ts';
import {
  BlockInput,
  ConfigurationsInput,
  ContentSecurityPolicyInput,
  LinkInput,
  SecretInput,
  SourceInput,
} from './publish-inputs.ts';
import { CategoryEnum, Integration, IntegrationScopeEnum, TargetEnum, VisibilityEnum } from './integration.ts';

export const integrationArg = builder.args((t) => ({
  integrationName: t.string({ required: true, validate: IntegrationName }),
}));

const RuntimeEnum = contractEnum('IntegrationRuntime', 'What the script is written for.', runtimes);

const headerOrDirectives = oneOf((policy) => (typeof policy === 'string' ? 'header' : 'directives'));

const PublishIntegrationInput = builder.inputType('PublishIntegrationInput', {
  description: 'A version of an integration.',
  fields: (t) => ({
    organization: t.string({
      required: true,
      description: 'Id or subdomain of the organization that publishes it. The caller must be an admin of it.',
    }),
    title: t.string({ required: true, validate: IntegrationTitle }),
    description: t.string({
      required: true,
      description: 'What it does, in one sentence.',
      validate: IntegrationDescription,
    }),
    script: t.string({
      required: true,
      description: 'The script. It is stored and never returned; this service does not run it.',
      validate: Script,
    }),
    runtime: t.field({ type: RuntimeEnum, description: 'What the script is written for; `v1` when omitted.' }),
    icon: t.string({
      description: 'Icon in base64. The icon before is kept when omitted, and removed by null.',
      validate: Base64Image,
    }),
    summary: t.string({ description: 'What it does, in Markdown.', validate: IntegrationSummary }),
    previewImages: t.stringList({
      description: 'Images that show it, in base64. Those before are kept when omitted.',
      validate: PreviewImages,
    }),
    visibility: t.field({ type: VisibilityEnum, description: 'Who may find it; `PRIVATE` when omitted.' }),
    target: t.field({ type: TargetEnum, description: 'What it is meant for; `ALL` when omitted.' }),
    scopes: t.field({
      type: [IntegrationScopeEnum],
      description: 'What its installations may do; nothing when omitted.',
    }),
    categories: t.field({ type: [CategoryEnum], description: 'Categories in which the integration is listed.' }),
    blocks: t.field({ type: [BlockInput], description: 'Blocks that it adds to pages.', validate: Blocks }),
    contentSources: t.field({
      type: [SourceInput],
      description: 'Sources of computed pages.',
      validate: ContentSources,
    }),
    externalLinks: t.field({ type: [LinkInput], description: 'Links to pages about it.', validate: ExternalLinks }),
    configurations: t.field({
      type: ConfigurationsInput,
      description: 'The configuration values of its installations.',
      ...inForm(Configurations),
    }),
    secrets: t.field({
      type: [SecretInput],
      description:
        'Secrets of the script, by name. They are stored encrypted and never returned. The current ones are kept when omitted.',
      ...inForm(Secrets, keyed('name', 'value')),
    }),
    contentSecurityPolicy: t.field({
      type: ContentSecurityPolicyInput,
      description:
        'Content security policy for the responses of the script: the value of the header, or the value of each directive by name.',
      ...inForm(ContentSecurityPolicy, headerOrDirectives),
    }),
  }),
});

builder.mutationField('publishIntegration', (t) =>
  t.field({
    type: payloadType('PublishIntegrationPayload', 'integration', Integration, 'The published integration.'),
    description:
      'Publishes an integration under a name, or the next version of it. Organization admins only. A name that another organization has is refused.',
    args: {
      ...integrationArg,
      input: t.arg({ type: PublishIntegrationInput, required: true, description: 'The version to publish.' }),
    },
    resolve: async (_root, { integrationName: name, input }, ctx) => ({
      integration: await publishIntegration(ctx, { ...(input as unknown as Omit<PublishedIntegration, 'name'>), name }),
    }),
  }),
);

builder.mutationField('unpublishIntegration', (t) =>
  t.field({
    type: deletedPayload('UnpublishIntegrationPayload', 'Id of the removed integration.'),
    description:
      'Removes an integration, with its installations and tokens. For admins of the organization that owns it.',
    args: { ...integrationArg },
    resolve: async (_root, { integrationName }, ctx) => ({
      deletedId: await unpublishIntegration(ctx, integrationName),
    }),
  }),
);

const CreateIntegrationTokenPayload = builder.objectRef<{ readonly secret: string }>('CreateIntegrationTokenPayload');
CreateIntegrationTokenPayload.implement({
  description: payloadDescription('CreateIntegrationTokenPayload'),
  fields: (t) => ({
    secret: t.exposeString('secret', { description: 'The token. It is not stored, so it cannot be shown again.' }),
  }),
});

builder.mutationField('createIntegrationToken', (t) =>
  t.field({
    type: CreateIntegrationTokenPayload,
    description:
      'Creates a token of the integration itself, which lists its installations and creates tokens for them. For admins of the organization that owns it.',
    args: { ...integrationArg },
    resolve: async (_root, { integrationName }, ctx) => ({
      secret: await createIntegrationToken(ctx, integrationName),
    }),
  }),
);

const RevokeIntegrationTokensPayload = builder.objectRef<{ readonly revoked: number }>(
  'RevokeIntegrationTokensPayload',
);
RevokeIntegrationTokensPayload.implement({
  description: payloadDescription('RevokeIntegrationTokensPayload'),
  fields: (t) => ({ revoked: t.exposeInt('revoked', { description: 'Number of tokens that were valid before.' }) }),
});

builder.mutationField('revokeIntegrationTokens', (t) =>
  t.field({
    type: RevokeIntegrationTokensPayload,
    description:
      'Revokes every token of the integration itself; tokens of installations stay valid until they expire. For admins of the organization that owns it.',
    args: { ...integrationArg },
    resolve: async (_root, { integrationName }, ctx) => ({
      revoked: await revokeAllIntegrationTokens(ctx, integrationName),
    }),
  }),
);
