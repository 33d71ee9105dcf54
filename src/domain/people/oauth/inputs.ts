import * as z from 'zod';
import { Scope } from '../../../access/scopes.ts';
import { DateTime, Id, inputForm, omittable, urlForm } from '../../../lib/form-types.ts';
import { CodeChallenge, maxReturnUrl } from '../sign-in/fields.ts';
import { ClientId, maxClientState } from './fields.ts';

export const AllowClientInput = inputForm(
  'AllowClient',
  'What the caller allows a client, as the client asked at the authorization endpoint.',
  {
    clientId: ClientId.describe('Id of the client: the URL of its document.'),
    redirectURL: urlForm(z.string().min(1).max(maxReturnUrl)).describe(
      'Where the code goes, which the client publishes.',
    ),
    resource: z.string().min(1).max(maxReturnUrl).describe('The API for which it is: `{base}/mcp` or `{base}/v1`.'),
    scopes: z.array(Scope).min(1).describe('What the client may do, no more than the token of the request.'),
    organization: Id.describe('Id of the organization in which it may do so.'),
    codeChallenge: CodeChallenge.describe('SHA-256 of the code verifier of the client, as base64url (RFC 7636).'),
    state: z.string().max(maxClientState).apply(omittable).describe('Returned unchanged with the code.'),
    expiresAt: DateTime.apply(omittable).describe(
      'When it ends: at most 366 days from now, and not after the token of the request. When omitted, 90 days from now, or the expiry of the token of the request if that is earlier.',
    ),
  },
);
