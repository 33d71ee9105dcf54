import { createScimToken, revokeScimToken, type IssuedScimToken } from '../../../domain/people/scim/tokens.ts';
import { builder } from '../../builder.ts';
import { mutation } from '../../mutation.ts';
import { shows } from '../../payload.ts';
import { ScimAccess } from './scim-access.ts';

const providerArgs = builder.args((t) => ({
  organizationId: t.id({ required: true }),
  providerId: t.id({ required: true }),
}));

const CreateScimTokenPayload = builder.objectRef<IssuedScimToken>('CreateScimTokenPayload').implement({
  description: 'The result of `createScimToken`.',
  fields: (t) => ({
    token: t.exposeString('secret', {
      description: 'The token to enter at the provider. It is not stored and cannot be read again.',
    }),
    access: t.field({
      type: ScimAccess,
      description: 'How the provider provisions people now.',
      resolve: (it) => it.access,
    }),
  }),
});

mutation('createScimToken', {
  description:
    'Creates the token by which a provider provisions people, and returns it, which cannot be read again. One that the provider had is refused from then on. It opens nothing else. Organization admins only.',
  args: providerArgs,
  payload: CreateScimTokenPayload,
  resolve: (ctx, { organizationId, providerId }) => createScimToken(ctx, { organizationId, providerId }),
});

mutation('revokeScimToken', {
  description:
    'Revokes the token by which a provider provisions people. People and groups stay as they are. Organization admins only.',
  args: providerArgs,
  payload: shows('access', ScimAccess, 'How the provider provisions people now: not at all.'),
  resolve: (ctx, { organizationId, providerId }) => revokeScimToken(ctx, { organizationId, providerId }),
});
