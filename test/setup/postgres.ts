import type { Client } from 'pg';

/** Returns the URL of the server on which tests create and drop databases. */
export const adminUrl = () => process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

/** Whether the run must not use a PostgreSQL server: TEST_DATABASE_URL is `none`. */
export const isWithoutPostgres = () => process.env['TEST_DATABASE_URL'] === 'none';

/** Connects to this server. Null when the run has none, or when it does not answer within two seconds. */
export async function connectAdmin(): Promise<Client | null> {
  if (isWithoutPostgres()) return null;
  // Loading it takes as long as a test of a function, which needs no database.
  const { Client } = await import('pg');
  const client = new Client({ connectionString: adminUrl(), connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    return client;
  } catch {
    return null;
  }
}

export async function postgresAnswers(): Promise<boolean> {
  const client = await connectAdmin();
  await client?.end();
  return client !== null;
}
