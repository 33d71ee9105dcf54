import { ImportOrganizationInput } from '../../../domain/exchange/imports/inputs.ts';
import {
  importOrganization,
  organizationImport,
  type OrganizationImportResult as ResultModel,
} from '../../../domain/exchange/imports/organization-import-job.ts';
import { builder } from '../../builder.ts';
import { Job } from '../../core/jobs/job.ts';
import { jobResultField } from '../../core/jobs/job-result.ts';
import { mutation } from '../../mutation.ts';
import { shows } from '../../payload.ts';
import { importedFields, ImportNote } from './import-content.ts';

mutation('importOrganization', {
  description:
    'Adds the collections and spaces of an exported organization to another one, in a background job. Members, teams and permissions are not imported. Organization admins only.',
  args: builder.args((t) => ({
    organizationId: t.id({ required: true, description: 'Id of the organization to import into.' }),
  })),
  input: { form: ImportOrganizationInput, description: 'Archive to import.' },
  payload: shows('job', Job, 'The background job. Read its progress with `job` or `node`.'),
  resolve: (ctx, { organizationId, input }) => importOrganization(ctx, { organizationId, url: input.url }),
});

const ImportedSpace = builder.objectRef<ResultModel['spaces'][number]>('ImportedSpace').implement({
  description: 'A space that the import of an organization has created.',
  fields: (t) => ({
    spaceId: t.exposeID('space', { description: 'Id of the space that was created.' }),
    title: t.exposeString('title', { description: 'Title of the space.' }),
    ...importedFields(t),
  }),
});

const OrganizationImportResult = builder.objectRef<ResultModel>('OrganizationImportResult').implement({
  description: 'Result of a job that imported an organization.',
  fields: (t) => ({
    collectionCount: t.exposeInt('collections', { description: 'Number of created collections.' }),
    spaces: t.expose('spaces', { type: [ImportedSpace], description: 'The created spaces.' }),
    skipped: t.expose('skipped', {
      type: [ImportNote],
      description: 'Spaces and collections that were not imported.',
    }),
  }),
});

jobResultField('organizationImport', [organizationImport], {
  type: OrganizationImportResult,
  description: 'Result of `importOrganization`; null for other jobs.',
});
