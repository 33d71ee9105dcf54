import { GitDirection, GitOperationState, GitStage } from '../../../domain/exchange/git/connection-fields.ts';
import {
  getOperation,
  listOperations,
  type GitOperation as OperationModel,
} from '../../../domain/exchange/git/operations.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { enumOf } from '../../form-members.ts';
import { ownId } from '../../plain-fields.ts';
import { ImportNote } from '../imports/import-content.ts';
import { ConnectedRepository } from './connection.ts';

export const GitOperation = builder.objectRef<OperationModel>('GitOperation');

const GitOperationCounts = builder.objectRef<OperationModel['counts']>('GitOperationCounts').implement({
  description: 'Numbers of pages and files that a sync has changed, on one side or the other.',
  fields: (t) => ({
    added: t.exposeInt('added', { description: 'Number of those that were new.' }),
    updated: t.exposeInt('updated', { description: 'Number of those that were changed or moved.' }),
    removed: t.exposeInt('removed', { description: 'Number of those that were removed.' }),
  }),
});

const GitOperationError = builder.objectRef<NonNullable<OperationModel['error']>>('GitOperationError').implement({
  description: 'Why a sync has failed.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Type of the error, such as `git_unauthenticated`.' }),
    message: t.exposeString('message', { description: 'What has happened, in words for people.' }),
  }),
});

builder.node(GitOperation, {
  description:
    'A sync of a space with its repository that has found a difference, or has failed. Visible to who may sync the space.',
  id: { description: 'Id of the operation.', resolve: ownId },
  loadOne: (id, ctx) => getOperation(ctx, id),
  fields: (t) => ({
    direction: t.expose('direction', { type: enumOf(GitDirection), description: 'Which way content has gone.' }),
    state: t.expose('state', { type: enumOf(GitOperationState), description: 'Whether it has ended, and how.' }),
    stage: t.expose('stage', { type: enumOf(GitStage), description: 'How far it has come.' }),
    commitOid: t.exposeString('commit', {
      nullable: true,
      description: 'Id of the newest commit of the branch that it has seen or made; null before the first.',
    }),
    revisionId: t.exposeID('revisionId', {
      nullable: true,
      description: 'Id of the revision that it has made or written; null without one.',
    }),
    jobId: t.exposeID('jobId', { nullable: true, description: 'Id of the job that has run it, while that is kept.' }),
    counts: t.expose('counts', { type: GitOperationCounts, description: 'How much it has changed.' }),
    error: t.expose('error', {
      type: GitOperationError,
      nullable: true,
      description: 'Why it has failed; null otherwise.',
    }),
    skipped: t.field({
      type: [ImportNote],
      description: 'Files and pages that were left as they were, and why. They are tried again with the next sync.',
      resolve: ({ skipped }) => [...skipped],
    }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When it began.' }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ended; null while it runs.',
    }),
  }),
});

const GitOperationConnection = connectionOf(GitOperation, 'GitOperation', 'a sync', 'syncs');

builder.objectField(ConnectedRepository, 'operations', (t) =>
  t.field({
    type: GitOperationConnection,
    description: 'The syncs that have found a difference or have failed, newest first.',
    args: { ...pageArgs },
    resolve: async (connection, args, ctx, info) =>
      toConnection(await listOperations(ctx, connection, pageRequest(args, info))),
  }),
);
