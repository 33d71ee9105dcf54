import { findFirstAdministrator, findUserByIdOrEmail, type UserName } from '../domain/users/queries.ts';
import { failure, notFound } from '../lib/errors.ts';
import type { Context } from '../domain/context.ts';

/** Returns a user by id or email address. Throws not_found. */
export async function findUser({ sql: reader }: Pick<Context, 'sql'>, idOrEmail: string): Promise<UserName> {
  const user = await findUserByIdOrEmail(reader, idOrEmail);
  if (user === null) throw notFound('user', idOrEmail);
  return user;
}

/** Returns the first administrator of the installation. Throws invalid_state before the first start. */
export async function firstAdministrator({ sql: reader }: Pick<Context, 'sql'>): Promise<{ readonly id: string }> {
  const user = await findFirstAdministrator(reader);
  if (user === null)
    throw failure('invalid_state', 'There is no user yet. Run `octavo serve` once to create the first one.');
  return user;
}
