import * as z from 'zod';
import { inputForm, omittable } from '../../../lib/form-types.ts';
import { clientOfSignIn } from '../sign-in/inputs.ts';
import { base64url, PasskeyName } from './fields.ts';

const id = base64url(1_366).describe('Id of the credential, base64url.');
const clientDataJSON = base64url(4_096).describe('`response.clientDataJSON`, base64url.');
const authenticatorData = base64url(8_192).describe('`response.authenticatorData`, base64url.');

export const PasskeyCredentialInput = inputForm(
  'PasskeyCredential',
  'A credential that `navigator.credentials.create` has made.',
  {
    id,
    clientDataJSON,
    authenticatorData,
    publicKey: base64url(4_096).describe('`response.getPublicKey()` as base64url: a SubjectPublicKeyInfo.'),
    algorithm: z.int().min(-65_535).max(0).describe('`response.getPublicKeyAlgorithm()`, of COSE.'),
  },
);

const PasskeyAssertionInput = inputForm(
  'PasskeyAssertion',
  'A credential that `navigator.credentials.get` has returned.',
  {
    id,
    clientDataJSON,
    authenticatorData,
    signature: base64url(4_096).describe('`response.signature`, base64url.'),
  },
);

export const AddPasskeyInput = inputForm('AddPasskey', 'A new passkey of the caller.', {
  name: PasskeyName.apply(omittable).describe('What its owner calls it; the browser and system when omitted.'),
  credential: PasskeyCredentialInput.describe('The credential, made by the answer of `beginPasskey`.'),
});

export const SignInByPasskeyInput = inputForm('SignInByPasskey', 'A passkey, and the client that signs in by it.', {
  credential: PasskeyAssertionInput.describe('The credential, found by the answer of `beginPasskeySignIn`.'),
  ...clientOfSignIn,
});
