import * as z from 'zod';
import { Scope } from '../../../access/scopes.ts';
import { DateTime, Id, inputForm, omittable } from '../../../lib/form-types.ts';
import { TokenName } from './fields.ts';

export const CreateApiTokenInput = inputForm(
  'CreateApiToken',
  'Fields of a new token, which cannot exceed the permissions of the token of the request.',
  {
    name: TokenName.describe('Name of the token.'),
    expiresAt: DateTime.apply(omittable).describe(
      'When the token expires: at most 366 days from now, and not after the token of the request. When omitted, 90 days from now, or the expiry of the token of the request if that is earlier.',
    ),
    scopes: z
      .array(Scope)
      .apply(omittable)
      .describe('Scopes of the token; the scopes of the token of the request when omitted.'),
    organization: Id.apply(omittable).describe(
      'Id of the organization that the token is limited to; the same limit as the token of the request when omitted.',
    ),
    user: Id.apply(omittable).describe(
      'Id of the user of the token; the caller when omitted. Only instance admins may name another user.',
    ),
  },
);
