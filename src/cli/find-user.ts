import { findFirstAdministrator, listUsersByIdOrEmail, type UserName } from '../domain/people/users/queries.ts';
import { failure, notFound } from '../lib/errors.ts';
import type { Context } from '../domain/core/context.ts';

/** Returns a user by id or email address. Throws not_found; conflict when several users have the address. */
export async function findUser({ sql: reader }: Pick<Context, 'sql'>, idOrEmail: string): Promise<UserName> {
  const [user, ...others] = await listUsersByIdOrEmail(reader, idOrEmail);
  if (user === undefined) throw notFound('user', idOrEmail);
  if (others.length === 0) return user;
  const ids = [user, ...others].map(({ id }) => id);
  throw failure('conflict', `Several users have the address "${idOrEmail}": name one by its id, of ${ids.join(', ')}`);
}

/** Returns the first administrator of the installation. Throws invalid_state before the first start. */
export async function firstAdministrator({ sql: reader }: Pick<Context, 'sql'>): Promise<{ readonly id: string }> {
  const user = await findFirstAdministrator(reader);
  if (user === null)
    throw failure('invalid_state', 'There is no user yet. Run `octavo serve` once to create the first one.');
  return user;
}
