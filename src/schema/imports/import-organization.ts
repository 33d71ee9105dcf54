import { ImportUrl } from '../../domain/imports/fields.ts';
import {
  importOrganization,
  organizationImport,
  type OrganizationImportResult as ResultModel,
} from '../../domain/imports/organization-import-job.ts';
import { builder } from '../builder.ts';
import { Job } from '../jobs/job.ts';
import { jobResultField } from '../jobs/job-result.ts';
import { payloadType } from '../payload.ts';
import { importedFields, ImportNote } from './import-content.ts';

const ImportOrganizationInput = builder.inputType('ImportOrganizationInput', {
  description: 'Archive to import.',
  fields: (t) => ({
    url: t.string({
      required: true,
      description: 'The http or https URL of an archive that `exportOrganization` has created.',
      validate: ImportUrl,
    }),
  }),
});

builder.mutationField('importOrganization', (t) =>
  t.field({
    type: payloadType(
      'ImportOrganizationPayload',
      'job',
      Job,
      'The background job. Read its progress with `job` or `node`.',
    ),
    description:
      'Adds the collections and spaces of an exported organization to another one, in a background job. Members, teams and permissions are not imported. Organization admins only.',
    args: {
      organizationId: t.arg.id({ required: true, description: 'Id of the organization to import into.' }),
      input: t.arg({ type: ImportOrganizationInput, required: true, description: 'Archive to import.' }),
    },
    resolve: async (_root, { organizationId, input }, ctx) => ({
      job: await importOrganization(ctx, { organizationId, url: input.url }),
    }),
  }),
);

const ImportedSpace = builder.objectRef<ResultModel['spaces'][number]>('ImportedSpace').implement({
  description: 'A space that the import of an organization has created.',
  fields: (t) => ({
    spaceId: t.exposeID('space'),
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
