import { GitConnectionStatus } from '../../../domain/exchange/git/connection-fields.ts';
import { GitProvider } from '../../../domain/exchange/git/fields.ts';
import {
  findCommit,
  findGitFile,
  findGitSync,
  findLastSync,
  findSyncStatus,
  getGitSync,
  type GitCommit as CommitModel,
  type GitFile as FileModel,
  type GitSync as GitSyncModel,
} from '../../../domain/exchange/git/git-sync.ts';
import { File } from '../../authoring/content/file.ts';
import { Page } from '../../authoring/content/page.ts';
import { ReusableContent } from '../../authoring/content/reusable-content.ts';
import { readable, Revision } from '../../authoring/content/revision.ts';
import { Space } from '../../authoring/spaces/space.ts';
import { builder } from '../../builder.ts';
import { enumOf } from '../../form-members.ts';
import { GitOperation } from './operation.ts';

const GitSync = builder.objectRef<GitSyncModel>('GitSync').implement({
  description: 'The Git repository that a space was last imported from or exported to.',
  fields: (t) => ({
    repositoryName: t.exposeString('repositoryName', { description: 'Name of the repository, such as `acme/docs`.' }),
    provider: t.expose('provider', {
      type: enumOf(GitProvider),
      nullable: true,
      description: 'The host; null for others.',
    }),
    treeUrl: t.expose('treeUrl', {
      type: 'URL',
      nullable: true,
      description: 'URL of the tree of files, for people; null on a host whose URLs are not known.',
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When both were last equal.' }),
    status: t.field({
      type: enumOf(GitConnectionStatus),
      nullable: true,
      description: 'State of the connection; null for a space that is not connected.',
      resolve: (sync, _args, ctx) => findSyncStatus(ctx, sync),
    }),
    operation: t.field({
      type: GitOperation,
      nullable: true,
      description: 'The last sync that has found a difference or has failed; null without one.',
      resolve: (sync, _args, ctx) => findLastSync(ctx, sync),
    }),
  }),
});

const GitCommit = builder.objectRef<CommitModel>('GitCommit').implement({
  description: 'A commit of a Git repository.',
  fields: (t) => ({
    oid: t.exposeString('oid', { description: 'Id of the commit.' }),
    message: t.exposeString('message', { description: 'Message of the commit.' }),
    createdByService: t.exposeBoolean('createdByService', {
      description: 'Whether an export has made it; false for one that was imported.',
    }),
    url: t.expose('url', {
      type: 'URL',
      nullable: true,
      description: 'URL of the commit, for people; null on a host whose URLs are not known.',
    }),
    ref: t.exposeString('ref', { description: 'Full name of its branch.' }),
  }),
});

builder.objectField(Space, 'gitSync', (t) =>
  t.field({
    type: GitSync,
    nullable: true,
    description:
      'The Git repository of the space; null when it was neither imported from one nor exported to one, and for visitors.',
    resolve: (space, _args, ctx) => findGitSync(ctx, space),
  }),
);

builder.objectField(Revision, 'commit', (t) =>
  t.field({
    type: GitCommit,
    nullable: true,
    description:
      'The commit that was imported as this revision, or as which it was exported; null for others, and for visitors.',
    resolve: (revision, _args, ctx) => findCommit(ctx, readable(ctx, revision)),
  }),
);

const GitFile = builder.objectRef<FileModel>('GitFile').implement({
  description: 'A file of a Git repository.',
  fields: (t) => ({
    oid: t.exposeString('oid', { description: 'Id of its bytes, as Git has it.' }),
    path: t.exposeString('path', { description: 'Its path from the root of the repository.' }),
  }),
});

for (const [type, name] of [
  [Page, 'page'],
  [File, 'file'],
  [ReusableContent, 'reusable content'],
] as const)
  builder.objectField(type, 'gitFile', (t) =>
    t.field({
      type: GitFile,
      nullable: true,
      description: `The file of the ${name} in the Git repository of the space, when both were last equal; null without one, outside the active revision of the space, and for visitors.`,
      resolve: (entry, _args, ctx) => findGitFile(ctx, entry),
    }),
  );

builder.queryField('gitSync', (t) =>
  t.field({
    type: GitSync,
    nullable: true,
    description: 'The Git repository of a space. Null with an error when there is none.',
    args: { spaceId: t.arg.id({ required: true }) },
    resolve: (_root, { spaceId }, ctx) => getGitSync(ctx, spaceId),
  }),
);
