import type { OutputRef } from '@pothos/core';
import type { JobKind } from '../../../domain/core/jobs/kind.ts';
import { builder } from '../../builder.ts';

/** The stored result of a job, with the kind of the job, which determines its shape. */
interface JobResultModel {
  readonly kind: string;
  readonly result: unknown;
}

/** The result of a job. Each domain adds a field for the results of its jobs with `jobResultField`. */
export const JobResult = builder.objectRef<JobResultModel>('JobResult');

JobResult.implement({
  description: 'Result of a completed job. Its shape depends on the kind of the job.',
});

/** Adds a field with the results of the given kinds of jobs, which is null for other kinds. */
export const jobResultField = <Result>(
  name: string,
  kinds: ReadonlyArray<Pick<JobKind<unknown, Result>, 'name' | 'result'>>,
  { type, description }: { readonly type: OutputRef<Result>; readonly description: string },
): void => {
  const names = new Set(kinds.map((kind) => kind.name));
  builder.objectField(JobResult, name, (t) =>
    t.field({
      type,
      nullable: true,
      description,
      resolve: ({ kind, result }) => (names.has(kind) ? result : null) as never,
    }),
  );
};
