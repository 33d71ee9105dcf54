import type { Pool, PoolClient } from 'pg';
import type { Storage } from '../../infra/storage/storage.ts';

/** What a backup holds: a database and the files that it names. */
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
    // A connection that failed is closed, which ends its transaction.
    client.release(broken);
  }
}
