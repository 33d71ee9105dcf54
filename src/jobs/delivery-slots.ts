import { createEventRuns, type EventRunsOptions } from './event-runs.ts';
import { createSending, type SendingOptions } from './sending.ts';
import type { Slots } from './slots.ts';
import { createTelling } from './telling.ts';

export type DeliverySlotsOptions = EventRunsOptions & SendingOptions;

/**
 * Creates the slots in which events are given to webhooks and people, and those in which webhooks are sent them, so that neither
 * waits for the other. Calls `onFree` when another job may be taken.
 */
export function createDeliverySlots(options: DeliverySlotsOptions, onFree: () => void): Slots {
  const runs = createEventRuns(options, onFree);
  const tell = createTelling(options.pool, runs);
  const send = createSending(options, runs);
  return {
    ...runs,
    fill: async () => {
      await tell();
      await send();
    },
  };
}
