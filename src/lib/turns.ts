export interface TurnLimits {
  readonly atOnce: number;
  /** Maximum number of waiting runs of all owners. One owner may have a quarter of them. */
  readonly maxWaiting: number;
  /** Returns the error for a run beyond these limits. */
  readonly refuse: () => Error;
}

export interface Caller {
  readonly owner: string;
  readonly signal?: AbortSignal | undefined;
  /** Maximum time to wait, in milliseconds; unlimited when omitted. */
  readonly waitMs?: number;
}

/**
 * Runs work when it is its owner's turn. Throws the refusal when too many runs wait or this one waits too long, and the
 * reason of the signal when aborted while waiting.
 */
export type TakeTurn = <Result>(caller: Caller, run: () => Promise<Result>) => Promise<Result>;

/**
 * Limits concurrency fairly: waiting work has one queue per owner, and the queues take turns, so that no owner waits
 * for all work of another. p-limit and p-queue have a single queue; src/handmade/README.md compares the costs.
 */
export function createTurns({ atOnce, maxWaiting, refuse }: TurnLimits): TakeTurn {
  /** Queues in round-robin order: an owner that was served moves to the end. */
  const queues = new Map<string, Set<() => void>>();
  let running = 0;
  let waiting = 0;
  const wait = ({ owner, signal, waitMs }: Caller) =>
    new Promise<void>((resolve, reject) => {
      const queue = queues.get(owner) ?? new Set();
      queues.set(owner, queue);
      const stopWaiting = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
      };
      const leave = () => {
        stopWaiting();
        remove(owner, queue, enter);
        reject(signal?.aborted ? (signal.reason as Error) : refuse());
      };
      const enter = () => {
        stopWaiting();
        resolve();
      };
      const timer = waitMs === undefined ? undefined : setTimeout(leave, waitMs);
      signal?.addEventListener('abort', leave, { once: true });
      queue.add(enter);
      waiting += 1;
    });
  const remove = (owner: string, queue: Set<() => void>, enter: () => void) => {
    queue.delete(enter);
    waiting -= 1;
    if (queue.size === 0) queues.delete(owner);
  };
  const next = () => {
    const [owner, queue] = queues.entries().next().value ?? [];
    const enter = queue?.values().next().value;
    if (owner === undefined || !queue || !enter) return null;
    remove(owner, queue, enter);
    if (queues.delete(owner)) queues.set(owner, queue);
    return enter;
  };
  return async (caller, run) => {
    caller.signal?.throwIfAborted();
    const own = queues.get(caller.owner)?.size ?? 0;
    if (running < atOnce) running += 1;
    else if (waiting < maxWaiting && own < maxWaiting / 4) await wait(caller);
    else throw refuse();
    try {
      return await run();
    } finally {
      const enter = next();
      // The next run takes over the slot, so `running` stays the same.
      if (enter) enter();
      else running -= 1;
    }
  };
}
