import { createHash } from 'node:crypto';

const { PORT, DATABASE_URL, BASE_URL } = process.env;
if (!PORT || !DATABASE_URL || !BASE_URL) throw new Error('The benchmark sets PORT, DATABASE_URL and BASE_URL');

export const port = Number(PORT);
/** Origin of the URLs in answers. */
export const baseUrl = BASE_URL;

/** The pool of everybody: ten connections that stay open. */
export const poolConfig = { connectionString: DATABASE_URL, max: 10, idleTimeoutMillis: 0 };

/** Who a bearer token stands for, remembered for as long as the process lives. */
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
