/** States of a job with their meanings. */
export const jobStates = {
  queued: 'It waits for its turn.',
  running: 'It is running.',
  completed: 'It has done its work.',
  failed: 'It has failed; `error` says why.',
  cancelled: 'It was cancelled.',
} as const;
export type JobState = keyof typeof jobStates;

/** Graphile Worker task name of all jobs. Their kind is a column of `jobs`. */
export const queueTask = 'job';

/** Number of attempts after which a job fails. */
export const maxAttempts = 3;

/** Number of lost runs, whose process ended, after which a job fails. */
export const maxLosses = 2;

/** Maximum length of a progress message, in characters. */
export const maxPhaseLength = 200;

/** Queue flag of jobs without a creator. Jobs of users have the user id. */
export const noCreatorFlag = 'nobody';

/** The queue flag of a job, by which users take turns. */
export const readOwner = ({ createdById }: { readonly createdById: string | null }): string =>
  createdById ?? noCreatorFlag;

/** The queue flag of the jobs of a kind, by which a process leaves them to others. */
export const kindFlag = (kind: string): string => `kind:${kind}`;
