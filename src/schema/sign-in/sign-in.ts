import { createSession, type Session as SessionModel } from '../../domain/sign-in/create-session.ts';
import { CodeVerifier, OrganizationHint, SignInCodeText } from '../../domain/sign-in/fields.ts';
import { listLogins, type OrganizationLogin as OrganizationLoginModel } from '../../domain/sign-in/logins.ts';
import { builder } from '../builder.ts';
import { payloadType } from '../payload.ts';

const OrganizationLogin = builder.objectRef<OrganizationLoginModel>('OrganizationLogin').implement({
  description: 'A way to sign in to an organization, as shown to callers without a token.',
  fields: (t) => ({
    providerId: t.exposeID('id', { description: 'Id of the SAML provider.' }),
    label: t.exposeString('label', { description: 'Name of the provider.' }),
    startURL: t.exposeString('startURL', { description: 'URL at which a browser starts the sign-in.' }),
    organizationTitle: t.exposeString('organizationTitle', { description: 'Name of the organization.' }),
  }),
});

builder.queryField('logins', (t) =>
  t.field({
    type: [OrganizationLogin],
    description:
      'The ways to sign in to the organization with a hostname, or to the organizations with the domain of an email address. At most 20. Needs no token.',
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
  description: 'The session of a user in one organization, created by single sign-on.',
  fields: (t) => ({
    token: t.exposeString('token', {
      description: 'The bearer token of the session. It is not stored and cannot be read again.',
    }),
    tokenId: t.exposeID('tokenId', { description: 'Id of the token, with which it can be revoked.' }),
    userId: t.exposeID('userId'),
    organizationId: t.exposeID('organizationId', {
      description: 'Id of the organization that the session is limited to.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When the session ends: after 12 hours, or earlier if the identity provider limits it.',
    }),
  }),
});

const CreateSessionInput = builder.inputType('CreateSessionInput', {
  description: 'The code of a completed sign-in, with its verifier.',
  fields: (t) => ({
    code: t.string({
      required: true,
      description: 'The `code` parameter of the URL that the browser returned to. It is valid for one minute.',
      validate: SignInCodeText,
    }),
    codeVerifier: t.string({
      required: true,
      description: 'The PKCE code verifier whose challenge the sign-in was started with (RFC 7636).',
      validate: CodeVerifier,
    }),
  }),
});

builder.mutationField('createSession', (t) =>
  t.field({
    type: payloadType('CreateSessionPayload', 'session', Session, 'The session, with its token.'),
    description:
      'Exchanges the code of a sign-in for a session. A code can be exchanged once: a wrong verifier invalidates it, and a second exchange ends the session. Needs no token.',
    args: { input: t.arg({ type: CreateSessionInput, required: true, description: 'The code and its verifier.' }) },
    extensions: { anonymous: true },
    resolve: async (_root, { input }, ctx) => ({ session: await createSession(ctx, input) }),
  }),
);
