import { Client } from 'pg';

/** The server that tests may make and drop databases on. */
export const adminUrl = () => process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

/** A connection to it, or null when none answers within two seconds. */
export async function connectAdmin(): Promise<Client | null> {
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
