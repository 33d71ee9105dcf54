/** Number of rows that one statement deletes, unless each has many more below it. */
const rowsOfBatch = 1_000;

/**
 * Deletes rows batch by batch, so that no statement holds many locks, until a batch is not full. `deleteBatch` deletes at most
 * `limit` rows and returns their number. Returns the number of all.
 */
export async function purgeInBatches(
  deleteBatch: (limit: number) => Promise<number>,
  limit = rowsOfBatch,
): Promise<number> {
  let purged = 0;
  for (;;) {
    // One batch after the other.
    const count = await deleteBatch(limit);
    purged += count;
    if (count < limit) return purged;
  }
}
