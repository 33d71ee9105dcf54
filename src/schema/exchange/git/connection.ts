import {
  GitConflictRule,
  GitConnectionStatus,
  GitDirection,
  GitHost,
  GitPriority,
  GitPullRequests,
} from '../../../domain/exchange/git/connection-fields.ts';
import {
  findGitConnection,
  getConnectionById,
  getGitConnection,
  type GitConnection as ConnectionModel,
} from '../../../domain/exchange/git/connections.ts';
import { hookOf, type GitHook as HookModel } from '../../../domain/exchange/git/hook.ts';
import { locationUrl } from '../../../domain/core/urls.ts';
import { Space } from '../../authoring/spaces/space.ts';
import { builder } from '../../builder.ts';
import { enumOf } from '../../form-members.ts';
import { ownId } from '../../plain-fields.ts';

export const ConnectedRepository = builder.objectRef<ConnectionModel>('ConnectedRepository');

const GitHook = builder.objectRef<HookModel>('GitHook').implement({
  description: 'The webhook by which the host of a repository tells of pushes.',
  fields: (t) => ({
    url: t.expose('url', { type: 'URL', description: 'Where the host is to send it.' }),
    settingsUrl: t.expose('settingsUrl', {
      type: 'URL',
      nullable: true,
      description: 'Page of the host where it is added; null for a host whose pages are not known.',
    }),
    instructions: t.exposeString('instructions', { description: 'What to fill in there.' }),
  }),
});

builder.node(ConnectedRepository, {
  description:
    'The branch of a Git repository with which a space is kept equal. Visible to who may sync the space; its token is never shown.',
  id: { description: 'Id of the connection.', resolve: ownId },
  loadOne: (id, ctx) => getConnectionById(ctx, id),
  fields: (t) => ({
    spaceId: t.exposeID('spaceId', { description: 'Id of the space that is kept equal with it.' }),
    userId: t.exposeID('userId', { description: 'Id of the user as which it writes, who is a member of nothing.' }),
    host: t.expose('provider', { type: enumOf(GitHost), description: 'The program that serves the repository.' }),
    url: t.expose('url', { type: 'URL', description: 'The repository, without credentials.' }),
    ref: t.exposeString('ref', { description: 'Full name of the branch.' }),
    directory: t.exposeString('directory', {
      description: 'Folder of the project; empty for the whole repository.',
    }),
    direction: t.expose('direction', { type: enumOf(GitDirection), description: 'Which way content goes.' }),
    priority: t.expose('priority', {
      type: enumOf(GitPriority),
      description: 'Which side the first sync keeps where both differ.',
    }),
    onConflict: t.expose('onConflict', {
      type: enumOf(GitConflictRule),
      description: 'What happens when both sides have changed.',
    }),
    commitMessage: t.exposeString('commitMessage', {
      nullable: true,
      description: 'Message of commits, with placeholders; null for the usual one.',
    }),
    username: t.exposeString('username', {
      nullable: true,
      description: 'Name that the host gets with the token; null for the one that the host expects for tokens.',
    }),
    hasToken: t.exposeBoolean('hasToken', { description: 'Whether there is a token.' }),
    pollMinutes: t.exposeInt('pollMinutes', {
      description: 'How often the branch is looked at, in minutes; 0 for never.',
    }),
    editLinks: t.exposeBoolean('editLinks', {
      description: 'Whether the links to edit pages, on sites that show them, lead to the files in the repository.',
    }),
    pullRequests: t.expose('pullRequests', {
      type: enumOf(GitPullRequests),
      description: 'Which open pull requests of the repository are shown as change requests.',
    }),
    status: t.expose('status', { type: enumOf(GitConnectionStatus), description: 'State of the connection.' }),
    failures: t.exposeInt('failures', { description: 'Number of syncs that have failed since the last good one.' }),
    changeRequestId: t.exposeID('changeRequestId', {
      nullable: true,
      description: 'Id of the change request that waits because both sides have changed; null without one.',
    }),
    hook: t.field({
      type: GitHook,
      description: 'The webhook by which the host tells of pushes.',
      resolve: (connection, _args, ctx) => hookOf(ctx, connection),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the space was connected.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When a setting, the token or the secret of the webhook was last changed.',
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the connection in the REST API.',
      resolve: ({ spaceId }, _args, ctx) => locationUrl(ctx.urls, 'spaces', spaceId, 'git'),
    }),
  }),
});

builder.objectField(Space, 'connectedRepository', (t) =>
  t.field({
    type: ConnectedRepository,
    nullable: true,
    description: 'The connection with a Git repository; null without one, and for callers who may not sync the space.',
    resolve: ({ id }, _args, ctx) => findGitConnection(ctx, id),
  }),
);

builder.queryField('connectedRepository', (t) =>
  t.field({
    type: ConnectedRepository,
    nullable: true,
    description: 'The connection of a space. Null with an error when there is none.',
    args: { spaceId: t.arg.id({ required: true }) },
    resolve: (_root, { spaceId }, ctx) => getGitConnection(ctx, spaceId),
  }),
);
