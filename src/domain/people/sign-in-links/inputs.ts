import { inputForm, omittable } from '../../../lib/form-types.ts';
import { PasskeyCredentialInput } from '../passkeys/inputs.ts';
import { clientOfSignIn } from '../sign-in/inputs.ts';
import { DisplayName, Email } from '../users/fields.ts';
import { LinkSecret } from './fields.ts';

const link = LinkSecret.describe(
  'The secret of the link: what follows `#link=` in its address, or the id of an invite link.',
);

export const OpenSignInLinkInput = inputForm('OpenSignInLink', 'A link to sign in by.', { link });

export const RequestSignInLinkInput = inputForm('RequestSignInLink', 'Who asks for a link to sign in by.', {
  email: Email.describe('The address of the person, to which the link is sent if it is proved to be theirs.'),
});

export const SignInByLinkInput = inputForm('SignInByLink', 'A passkey made by a link, and the client that signs in.', {
  link,
  displayName: DisplayName.apply(omittable).describe(
    'What others call the person, who is new by an invitation. Needed for an invite link.',
  ),
  credential: PasskeyCredentialInput.describe('The credential, made by the answer of `openSignInLink`.'),
  ...clientOfSignIn,
});
