import type { Pool, PoolClient } from 'pg';
import type { Storage } from '../../../infra/storage/storage.ts';

/** A database and the storage of its files. */
export interface Store {
  readonly pool: Pool;
  readonly storage: Storage;
}

/** Runs a transaction on one connection. */
export async function withClient<Result>(
  pool: Pool,
  begin: string,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // Closing a connection rolls its transaction back, so a failed one does not return to the pool.
    client.release(broken);
  }
}
