import {
  computedPagesRefresh,
  specProcessing,
  type ProcessingResult,
  type RefreshResult,
} from '../../domain/openapi-sources/kind.ts';
import { builder } from '../builder.ts';
import { jobResultField } from '../jobs/job-result.ts';

const spaceCount = 'Number of spaces in which pages of the specification were checked.';

const SpecProcessingResult = builder.objectRef<ProcessingResult>('OpenAPISpecResult').implement({
  description: 'Result of a job that read the source of a specification.',
  fields: (t) => ({
    versionId: t.exposeID('version', {
      nullable: true,
      description: 'Id of the version with its content; null when the source could not be read or was replaced.',
    }),
    isNew: t.exposeBoolean('isNew', { description: 'Whether the version is new.' }),
    spaceCount: t.exposeInt('spaces', { description: spaceCount }),
  }),
});

jobResultField('openAPISpec', [specProcessing], {
  type: SpecProcessingResult,
  description: 'Result of the processing of a specification; null for other jobs.',
});

const ComputedPagesResult = builder.objectRef<RefreshResult>('ComputedPagesResult').implement({
  description: 'Result of a job that rewrote computed pages.',
  fields: (t) => ({ spaceCount: t.exposeInt('spaces', { description: spaceCount }) }),
});

jobResultField('computedPages', [computedPagesRefresh], {
  type: ComputedPagesResult,
  description: 'Result of rewriting the pages of a specification; null for other jobs.',
});
