import type { Sql } from '../db/sql.ts';
import type { Context } from '../domain/core/context.ts';
import { postponeTask, renewTask, type EventTask } from '../domain/core/events/queries/tasks.ts';

export interface TaskOptions {
  /** Context for statements without a user. */
  readonly system: Context;
  /** Creates a context for a run. */
  readonly contextFor: (requestId: string, signal: AbortSignal) => Context;
  /** Time without a sign of life after which a process loses its tasks, in milliseconds. */
  readonly leaseMs: number;
}

type EndTask = (writer: Sql, task: EventTask) => Promise<unknown>;

/** Does the work of a task, and returns the statement that ends it. */
export type TaskWork = (ctx: Context, task: EventTask) => Promise<EndTask>;

interface TaskRun {
  readonly work: TaskWork;
  readonly abort: AbortController;
}

/** Pause after an error before a task is tried again, in milliseconds. */
const retryMs = 3_000;

const postpone: EndTask = (writer, task) => postponeTask(writer, task, retryMs);

/** Runs a task while its lease is renewed. Stops when another process has taken it over. Never rejects. */
export async function runTask(
  { system, contextFor, leaseMs }: TaskOptions,
  task: EventTask,
  { work, abort }: TaskRun,
): Promise<void> {
  const renew = async () => {
    if (!(await renewTask(system.sql, task, leaseMs)))
      abort.abort(new Error('Another process has taken the task over'));
  };
  // Ignore a brief outage of the database: the lease is three times as long as the interval.
  const timer = setInterval(() => void renew().catch(() => undefined), leaseMs / 3).unref();
  let end = postpone;
  try {
    end = await work(contextFor(task.key, abort.signal), task);
  } catch (error) {
    if (!abort.signal.aborted) system.log.error({ err: error }, 'events could not be delivered');
  }
  clearInterval(timer);
  if (abort.signal.aborted) return;
  await end(system.sql, task).catch((error: unknown) =>
    system.log.warn({ err: error }, 'a task of events could not be ended'),
  );
}
