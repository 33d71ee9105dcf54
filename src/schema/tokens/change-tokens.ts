import { createApiToken, type IssuedToken } from '../../domain/tokens/create.ts';
import { TokenName } from '../../domain/tokens/fields.ts';
import { revokeApiToken } from '../../domain/tokens/list.ts';
import { builder } from '../builder.ts';
import { payloadType } from '../payload.ts';
import { ApiToken, ScopeEnum } from './token.ts';

const CreateApiTokenInput = builder.inputType('CreateApiTokenInput', {
  description: 'A new token, which can do no more than the one that asks for it.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'What it is for.', validate: TokenName }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'When it ends, within 366 days; in 90 days, or with the token that asks, when omitted.',
    }),
    scopes: t.field({
      type: [ScopeEnum],
      description: 'What it may be used for; as the token that asks when omitted.',
    }),
    organization: t.id({ description: 'The one organization it works in; as the token that asks when omitted.' }),
    user: t.id({ description: 'Whose it is; the caller when omitted, anybody for instance admins.' }),
  }),
});

const CreateApiTokenPayload = builder.objectRef<IssuedToken>('CreateApiTokenPayload').implement({
  description: 'What `createApiToken` answers.',
  fields: (t) => ({
    secret: t.exposeString('secret', { description: 'The token itself. It is shown here only: keep it.' }),
    apiToken: t.field({ type: ApiToken, description: 'The new token.', resolve: ({ token }) => token }),
  }),
});

builder.mutationField('createApiToken', (t) =>
  t.field({
    type: CreateApiTokenPayload,
    description: 'Creates a token and shows its secret once.',
    args: { input: t.arg({ type: CreateApiTokenInput, required: true, description: 'The new token.' }) },
    resolve: (_root, { input }, ctx) => createApiToken(ctx, input),
  }),
);

builder.mutationField('revokeApiToken', (t) =>
  t.field({
    type: payloadType('RevokeApiTokenPayload', 'apiToken', ApiToken, 'The token, which works no more.'),
    description: 'Ends a token for good, within a second everywhere.',
    args: { tokenId: t.arg.id({ required: true, description: 'Id of the token.' }) },
    resolve: async (_root, { tokenId }, ctx) => ({ apiToken: await revokeApiToken(ctx, tokenId) }),
  }),
);
