import { revalidation, type RevalidationResult as ResultModel } from '../../domain/renderers/kind.ts';
import { builder } from '../builder.ts';
import { jobResultField } from '../jobs/job-result.ts';

const RevalidationResult = builder.objectRef<ResultModel>('RevalidationResult').implement({
  description: 'Result of a job that told a renderer of changes.',
  fields: (t) => ({
    status: t.exposeInt('status', {
      nullable: true,
      description: 'HTTP status of its answer; null when the renderer was removed meanwhile.',
    }),
    tags: t.stringList({
      description: 'The cache tags that it was told of.',
      resolve: ({ tags }) => [...tags],
    }),
  }),
});

jobResultField('revalidation', [revalidation], {
  type: RevalidationResult,
  description: 'Result of a call to a renderer; null for other jobs.',
});
