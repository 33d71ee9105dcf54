import {
  listOrganizationSessions,
  listSessions,
  type ActiveSession as ActiveSessionModel,
} from '../../../domain/people/sessions/sessions.ts';
import { emptyPage } from '../../../lib/page.ts';
import { locationUrl } from '../../../domain/core/urls.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { Organization } from '../organizations/organization.ts';
import { User } from '../users/user.ts';

const ActiveSession = builder.objectRef<ActiveSessionModel>('ActiveSession').implement({
  description: 'A session that has not ended, with where it was begun.',
  fields: (t) => ({
    sessionId: t.exposeID('id', { description: 'Id of the session, which is that of its token.' }),
    user: t.field({
      type: User,
      nullable: true,
      description: 'The user who signed in; null when the caller may not see them.',
      resolve: ({ userId }, _args, ctx) => ctx.loaders.knownUser.load(userId),
    }),
    userId: t.exposeID('userId', { description: 'Id of the user who signed in.' }),
    organizationId: t.exposeID('organizationId', {
      nullable: true,
      description: 'Id of the organization that it is limited to; null for a session by a passkey.',
    }),
    method: t.string({
      description: 'How the user signed in: the name of the identity provider, or `passkey`.',
      resolve: ({ organizationId, providerLabel }) => (organizationId === null ? 'passkey' : (providerLabel ?? 'sso')),
    }),
    browser: t.exposeString('browser', {
      nullable: true,
      description: 'The program that it says it was begun in; null when it names none that is known.',
    }),
    system: t.exposeString('system', { nullable: true, description: 'The operating system, in the same way.' }),
    address: t.exposeString('address', {
      nullable: true,
      description: 'The IP address that it was begun from; null unless the service keeps addresses.',
    }),
    isCurrent: t.boolean({
      description: 'Whether it is the session of the request.',
      resolve: ({ id }, _args, ctx) => id === ctx.actor.tokenId,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was begun.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it ends by itself.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute; null if never.',
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL at which its user ends it in the REST API.',
      resolve: ({ id }, _args, ctx) => locationUrl(ctx.urls, 'user', 'sessions', id),
    }),
  }),
});

const ActiveSessionConnection = connectionOf(ActiveSession, 'ActiveSession', 'a session', 'sessions');

builder.objectField(User, 'sessions', (t) =>
  t.field({
    type: ActiveSessionConnection,
    description: 'The sessions of the caller that have not ended, newest first. Empty for every other user.',
    args: { ...pageArgs },
    resolve: async (user, args, ctx) =>
      toConnection(user.id === ctx.actor.userId ? await listSessions(ctx, pageRequest(args)) : emptyPage),
  }),
);

builder.objectField(Organization, 'sessions', (t) =>
  t.field({
    type: ActiveSessionConnection,
    description:
      'The sessions that reach the organization and have not ended, newest first: by its identity providers, and of its members by a passkey. Organization admins only.',
    args: { ...pageArgs },
    resolve: async ({ id }, args, ctx) => toConnection(await listOrganizationSessions(ctx, id, pageRequest(args))),
  }),
);
