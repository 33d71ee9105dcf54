import type { JobFactsFragment } from '../__generated__/job.ts';
import { fill, words } from '../words/words.ts';

/** Whether a job has not ended. */
export const isAlive = ({ state }: Pick<JobFactsFragment, 'state'>): boolean =>
  state === 'QUEUED' || state === 'RUNNING';

/** What a job does, and how much of it is done. */
export const howFar = ({ phase, done, total }: JobFactsFragment['progress']): string =>
  total === null ? phase : [phase, fill(words.doneOf, { done, total })].filter(Boolean).join(' · ');
