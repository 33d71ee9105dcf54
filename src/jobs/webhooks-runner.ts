import { addMissingDeliveries, releaseLost, removeReplaced } from '../domain/exchange/webhooks/queries/queue.ts';
import { createDeliverySlots, type DeliverySlotsOptions } from './delivery-slots.ts';
import { startRunner, type Runner, type RunnerOptions } from './runner.ts';

type WebhooksOptions = DeliverySlotsOptions & Pick<RunnerOptions, 'pollMs' | 'isAlone' | 'leaseMs'>;

/** Gives events to webhooks until stopped, beside the background jobs of users, which do not wait for it. */
export function startWebhooksRunner(options: WebhooksOptions): Runner {
  const { system, leaseMs, pollMs, isAlone } = options;
  return startRunner({
    system,
    slots: (onFree) => createDeliverySlots(options, onFree),
    recover: async (silentMs, alive) => {
      await releaseLost(system.sql, silentMs, alive);
      await removeReplaced(system.sql);
      await addMissingDeliveries(system.sql, system.now());
    },
    onWake: (listener) => system.jobSignals.onWakeDeliveries(listener),
    leaseMs,
    pollMs,
    isAlone,
  });
}
