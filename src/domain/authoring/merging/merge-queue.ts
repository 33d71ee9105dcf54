import pLimit from 'p-limit';

const queues = new Map<string, ReturnType<typeof pLimit>>();

/** Serializes merges into one space in the order of the calls. Merges into other spaces run concurrently. */
export async function inMergeQueue<Result>(spaceId: string, merge: () => Promise<Result>): Promise<Result> {
  const queue = queues.get(spaceId) ?? pLimit(1);
  queues.set(spaceId, queue);
  try {
    return await queue(merge);
  } finally {
    if (queue.activeCount + queue.pendingCount === 0) queues.delete(spaceId);
  }
}
