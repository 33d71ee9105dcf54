import { Scope } from '../../../access/scopes.ts';
import { tokenKinds } from '../../../domain/people/tokens/fields.ts';
import { getApiToken, listApiTokens, type ApiToken as ApiTokenModel } from '../../../domain/people/tokens/tokens.ts';
import { tokenUrl } from '../../../domain/core/urls.ts';
import { emptyPage } from '../../../lib/page.ts';
import { builder } from '../../builder.ts';
import { ownId } from '../../plain-fields.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { contractEnum } from '../../enums.ts';
import { enumOf } from '../../form-members.ts';
import { User } from '../users/user.ts';

const ScopeEnum = enumOf(Scope);

const TokenKindEnum = contractEnum('ApiTokenKind', 'The origin of a token.', tokenKinds);

export const ApiToken = builder.objectRef<ApiTokenModel>('ApiToken');

builder.node(ApiToken, {
  description: 'An API token of a user. The token itself is not stored.',
  id: { description: 'Id of the token.', resolve: ownId },
  loadOne: (id, ctx) => getApiToken(ctx, id),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the token.' }),
    kind: t.field({
      type: TokenKindEnum,
      description: 'Origin of the token.',
      resolve: (token) => token.kind as keyof typeof tokenKinds,
    }),
    prefix: t.exposeString('prefix', { description: 'First characters of the token.' }),
    lastFour: t.exposeString('lastFour', { description: 'Last four characters of the token.' }),
    scopes: t.field({
      type: [ScopeEnum],
      description: 'Scopes of the token.',
      resolve: (token) => [...token.scopes],
    }),
    organizationId: t.exposeID('organizationId', {
      nullable: true,
      description: 'Id of the organization that the token is limited to; null when it is not limited.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the token was created.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the token expires; null if never.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the token was last used, to the minute; null if never.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the token was revoked; null if it was not.',
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the token in the REST API.',
      resolve: ({ id }, _args, ctx) => tokenUrl(ctx.urls, id),
    }),
  }),
});

builder.queryField('apiToken', (t) =>
  t.field({
    type: ApiToken,
    nullable: true,
    description: 'A token of the caller by id; an instance admin may read any.',
    args: { id: t.arg.id({ required: true, description: 'Id of the token.' }) },
    resolve: (_root, { id }, ctx) => getApiToken(ctx, id),
  }),
);

const ApiTokenConnection = connectionOf(ApiToken, 'ApiToken', 'a token', 'tokens');

builder.objectField(User, 'apiTokens', (t) =>
  t.field({
    type: ApiTokenConnection,
    description: 'The tokens of the caller, newest first. Empty for every other user.',
    args: { ...pageArgs },
    resolve: async (user, args, ctx) =>
      toConnection(user.id === ctx.actor.userId ? await listApiTokens(ctx, pageRequest(args)) : emptyPage),
  }),
);
