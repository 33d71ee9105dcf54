import {
  createQueue,
  retryAfterMs,
  type Delivery,
  type QueueOptions,
  type TakeJob,
} from '../../../infra/queue/queue.ts';
import { deliveryTask, dispatchTask } from '../events/fields.ts';
import { queueTask } from './fields.ts';

export { retryAfterMs, type Delivery };

/** Creates a consumer of the jobs that `enqueueJob` adds. */
export const consumeJobs = (options: Omit<QueueOptions, 'tasks'>): TakeJob =>
  createQueue({ ...options, tasks: [queueTask] });

/** Creates a consumer of the jobs that give events to webhooks and people. */
export const consumeDispatches = (options: Omit<QueueOptions, 'tasks'>): TakeJob =>
  createQueue({ ...options, tasks: [dispatchTask] });

/** Creates a consumer of the jobs that send webhooks what is due. */
export const consumeDeliveries = (options: Omit<QueueOptions, 'tasks'>): TakeJob =>
  createQueue({ ...options, tasks: [deliveryTask] });
