import { addMissedDispatches, returnAllTasks } from '../domain/core/events/queries/tasks.ts';
import { createEventSlots, type EventSlotsOptions } from './event-slots.ts';
import { startRunner, type Runner, type RunnerOptions } from './runner.ts';

type WebhooksOptions = EventSlotsOptions & Pick<RunnerOptions, 'pollMs' | 'isAlone'>;

/** Dispatches events and sends them to webhooks until stopped, beside the background jobs of users, which do not wait for it. */
export function startWebhooksRunner(options: WebhooksOptions): Runner {
  const { system, leaseMs, pollMs, isAlone } = options;
  return startRunner({
    system,
    slots: (onFree) => createEventSlots(options, onFree),
    recover: async (silentMs) => {
      if (silentMs === 0) await returnAllTasks(system.sql);
      await addMissedDispatches(system.sql);
    },
    onWake: (listener) => {
      const offs = [system.jobSignals.onWakeDispatch(listener), system.jobSignals.onWakeSending(listener)];
      return () => offs.forEach((off) => off());
    },
    leaseMs,
    pollMs,
    isAlone,
  });
}
