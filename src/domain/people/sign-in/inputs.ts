import { inputForm } from '../../../lib/form-types.ts';
import { CodeVerifier, SignInCodeText } from './fields.ts';

export const CreateSessionInput = inputForm('CreateSession', 'The code of a completed sign-in, with its verifier.', {
  code: SignInCodeText.describe(
    'The `code` parameter of the URL that the browser returned to. It is valid for one minute.',
  ),
  codeVerifier: CodeVerifier.describe(
    'The PKCE code verifier whose challenge the sign-in was started with (RFC 7636).',
  ),
});
