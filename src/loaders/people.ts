import { raw, sql, type Fragment } from '../db/sql.ts';
import type { Actor } from '../access/actor.ts';
import { emailIfVisible, type UserRow } from './users.ts';

/** Which columns of joined users are read. */
export interface PersonParts {
  /** When false, `email` is always null. */
  readonly emails: boolean;
}

/** The columns of a joined user, prefixed with the alias given to `personJoin`. The row itself holds the user's id. */
export type PersonColumns<Alias extends string> = {
  readonly [Column in Exclude<keyof UserRow, 'id'> as `${Alias}.${Column}`]: UserRow[Column];
};

/**
 * Joins the user whose id is the SQL expression `id`, as a table named `alias`. `limit 1` keeps the planner from choosing
 * a scan of all users: it cannot estimate how few rows a page has.
 */
export const personJoin = (alias: string, id: string, actor: Actor, { emails }: PersonParts): Fragment => sql`
  left join lateral (
    select u."displayName", u."photoURL",
      ${emails ? emailIfVisible(actor) : raw('null')} as email
    from users u where u.id = ${raw(id)} limit 1) ${raw(alias)} on true`;

/** Selects the `PersonColumns` of a user joined by `personJoin`. */
export const personColumns = (alias: string): string =>
  ['displayName', 'photoURL', 'email'].map((column) => `${alias}."${column}" as "${alias}.${column}"`).join(', ');
