import { createSignInLink } from '../../../domain/people/sign-in-links/create.ts';
import { openedPurposes } from '../../../domain/people/sign-in-links/fields.ts';
import { signInByLink } from '../../../domain/people/sign-in-links/finish.ts';
import {
  OpenSignInLinkInput,
  RequestSignInLinkInput,
  SignInByLinkInput,
} from '../../../domain/people/sign-in-links/inputs.ts';
import type { OpenedLink, SignInLink as SignInLinkModel } from '../../../domain/people/sign-in-links/links.ts';
import { requestSignInLink, sendSignInLink } from '../../../domain/people/sign-in-links/mail-links.ts';
import { openSignInLink } from '../../../domain/people/sign-in-links/open.ts';
import { builder } from '../../builder.ts';
import { contractEnum } from '../../enums.ts';
import { mutation } from '../../mutation.ts';
import { payloadDescription, shows } from '../../payload.ts';
import { getUser } from '../../../domain/people/users/users.ts';
import { User } from '../users/user.ts';
import { codePayload, PasskeyCreation } from '../passkeys/ceremony.ts';

export const SignInLink = builder.objectRef<SignInLinkModel>('SignInLink').implement({
  description: 'A link by which somebody gets a passkey and signs in, once.',
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'Id of the user whom whoever has the link can be.' }),
    url: t.expose('url', {
      type: 'URL',
      description: 'The link, to be opened in a browser. It is not stored and cannot be read again.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when it can be used.' }),
  }),
});

const LinkPurposeEnum = contractEnum('SignInLinkPurpose', 'What a link to sign in is for.', openedPurposes);

const OpenSignInLinkPayload = builder.objectRef<OpenedLink>('OpenSignInLinkPayload').implement({
  description: 'The result of `openSignInLink`.',
  fields: (t) => ({
    purpose: t.expose('purpose', { type: LinkPurposeEnum, description: 'What the link is for.' }),
    displayName: t.exposeString('displayName', { description: 'Name of the person so far.' }),
    organizationTitle: t.exposeString('organizationTitle', {
      nullable: true,
      description: 'Name of the organization that invites; null for other links.',
    }),
    organizationId: t.exposeID('organizationId', {
      nullable: true,
      description:
        'Id of the organization that an invite link is for, for those who are persons already; null for other links.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when the link can be used; null for an invite link, which ends when it is revoked.',
    }),
    creation: t.expose('creation', { type: PasskeyCreation, description: 'What the browser makes a passkey by.' }),
  }),
});

mutation('openSignInLink', {
  description:
    'Shows what a link to sign in is for, and begins to make a passkey by it. The link stays good until a passkey is made. Needs no token.',
  extensions: { anonymous: true },
  input: { form: OpenSignInLinkInput, description: 'The link.' },
  payload: OpenSignInLinkPayload,
  resolve: (ctx, { input }) => openSignInLink(ctx, input),
});

mutation('signInByLink', {
  description:
    'Makes a passkey by a link, which is spent by it, and returns a code that `createSession` exchanges for a session. Needs no token.',
  extensions: { anonymous: true },
  input: { form: SignInByLinkInput, description: 'The link, the passkey and the client.' },
  payload: codePayload('SignInByLinkPayload', 'signInByLink'),
  resolve: (ctx, { input }) => signInByLink(ctx, input),
});

mutation('createSignInLink', {
  description:
    'Creates a link by which a person who cannot sign in gets a new passkey within an hour, which ends their sessions. Instance admins only.',
  args: builder.args((t) => ({
    userId: t.id({ required: true, description: 'Id of the person who cannot sign in.' }),
  })),
  payload: shows('link', SignInLink, 'The new one, which is shown once.'),
  resolve: (ctx, { userId }) => createSignInLink(ctx, userId),
});

mutation('sendSignInLink', {
  description:
    'Sends a person who cannot sign in a link to the address that is proved to be theirs, by which they get a new passkey within an hour, which ends their sessions. Instance admins only.',
  args: builder.args((t) => ({
    userId: t.id({ required: true, description: 'Id of the person who cannot sign in.' }),
  })),
  payload: shows('user', User, 'The person.'),
  resolve: async (ctx, { userId }) => {
    await sendSignInLink(ctx, userId);
    return getUser(ctx, userId);
  },
});

const RequestSignInLinkPayload = builder.objectRef<{ readonly isTaken: true }>('RequestSignInLinkPayload').implement({
  description: payloadDescription('RequestSignInLinkPayload'),
  fields: (t) => ({
    isTaken: t.exposeBoolean('isTaken', { description: 'Always true, whether there is such a person or not.' }),
  }),
});

mutation('requestSignInLink', {
  description:
    'Asks for a link to a person who has lost their passkeys, by mail. The answer is always the same. Nothing is sent unless the operator allows it and the address is proved to be that of the person, nor to instance admins. Needs no token.',
  extensions: { anonymous: true },
  input: { form: RequestSignInLinkInput, description: 'The address.' },
  payload: RequestSignInLinkPayload,
  resolve: async (ctx, { input }) => {
    await requestSignInLink(ctx, input);
    return { isTaken: true as const };
  },
});
