import { sql } from '../db/sql.ts';
import { notFound } from '../lib/errors.ts';
import type { Context } from '../domain/context.ts';

export interface FoundUser {
  readonly id: string;
  readonly displayName: string;
}

/** A user by id or e-mail address. Throws not_found. */
export async function findUser({ sql: reader }: Pick<Context, 'sql'>, idOrEmail: string): Promise<FoundUser> {
  const user = await reader.first<FoundUser>(
    sql`select id, "displayName" from users where id = ${idOrEmail} or email = ${idOrEmail.toLowerCase()}`,
  );
  if (user === null) throw notFound('user', idOrEmail);
  return user;
}
