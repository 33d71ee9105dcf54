import { exportToGitRepository, gitExport, type GitExportResult } from '../../../domain/exchange/git/export-git.ts';
import { ExportGitInput } from '../../../domain/exchange/git/inputs.ts';
import { withInput } from '../../../lib/watched-inputs.ts';
import { builder } from '../../builder.ts';
import { jobResultField } from '../../core/jobs/job-result.ts';
import { mutation } from '../../mutation.ts';
import { ImportNote } from '../imports/import-content.ts';

/** Returns the fields of the result of an export to a repository. */
const exportFields = (
  t: PothosSchemaTypes.ObjectFieldBuilder<(typeof builder)['$inferSchemaTypes'], GitExportResult>,
) => ({
  commitOid: t.exposeString('commit', { description: 'Id of the newest commit of the branch after the export.' }),
  changedFiles: t.exposeInt('changedFiles', {
    description: 'Number of files that the commit changes; no commit is made when there are none.',
  }),
  skipped: t.field({
    type: [ImportNote],
    description: 'What could not be written, and why.',
    resolve: ({ skipped }) => [...skipped],
  }),
});

const ExportToGitRepositoryPayload = builder.objectRef<GitExportResult>('ExportToGitRepositoryPayload').implement({
  description: 'Result of `exportToGitRepository`.',
  fields: exportFields,
});

jobResultField('gitExport', [gitExport], {
  type: builder.objectRef<GitExportResult>('GitExportResult').implement({
    description: 'Result of a job that exported content to a Git repository.',
    fields: exportFields,
  }),
  description: 'Result of `exportToGitRepository`; null for other jobs.',
});

mutation('exportToGitRepository', {
  description:
    'Exports a space to the folder of a branch of a Git repository that it was imported from, or to an empty one, in one commit. Only files of pages that have changed are written, and nothing is reformatted. A repository with changes that were not imported is refused.',
  extensions: { longRunning: true },
  args: builder.args((t) => ({ spaceId: t.id({ required: true, description: 'Id of the space to export.' }) })),
  input: { form: ExportGitInput, description: 'The repository to export to.' },
  payload: ExportToGitRepositoryPayload,
  resolve: (ctx, { input, spaceId }) => exportToGitRepository(ctx, withInput(input, { spaceId })),
});
