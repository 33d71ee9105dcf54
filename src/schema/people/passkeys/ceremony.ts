import type { PasskeyCreation as PasskeyCreationModel } from '../../../domain/people/passkeys/add.ts';
import type { PasskeyRequest as PasskeyRequestModel } from '../../../domain/people/passkeys/sign-in.ts';
import type { SignInCode } from '../../../domain/people/sign-in/codes.ts';
import { builder } from '../../builder.ts';

export const PasskeyRequest = builder.objectRef<PasskeyRequestModel>('PasskeyRequest').implement({
  description:
    'What a browser finds a passkey by: parts of `PublicKeyCredentialRequestOptions`. User verification is required.',
  fields: (t) => ({
    challenge: t.exposeString('challenge', { description: 'The bytes to sign, base64url. They can be answered once.' }),
    rpId: t.exposeString('rpId', { description: 'The host of the relying party.' }),
    timeoutMs: t.exposeInt('timeoutMs', { description: 'How long the challenge can be answered, in milliseconds.' }),
  }),
});

export const PasskeyCreation = builder.objectRef<PasskeyCreationModel>('PasskeyCreation').implement({
  description:
    'What a browser makes a passkey by: parts of `PublicKeyCredentialCreationOptions`. A resident key and user verification are required, and no attestation.',
  fields: (t) => ({
    challenge: t.exposeString('challenge', {
      description: 'The bytes to answer, base64url. They can be answered once.',
    }),
    rpId: t.exposeString('rpId', { description: 'The host of the relying party.' }),
    userHandle: t.exposeString('userHandle', { description: 'The id of the user as bytes, base64url.' }),
    userName: t.exposeString('userName', { description: 'Address of the user, or the name without one.' }),
    displayName: t.exposeString('displayName', { description: 'Name of the user.' }),
    algorithms: t.intList({
      description: 'Accepted algorithms of COSE, the preferred one first.',
      resolve: ({ algorithms }) => [...algorithms],
    }),
    excluded: t.stringList({
      description: 'Ids of the credentials that the user has, base64url: an authenticator has at most one of them.',
      resolve: ({ excluded }) => [...excluded],
    }),
    timeoutMs: t.exposeInt('timeoutMs', { description: 'How long the challenge can be answered, in milliseconds.' }),
  }),
});

/** Fields of a payload with a code. */
export const codePayload = (name: `${string}Payload`, operation: string) =>
  builder.objectRef<SignInCode>(name).implement({
    description: `The result of \`${operation}\`.`,
    fields: (t) => ({
      code: t.exposeString('code', {
        description: 'The code, to be exchanged for a session with its verifier within a minute.',
      }),
      returnUrl: t.expose('returnURL', {
        type: 'URL',
        nullable: true,
        description: 'Where the browser goes, with the code and the state; null without `returnTo`.',
      }),
    }),
  });
