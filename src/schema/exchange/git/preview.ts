import type { PreviewChange } from '../../../domain/exchange/git/sync/preview.ts';
import { gitPreview, previewGit, type GitPreview } from '../../../domain/exchange/git/sync/preview-job.ts';
import { builder } from '../../builder.ts';
import { jobResultField } from '../../core/jobs/job-result.ts';
import { mutation } from '../../mutation.ts';

const GitPreviewAction = builder.enumType('GitPreviewAction', {
  description: 'What a sync would do with a page or file.',
  values: {
    ADDED: { value: 'added', description: 'It would be added.' },
    UPDATED: { value: 'updated', description: 'It would be changed.' },
    REMOVED: { value: 'removed', description: 'It would be removed.' },
  } as const,
});

const GitPreviewChange = builder.objectRef<PreviewChange>('GitPreviewChange').implement({
  description: 'A change that a sync would make.',
  fields: (t) => ({
    change: t.expose('change', { type: GitPreviewAction, description: 'What would be done.' }),
    title: t.exposeString('title', {
      nullable: true,
      description: 'Title of the page, file or reusable content; null for a file of the repository.',
    }),
    path: t.exposeString('path', {
      nullable: true,
      description: 'Path in the folder of the repository; null where it is not known yet.',
    }),
  }),
});

const GitPreviewChanges = builder.objectRef<GitPreview['toSpace']>('GitPreviewChanges').implement({
  description: 'The changes that a sync would make on one side.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'Number of changes.' }),
    changes: t.field({
      type: [GitPreviewChange],
      description: 'The first 1,000 of them.',
      resolve: ({ changes }) => changes,
    }),
  }),
});

/** Returns the fields of a preview. */
const previewFields = (t: PothosSchemaTypes.ObjectFieldBuilder<(typeof builder)['$inferSchemaTypes'], GitPreview>) => ({
  toSpace: t.expose('toSpace', {
    type: GitPreviewChanges,
    description: 'What the repository has changed, and the space would get.',
  }),
  toRepository: t.expose('toRepository', {
    type: GitPreviewChanges,
    description: 'What the space has changed, and the repository would get.',
  }),
  waits: t.exposeBoolean('waits', {
    description:
      'Whether the changes of the repository would wait in a change request. They also do where both sides turn out to have changed the same.',
  }),
});

const PreviewGitPayload = builder
  .objectRef<GitPreview>('PreviewGitPayload')
  .implement({ description: 'The result of `previewGit`.', fields: previewFields });

jobResultField('gitPreview', [gitPreview], {
  type: builder
    .objectRef<GitPreview>('GitPreviewResult')
    .implement({ description: 'Result of a job that previewed a sync.', fields: previewFields }),
  description: 'Result of `previewGit`; null for other jobs.',
});

mutation('previewGit', {
  description:
    'Finds what the next sync of a space would change in it and in its repository, and writes neither. Also while the connection is paused.',
  extensions: { longRunning: true },
  args: builder.args((t) => ({ spaceId: t.id({ required: true, description: 'Id of the connected space.' }) })),
  payload: PreviewGitPayload,
  resolve: (ctx, { spaceId }) => previewGit(ctx, spaceId),
});
