import { createSession, type Session as SessionModel } from '../../domain/sign-in/create-session.ts';
import { CodeVerifier, OrganizationHint, SignInCodeText } from '../../domain/sign-in/fields.ts';
import { listLogins, type OrganizationLogin as OrganizationLoginModel } from '../../domain/sign-in/logins.ts';
import { builder } from '../builder.ts';
import { payloadType } from '../payload.ts';

const OrganizationLogin = builder.objectRef<OrganizationLoginModel>('OrganizationLogin').implement({
  description: 'A way to sign in, as somebody sees it who is not signed in.',
  fields: (t) => ({
    providerId: t.exposeID('id', { description: 'Id of the SAML provider.' }),
    label: t.exposeString('label', { description: 'Name of the provider.' }),
    startURL: t.exposeString('startURL', { description: 'Where a browser begins to sign in.' }),
    organizationTitle: t.exposeString('organizationTitle', { description: 'Name of the organization.' }),
  }),
});

builder.queryField('logins', (t) =>
  t.field({
    type: [OrganizationLogin],
    description:
      'The ways to sign in to the organization of a hostname, or to the organizations of the domain of an email address. Needs no token. At most 20; empty when there are none.',
    args: {
      organization: t.arg.string({
        required: true,
        description: 'Hostname of an organization, or an email address.',
        validate: OrganizationHint,
      }),
    },
    extensions: { anonymous: true },
    resolve: (_root, { organization }, ctx) => listLogins(ctx, organization),
  }),
);

const Session = builder.objectRef<SessionModel>('Session').implement({
  description: 'A sign-in of a person to one organization.',
  fields: (t) => ({
    token: t.exposeString('token', {
      description: 'The bearer token of the session. It is not stored and cannot be read again.',
    }),
    tokenId: t.exposeID('tokenId', { description: 'Id of the token, to revoke it by.' }),
    userId: t.exposeID('userId'),
    organizationId: t.exposeID('organizationId', {
      description: 'Id of the organization that the session is limited to.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When it ends: after 12 hours, or when the identity provider says so before.',
    }),
  }),
});

const CreateSessionInput = builder.inputType('CreateSessionInput', {
  description: 'What a sign-in has given.',
  fields: (t) => ({
    code: t.string({
      required: true,
      description: 'The code at the address that the browser returned to, within a minute.',
      validate: SignInCodeText,
    }),
    codeVerifier: t.string({
      required: true,
      description: 'The verifier whose SHA-256 the sign-in began with (RFC 7636).',
      validate: CodeVerifier,
    }),
  }),
});

builder.mutationField('createSession', (t) =>
  t.field({
    type: payloadType('CreateSessionPayload', 'session', Session, 'The session, with its token.'),
    description:
      'Exchanges the code of a sign-in for a session. Needs no token. A code can be exchanged once: a wrong verifier invalidates it, and a second exchange ends the session.',
    args: { input: t.arg({ type: CreateSessionInput, required: true, description: 'What the sign-in has given.' }) },
    extensions: { anonymous: true },
    resolve: async (_root, { input }, ctx) => ({ session: await createSession(ctx, input) }),
  }),
);
