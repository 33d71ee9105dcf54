import { createHash } from 'node:crypto';

const { PORT, DATABASE_URL, BASE_URL } = process.env;
if (!PORT || !DATABASE_URL || !BASE_URL) throw new Error('The benchmark sets PORT, DATABASE_URL and BASE_URL');

export const port = Number(PORT);
/** Origin of the URLs in responses. */
export const baseUrl = BASE_URL;

/** The pool of all contenders: ten connections that stay open. */
export const poolConfig = { connectionString: DATABASE_URL, max: 10, idleTimeoutMillis: 0 };

/** Returns a function that finds the user of a bearer token, and caches it as long as the process runs. */
export function tokenUsers(userOfHash: (hash: string) => Promise<string | null>) {
  const known = new Map<string, string>();
  return async (header: string | undefined): Promise<string | null> => {
    const secret = header?.startsWith('Bearer ') ? header.slice(7) : '';
    const user = known.get(secret);
    if (user !== undefined) return user;
    const found = await userOfHash(createHash('sha256').update(secret).digest('hex'));
    if (found !== null) known.set(secret, found);
    return found;
  };
}
