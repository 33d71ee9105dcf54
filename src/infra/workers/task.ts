import { startComputingClock } from '../../lib/computing-time.ts';
import { DomainError, type ErrorDetail, type ErrorType } from '../../lib/errors.ts';

/** Outcome of a task. Errors are returned as data, because structured cloning loses their class. */
export type TaskAnswer = TaskOutcome & {
  /** Computing time of the task, in milliseconds. See `startComputingClock`. */
  readonly computedMs: number;
};

type TaskOutcome =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: TaskFailure };

interface TaskFailure {
  readonly type: ErrorType;
  readonly message: string;
  readonly details?: readonly ErrorDetail[] | undefined;
}

type Task = (...input: never[]) => unknown;

/** Creates the `runTask` export of a module of tasks. */
export const createTaskRunner =
  (tasks: Readonly<Record<string, Task>>) =>
  async (name: string, input: readonly never[]): Promise<TaskAnswer> => {
    const task = tasks[name];
    if (!task) throw new Error(`No task is called "${name}"`);
    const computedMs = startComputingClock();
    try {
      const result = await task(...input);
      return { kind: 'done', result, computedMs: computedMs() };
    } catch (error) {
      return { kind: 'failed', error: failureOf(error), computedMs: computedMs() };
    }
  };

function failureOf(error: unknown): TaskFailure {
  if (error instanceof DomainError) return { type: error.type, message: error.message, details: error.details };
  return { type: 'internal', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
