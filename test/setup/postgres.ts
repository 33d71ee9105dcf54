import { Client } from 'pg';

/** Returns the URL of the server on which tests create and drop databases. */
export const adminUrl = () => process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

/** Connects to this server. Null when it does not answer within two seconds. */
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
