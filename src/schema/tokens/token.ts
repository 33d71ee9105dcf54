import { scopes } from '../../domain/access/scopes.ts';
import { tokenKinds } from '../../domain/tokens/fields.ts';
import { getApiToken, listApiTokens, type ApiToken as ApiTokenModel } from '../../domain/tokens/list.ts';
import { emptyPage } from '../../lib/page.ts';
import { builder } from '../builder.ts';
import { Connection, pageArgs, pageRequest, toConnection } from '../connection.ts';
import { contractEnum } from '../enums.ts';
import { User } from '../users/user.ts';

const verbs: Readonly<Record<string, string>> = { read: 'Read', write: 'Change', merge: 'Merge' };

const meaningOf = (scope: string) => {
  const words = scope.split(':');
  const verb = words.pop() ?? '';
  return `${verbs[verb] ?? verb}: ${words.join(' ')}.`;
};

export const ScopeEnum = contractEnum(
  'Scope',
  'What a token may be used for, as far as its user may.',
  Object.fromEntries(scopes.map((scope) => [scope, meaningOf(scope)])) as Record<(typeof scopes)[number], string>,
);

const TokenKindEnum = contractEnum('ApiTokenKind', 'How a token came to be.', tokenKinds);

export const ApiToken = builder.objectRef<ApiTokenModel>('ApiToken');

builder.node(ApiToken, {
  description: 'A credential of a user; its secret is kept nowhere.',
  id: { description: 'Id of the token.', resolve: (token) => token.id },
  loadOne: (id, ctx) => getApiToken(ctx, id),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it is for.' }),
    kind: t.field({
      type: TokenKindEnum,
      description: 'How it came to be.',
      resolve: (token) => token.kind as keyof typeof tokenKinds,
    }),
    prefix: t.exposeString('prefix', { description: 'How the secret begins.' }),
    lastFour: t.exposeString('lastFour', { description: 'How the secret ends.' }),
    scopes: t.field({
      type: [ScopeEnum],
      description: 'What it may be used for.',
      resolve: (token) => [...token.scopes],
    }),
    organizationId: t.exposeID('organizationId', {
      nullable: true,
      description: 'Id of the one organization it works in; null when it works in all.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true, description: 'When it ends.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute.',
    }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was revoked.' }),
  }),
});

const ApiTokenConnection = builder.connectionObject(
  { type: ApiToken, name: 'ApiTokenConnection', interfaces: [Connection], description: 'A page of tokens.' },
  { name: 'ApiTokenEdge', description: 'A token in a list.' },
);

builder.objectField(User, 'apiTokens', (t) =>
  t.field({
    type: ApiTokenConnection,
    description: "The caller's tokens, newest first; empty for anybody else.",
    args: { ...pageArgs },
    resolve: async (user, args, ctx) =>
      toConnection(user.id === ctx.actor.userId ? await listApiTokens(ctx, pageRequest(args)) : emptyPage),
  }),
);
