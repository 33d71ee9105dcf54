import { createApiToken, type IssuedToken } from '../../../domain/people/tokens/create.ts';
import { CreateApiTokenInput } from '../../../domain/people/tokens/inputs.ts';
import { revokeApiToken } from '../../../domain/people/tokens/tokens.ts';
import { builder } from '../../builder.ts';
import { mutation } from '../../mutation.ts';
import { shows } from '../../payload.ts';
import { ApiToken } from './token.ts';

const CreateApiTokenPayload = builder.objectRef<IssuedToken>('CreateApiTokenPayload').implement({
  description: 'Result of `createApiToken`.',
  fields: (t) => ({
    token: t.exposeString('secret', {
      description: 'The token to send as a bearer. It is not stored and cannot be read again.',
    }),
    apiToken: t.field({ type: ApiToken, description: 'The new token.', resolve: ({ token }) => token }),
  }),
});

mutation('createApiToken', {
  description:
    'Creates an API token and returns it, which cannot be read again. Refused when it would exceed the permissions of the token of the request, and when the user has too many tokens.',
  input: { form: CreateApiTokenInput, description: 'Fields of the new token.' },
  payload: CreateApiTokenPayload,
  resolve: (ctx, { input }) => createApiToken(ctx, input),
});

mutation('revokeApiToken', {
  description:
    'Revokes an API token, which takes effect within one second. Callers may revoke their own tokens, and instance admins those of any user.',
  args: builder.args((t) => ({ tokenId: t.id({ required: true }) })),
  payload: shows('apiToken', ApiToken, 'The revoked token.'),
  resolve: (ctx, { tokenId }) => revokeApiToken(ctx, tokenId),
});
