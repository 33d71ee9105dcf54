import { createApiToken, type IssuedToken } from '../../domain/tokens/create.ts';
import { TokenName } from '../../domain/tokens/fields.ts';
import { revokeApiToken } from '../../domain/tokens/tokens.ts';
import { builder } from '../builder.ts';
import { payloadType } from '../payload.ts';
import { ApiToken, ScopeEnum } from './token.ts';

const CreateApiTokenInput = builder.inputType('CreateApiTokenInput', {
  description: 'Fields of a new token, which cannot exceed the permissions of the token of the request.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the token.', validate: TokenName }),
    expiresAt: t.field({
      type: 'DateTime',
      description:
        'When the token expires: at most 366 days from now, and not after the token of the request. When omitted, 90 days from now, or the expiry of the token of the request if that is earlier.',
    }),
    scopes: t.field({
      type: [ScopeEnum],
      description: 'Scopes of the token; the scopes of the token of the request when omitted.',
    }),
    organization: t.id({
      description:
        'Id of the organization that the token is limited to; the same limit as the token of the request when omitted.',
    }),
    user: t.id({
      description: 'Id of the user of the token; the caller when omitted. Only instance admins may name another user.',
    }),
  }),
});

const CreateApiTokenPayload = builder.objectRef<IssuedToken>('CreateApiTokenPayload').implement({
  description: 'Result of `createApiToken`.',
  fields: (t) => ({
    secret: t.exposeString('secret', {
      description: 'The secret of the token. It is not stored and cannot be read again.',
    }),
    apiToken: t.field({ type: ApiToken, description: 'The new token.', resolve: ({ token }) => token }),
  }),
});

builder.mutationField('createApiToken', (t) =>
  t.field({
    type: CreateApiTokenPayload,
    description:
      'Creates an API token and returns its secret, which cannot be read again. Refused when it would exceed the permissions of the token of the request, and when the user has too many tokens.',
    args: { input: t.arg({ type: CreateApiTokenInput, required: true, description: 'Fields of the new token.' }) },
    resolve: (_root, { input }, ctx) => createApiToken(ctx, input),
  }),
);

builder.mutationField('revokeApiToken', (t) =>
  t.field({
    type: payloadType('RevokeApiTokenPayload', 'apiToken', ApiToken, 'The revoked token.'),
    description:
      'Revokes an API token, which takes effect within one second. Callers may revoke their own tokens, and instance admins those of any user.',
    args: { tokenId: t.arg.id({ required: true }) },
    resolve: async (_root, { tokenId }, ctx) => ({ apiToken: await revokeApiToken(ctx, tokenId) }),
  }),
);
