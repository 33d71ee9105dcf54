import { revalidation, type RevalidationResult as ResultModel } from '../../../domain/publishing/renderers/kind.ts';
import { builder } from '../../builder.ts';
import { jobResultField } from '../../core/jobs/job-result.ts';

const RevalidationResult = builder.objectRef<ResultModel>('RevalidationResult').implement({
  description: 'Result of a job that notified a renderer of changes.',
  fields: (t) => ({
    status: t.exposeInt('status', {
      nullable: true,
      description: 'HTTP status of the response; null when the renderer was removed meanwhile.',
    }),
    tags: t.stringList({
      description: 'The cache tags in the notification.',
      resolve: ({ tags }) => [...tags],
    }),
  }),
});

jobResultField('revalidation', [revalidation], {
  type: RevalidationResult,
  description: 'Result of the notification of a renderer; null for other jobs.',
});
