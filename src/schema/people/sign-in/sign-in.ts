import { tokenUrl } from '../../../domain/core/urls.ts';
import { createSession, type Session as SessionModel } from '../../../domain/people/sign-in/create-session.ts';
import { OrganizationHint } from '../../../domain/people/sign-in/fields.ts';
import { CreateSessionInput } from '../../../domain/people/sign-in/inputs.ts';
import { listLogins, type OrganizationLogin as OrganizationLoginModel } from '../../../domain/people/sign-in/logins.ts';
import { builder } from '../../builder.ts';
import { mutation } from '../../mutation.ts';
import { shows } from '../../payload.ts';

const OrganizationLogin = builder.objectRef<OrganizationLoginModel>('OrganizationLogin').implement({
  description: 'A way to sign in to an organization, as shown to callers without a token.',
  fields: (t) => ({
    providerId: t.exposeID('id', { description: 'Id of the SAML provider.' }),
    label: t.exposeString('label', { description: 'Name of the provider.' }),
    startUrl: t.expose('startURL', { type: 'URL', description: 'URL at which a browser starts the sign-in.' }),
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
  description: 'The session of a user: in the organization of an identity provider, or by a passkey.',
  fields: (t) => ({
    token: t.exposeString('token', {
      description: 'The bearer token of the session. It is not stored and cannot be read again.',
    }),
    tokenId: t.exposeID('tokenId', { description: 'Id of the token, with which it can be revoked.' }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the token in the REST API.',
      resolve: ({ tokenId }, _args, ctx) => tokenUrl(ctx.urls, tokenId),
    }),
    userId: t.exposeID('userId', { description: 'Id of the user who signed in.' }),
    organizationId: t.exposeID('organizationId', {
      nullable: true,
      description: 'Id of the organization that the session is limited to; null for one by a passkey.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When the session ends: after 12 hours, or earlier if the identity provider limits it.',
    }),
  }),
});

mutation('createSession', {
  description:
    'Exchanges the code of a sign-in for a session. A code can be exchanged once: a wrong verifier invalidates it, and a second exchange ends the session. Needs no token.',
  extensions: { anonymous: true },
  input: { form: CreateSessionInput, description: 'The code and its verifier.' },
  payload: shows('session', Session, 'The session, with its token.'),
  resolve: (ctx, { input }) => createSession(ctx, input),
});
