import { listGrants, type OauthGrant as OauthGrantModel } from '../../../domain/people/oauth/grants.ts';
import { locationUrl } from '../../../domain/core/urls.ts';
import { Scope } from '../../../access/scopes.ts';
import { emptyPage } from '../../../lib/page.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { enumOf } from '../../form-members.ts';
import { User } from '../users/user.ts';

const OauthGrant = builder.objectRef<OauthGrantModel>('OauthGrant').implement({
  description: 'What a person allowed a client, such as an assistant, and has not ended.',
  fields: (t) => ({
    grantId: t.exposeID('id', { description: 'Id of the grant, which is that of the token of the client.' }),
    clientId: t.exposeString('clientId', { description: 'Id of the client: the URL of its document.' }),
    clientName: t.exposeString('clientName', {
      description: 'What the client calls itself. Anybody can call themselves anything; the host of its id says more.',
    }),
    redirectUrl: t.expose('redirectURL', {
      type: 'URL',
      description: 'Where the client took the code.',
    }),
    resource: t.exposeString('resource', { description: 'The only API that takes its token.' }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization in which it acts.' }),
    scopes: t.field({
      type: [enumOf(Scope)],
      description: 'What it may do, as far as the person may.',
      resolve: ({ scopes }) => [...scopes],
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was allowed.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it ends by itself.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the client last used it, to the minute; null if never.',
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL at which its person ends it in the REST API.',
      resolve: ({ id }, _args, ctx) => locationUrl(ctx.urls, 'user', 'grants', id),
    }),
  }),
});

const OauthGrantConnection = connectionOf(OauthGrant, 'OauthGrant', 'a grant', 'grants');

builder.objectField(User, 'oauthGrants', (t) =>
  t.field({
    type: OauthGrantConnection,
    description: 'What the caller allowed clients and has not ended, newest first. Empty for every other user.',
    args: { ...pageArgs },
    resolve: async (user, args, ctx) =>
      toConnection(user.id === ctx.actor.userId ? await listGrants(ctx, pageRequest(args)) : emptyPage),
  }),
);
