import { randomUUID } from 'node:crypto';
import { notifyPeople } from '../domain/authoring/notifications/notify.ts';
import type { Context } from '../domain/core/context.ts';
import { dispatchTask, sendTask } from '../domain/core/events/fields.ts';
import {
  claimTask,
  endTask,
  listDueTasks,
  returnTasks,
  type DueTask,
  type EventTask,
} from '../domain/core/events/queries/tasks.ts';
import { createComposer, type Compose, type EventReader } from '../domain/exchange/webhooks/compose.ts';
import { sendDue } from '../domain/exchange/webhooks/deliver.ts';
import { dispatchEvents } from '../domain/exchange/webhooks/dispatch.ts';
import { createRecorder } from '../domain/exchange/webhooks/record-together.ts';
import { endSending } from '../domain/exchange/webhooks/queries/restart.ts';
import type { TakeStep } from '../lib/background-steps.ts';
import { createFairTurns } from './fair-turns.ts';
import { createRuns } from './runs.ts';
import { runTask, type TaskOptions, type TaskWork } from './run-task.ts';
import type { Slots } from './slots.ts';

export interface EventSlotsOptions extends TaskOptions {
  readonly reader: EventReader;
  /** Waits until a process may begin the next call. */
  readonly takeStep: TakeStep;
  /** Number of webhooks to which this process sends at once. */
  readonly slots: number;
  /** How long a webhook begins further attempts while others wait, in milliseconds. */
  readonly budgetMs: number;
}

/** Number of organizations whose events a process dispatches at once. It calls no address, so it is the database that works. */
const dispatchSlots = 4;

/** Dispatches the events of an organization to its webhooks, and notifies people of them. */
const dispatchWith =
  (compose: Compose): TaskWork =>
  async (ctx, task) => {
    await dispatchEvents(ctx, task, compose);
    await notifyPeople(ctx, task.organizationId);
    return endTask;
  };

/**
 * Creates the slots in which events are dispatched to webhooks and people, and those in which webhooks are sent them, so that neither
 * waits for the other. An address may answer late or never, so one organization has all slots but one at most, and addresses that fail
 * have half of them. Calls `onFree` when another task may be claimed.
 */
export function createEventSlots(options: EventSlotsOptions, onFree: () => void): Slots {
  const { system, leaseMs, slots } = options;
  const dispatching = new Set<EventTask>();
  const record = createRecorder();
  const compose = createComposer(options.reader);
  const dispatch = dispatchWith(compose);
  const sending = new Set<EventTask>();
  const turns = createFairTurns<EventTask>(slots);
  const runs = createRuns<EventTask>({ onEnd: onFree, giveBack: (stopped) => giveBack(system, stopped) });
  const send: TaskWork = async (ctx, task) => {
    await sendDue(ctx, task, { ...options, compose, record, othersWait: () => sending.size >= slots });
    return (writer, held) => endSending(writer, held, ctx.now());
  };
  const claim = (task: typeof dispatchTask | typeof sendTask, without: readonly string[], withoutFailing: boolean) =>
    claimTask(system.sql, { task, worker: randomUUID(), leaseMs, without, withoutFailing });

  const fillDispatching = async (due: readonly DueTask[]) => {
    while (!runs.isClosed() && dispatching.size < dispatchSlots && due.some(({ task }) => task === dispatchTask)) {
      const task = await claim(dispatchTask, [], false);
      if (task === null) return;
      dispatching.add(task);
      runs.begin(task, (abort) =>
        runTask(options, task, { work: dispatch, abort }).finally(() => dispatching.delete(task)),
      );
    }
  };
  const mostFailing = Math.max(1, Math.floor(slots / 2));
  const claimSending = (due: readonly DueTask[]) => async (without: readonly string[]) => {
    if (due.every(({ task, organizationId }) => task !== sendTask || without.includes(organizationId))) return null;
    return claim(sendTask, without, [...sending].filter(({ isFailing }) => isFailing).length >= mostFailing);
  };
  const sent = (task: EventTask) => {
    sending.delete(task);
    turns.ended(task);
  };
  const fillSending = async (due: readonly DueTask[]) => {
    while (!runs.isClosed() && sending.size < slots) {
      const task = await turns.next(claimSending(due));
      if (task === null) return;
      sending.add(task);
      turns.began(task, task.organizationId);
      runs.begin(task, (abort) => runTask(options, task, { work: send, abort }).finally(() => sent(task)));
    }
  };
  return {
    workers: runs.workers,
    underWay: runs.underWay,
    empty: runs.empty,
    fill: async () => {
      const due = await listDueTasks(system.sql);
      await fillDispatching(due);
      await fillSending(due);
    },
  };
}

const giveBack = ({ sql, log }: Context, stopped: readonly EventTask[]) =>
  returnTasks(
    sql,
    stopped.map(({ worker }) => worker),
  ).catch((error: unknown) => log.warn({ err: error }, 'tasks of events could not be returned'));
