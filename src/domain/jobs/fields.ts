/** State of a job: its spelling and what it means. */
export const jobStates = {
  queued: 'It waits for its turn.',
  running: 'It is running.',
  completed: 'It has done its work.',
  failed: 'It has failed; `error` says why.',
  cancelled: 'It was cancelled.',
} as const;
export type JobState = keyof typeof jobStates;

/** Name of all jobs in the queue; their kind is in the table `jobs`. */
export const queueTask = 'job';

/** Attempts after which a job fails. */
export const maxAttempts = 3;

/** How often the process of a job may end before the job fails. */
export const maxLosses = 2;

/** Longest progress message, in characters. */
export const maxPhase = 200;

/** The flag in the queue of jobs that no user created; those of users have the id of their user. */
export const noUserFlag = 'nobody';

/** Whose turn a job takes in the queue. */
export const ownerOf = ({ createdById }: { readonly createdById: string | null }): string => createdById ?? noUserFlag;
