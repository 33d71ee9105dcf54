/** State of a job: its spelling and what it means. */
export const jobStates = {
  queued: 'It waits for its turn.',
  running: 'It is at work.',
  completed: 'It did its work.',
  failed: 'It gave up; `error` says why.',
  cancelled: 'Somebody called it off.',
} as const;
export type JobState = keyof typeof jobStates;

/** A job that was begun this often without an end has failed. Quality D16. */
export const maxAttempts = 3;

/** After an attempt that failed, the next one waits, in milliseconds: a second, then five. What is busy may be so for longer than three attempts take. */
export const pauseAfterMs = (attempts: number) => 1_000 * 5 ** (attempts - 1);

/** Characters of a progress message. */
export const maxPhase = 200;
