import {
  computedPagesRefresh,
  specProcessing,
  type ProcessingResult,
  type RefreshResult,
} from '../../../domain/exchange/openapi-sources/kind.ts';
import { builder } from '../../builder.ts';
import { jobResultField } from '../../core/jobs/job-result.ts';

const spaceCount = 'Number of spaces whose computed pages were checked.';

const SpecProcessingResult = builder.objectRef<ProcessingResult>('OpenApiSpecResult').implement({
  description: 'Result of a job that processed the source of an OpenAPI specification.',
  fields: (t) => ({
    versionId: t.exposeID('version', {
      nullable: true,
      description:
        'Id of the version with the content; null when the source could not be read or was replaced meanwhile.',
    }),
    isNew: t.exposeBoolean('isNew', { description: 'Whether the job created the version.' }),
    spaceCount: t.exposeInt('spaces', { description: spaceCount }),
  }),
});

jobResultField('openApiSpec', [specProcessing], {
  type: SpecProcessingResult,
  description: 'Result of processing an OpenAPI specification; null for other jobs.',
});

const ComputedPagesResult = builder.objectRef<RefreshResult>('ComputedPagesResult').implement({
  description: 'Result of a job that updated computed pages.',
  fields: (t) => ({ spaceCount: t.exposeInt('spaces', { description: spaceCount }) }),
});

jobResultField('computedPages', [computedPagesRefresh], {
  type: ComputedPagesResult,
  description: 'Result of updating the computed pages of an OpenAPI specification; null for other jobs.',
});
