import pLimit from 'p-limit';

const queues = new Map<string, ReturnType<typeof pLimit>>();

/**
 * Serializes merges into one space in the order of the calls, and tells each whether it had to wait. Merges into other
 * spaces run concurrently.
 */
export async function inMergeQueue<Result>(
  spaceId: string,
  merge: (hasWaited: boolean) => Promise<Result>,
): Promise<Result> {
  const queue = queues.get(spaceId) ?? pLimit(1);
  const isBusy = queues.has(spaceId);
  queues.set(spaceId, queue);
  try {
    return await queue(merge, isBusy);
  } finally {
    if (queue.activeCount + queue.pendingCount === 0) queues.delete(spaceId);
  }
}
