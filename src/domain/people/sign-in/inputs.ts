import * as z from 'zod';
import { inputForm, omittable } from '../../../lib/form-types.ts';
import { CodeChallenge, CodeVerifier, maxReturnUrl, maxState, SignInCodeText } from './fields.ts';

export const CreateSessionInput = inputForm('CreateSession', 'The code of a completed sign-in, with its verifier.', {
  code: SignInCodeText.describe(
    'The `code` parameter of the URL that the browser returned to. It is valid for one minute.',
  ),
  codeVerifier: CodeVerifier.describe(
    'The PKCE code verifier whose challenge the sign-in was started with (RFC 7636).',
  ),
});

/** What a client sends to be given a code. */
export const clientOfSignIn = {
  codeChallenge: CodeChallenge.describe('SHA-256 of the code verifier, as base64url (RFC 7636).'),
  returnTo: z
    .string()
    .max(maxReturnUrl)
    .apply(omittable)
    .describe('URL that the browser returns to with the code, within the origins that sign-ins may return to.'),
  state: z.string().max(maxState).apply(omittable).describe('Returned unchanged with the code.'),
};
