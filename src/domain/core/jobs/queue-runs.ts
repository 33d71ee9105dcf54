import {
  createQueue,
  retryAfterMs,
  type QueueRun,
  type QueueOptions,
  type TakeJob,
} from '../../../infra/queue/queue.ts';
import { queueTask } from './fields.ts';

export { retryAfterMs, type QueueRun };

/** Creates a consumer of the jobs that `enqueueJob` adds. */
export const consumeJobs = (options: Omit<QueueOptions, 'task'>): TakeJob =>
  createQueue({ ...options, task: queueTask });
