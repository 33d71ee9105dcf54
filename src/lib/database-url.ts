import * as z from 'zod';

/** The URL of a PostgreSQL server. */
export const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, { error: 'must start with postgresql://', abort: true })
  .refine(
    isDatabaseUrl,
    'must be a URL. Write reserved characters of the user and the password in percent encoding, such as %23 for #',
  );

/** Whether the driver reads all of it. The host may be missing where the query names a socket. */
function isDatabaseUrl(text: string): boolean {
  try {
    const { username, password, pathname } = new URL(text.replace('@/', '@localhost/'));
    return [username, password, pathname].map(decodeURIComponent).length > 0;
  } catch {
    return false;
  }
}
