import {
  gitImport,
  importGitRepository,
  type GitImportOutcome,
  type GitImportResult,
} from '../../../domain/exchange/git/import-git.ts';
import { ImportGitInput } from '../../../domain/exchange/git/inputs.ts';
import { withInput } from '../../../lib/watched-inputs.ts';
import { builder } from '../../builder.ts';
import { jobResultField } from '../../core/jobs/job-result.ts';
import { mutation } from '../../mutation.ts';
import { Revision } from '../../authoring/content/revision.ts';
import { changesField, importedFields } from '../imports/import-content.ts';

/** Returns the fields of the result of an import from a repository. */
const gitFields = <
  Of extends Pick<
    GitImportResult,
    'commit' | 'changeRequest' | 'importedResources' | 'totalResources' | 'skipped' | 'warnings' | 'changes'
  >,
>(
  t: PothosSchemaTypes.ObjectFieldBuilder<(typeof builder)['$inferSchemaTypes'], Of>,
) => ({
  commitOid: t.string({ description: 'Id of the commit that was imported.', resolve: ({ commit }) => commit }),
  changeRequestId: t.id({
    nullable: true,
    description: 'Id of the change request into which a `standalone` import went; null for others.',
    resolve: ({ changeRequest }) => changeRequest,
  }),
  ...importedFields(t),
  changes: changesField(
    t,
    'What changed in the content of an earlier import of the repository; null for the first one.',
  ),
});

const ImportGitRepositoryPayload = builder.objectRef<GitImportOutcome>('ImportGitRepositoryPayload').implement({
  description: 'Result of `importGitRepository`.',
  fields: (t) => ({
    revisionId: t.id({
      description: 'Id of the revision that the import created.',
      resolve: ({ revision }) => revision.id,
    }),
    revision: t.expose('revision', { type: Revision, description: 'The revision that the import created.' }),
    ...gitFields(t),
  }),
});

const GitImportResultType = builder.objectRef<GitImportResult>('GitImportResult').implement({
  description: 'Result of a job that imported content from a Git repository.',
  fields: (t) => ({
    revisionId: t.exposeID('revision', { description: 'Id of the revision that the import created.' }),
    ...gitFields(t),
  }),
});

jobResultField('gitImport', [gitImport], {
  type: GitImportResultType,
  description: 'Result of `importGitRepository`; null for other jobs.',
});

mutation('importGitRepository', {
  description:
    'Imports a folder of a branch of a Git repository into a space, in one revision. Pages and files of an earlier import of the repository are found again, keep their ids, and get what has changed in the repository; those that have gone from it are removed.',
  extensions: { longRunning: true },
  args: builder.args((t) => ({ spaceId: t.id({ required: true, description: 'Id of the space to import into.' }) })),
  input: { form: ImportGitInput, description: 'The repository to import from.' },
  payload: ImportGitRepositoryPayload,
  resolve: (ctx, { input, spaceId }) => importGitRepository(ctx, withInput(input, { spaceId })),
});
