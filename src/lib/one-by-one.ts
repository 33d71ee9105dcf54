const last = new Map<string, Promise<unknown>>();

/** Runs work of one key after the other, in the order of the calls; work of other keys goes on beside it. */
export async function oneByOne<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const before = last.get(key) ?? Promise.resolve();
  // Whoever comes next waits for the end, however this ends.
  const mine = before.then(work, work);
  const ended = mine.then(
    () => undefined,
    () => undefined,
  );
  last.set(key, ended);
  try {
    return await mine;
  } finally {
    if (last.get(key) === ended) last.delete(key);
  }
}
