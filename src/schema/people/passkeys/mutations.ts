import { addPasskey, beginPasskey } from '../../../domain/people/passkeys/add.ts';
import { AddPasskeyInput, SignInByPasskeyInput } from '../../../domain/people/passkeys/inputs.ts';
import { removePasskey } from '../../../domain/people/passkeys/passkeys.ts';
import { beginPasskeySignIn, signInByPasskey } from '../../../domain/people/passkeys/sign-in.ts';
import { builder } from '../../builder.ts';
import { mutation } from '../../mutation.ts';
import { shows, showsDeleted } from '../../payload.ts';
import { codePayload, PasskeyCreation, PasskeyRequest } from './ceremony.ts';
import { ofViewer } from '../users/user.ts';
import { Passkey } from './passkey.ts';

mutation('beginPasskeySignIn', {
  description: 'Begins a sign-in by a passkey: returns what the browser finds one by. Needs no token.',
  extensions: { anonymous: true },
  payload: shows('request', PasskeyRequest, 'What the browser finds a passkey by.'),
  resolve: (ctx) => beginPasskeySignIn(ctx),
});

mutation('signInByPasskey', {
  description:
    'Signs in by a passkey, and returns a code that `createSession` exchanges for a session. A challenge can be answered once. Needs no token.',
  extensions: { anonymous: true },
  input: { form: SignInByPasskeyInput, description: 'The passkey, and the client.' },
  payload: codePayload('SignInByPasskeyPayload', 'signInByPasskey'),
  resolve: (ctx, { input }) => signInByPasskey(ctx, input),
});

mutation('beginPasskey', {
  description:
    'Begins to add a passkey to the caller. Refused with `reauthentication_required` unless the token is a session that a passkey has begun within ten minutes.',
  payload: shows('creation', PasskeyCreation, 'What the browser makes a passkey by.'),
  resolve: (ctx) => beginPasskey(ctx),
});

mutation('addPasskey', {
  description:
    'Adds a passkey to the caller. Refused with `reauthentication_required` unless the token is a session that a passkey has begun within ten minutes.',
  input: { form: AddPasskeyInput, description: 'The new passkey.' },
  payload: shows('passkey', Passkey, 'The new passkey.'),
  resolve: (ctx, { input }) => addPasskey(ctx, input),
});

mutation('removePasskey', {
  description:
    'Removes a passkey of the caller, but not the last one. Refused with `reauthentication_required` unless the token is a session that a passkey has begun within ten minutes.',
  args: builder.args((t) => ({ passkeyId: t.id({ required: true, description: 'Id of one of the caller.' }) })),
  payload: showsDeleted('Id of the removed passkey.', ofViewer),
  resolve: async (ctx, { passkeyId }) => {
    await removePasskey(ctx, passkeyId);
    return { deletedId: passkeyId };
  },
});
