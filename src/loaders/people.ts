import { raw, sql, type Fragment } from '../db/sql.ts';
import type { Actor } from '../domain/context.ts';
import { emailIfVisible, type UserRow } from './users.ts';

/** What is read of people who are met in something. */
export interface PersonParts {
  /** Without them `email` is null. */
  readonly addresses: boolean;
}

/** A person as columns of a row that has the id: `Alias` is the table of `personJoin`. */
export type PersonColumns<Alias extends string> = {
  readonly [Column in Exclude<keyof UserRow, 'id'> as `${Alias}.${Column}`]: UserRow[Column];
};

/**
 * Joins the user of the SQL `id` to each row, as a table `alias`. `limit 1` keeps the planner from reading all users, for
 * it cannot know how few are named.
 */
export const personJoin = (alias: string, id: string, actor: Actor, { addresses }: PersonParts): Fragment => sql`
  left join lateral (
    select u."displayName", u."photoURL", u."isInstanceAdmin", u."createdAt",
      ${addresses ? emailIfVisible(actor) : raw('null')} as email
    from users u where u.id = ${raw(id)} limit 1) ${raw(alias)} on true`;

/** `PersonColumns` of a person who was joined. */
export const personColumns = (alias: string): string =>
  ['displayName', 'photoURL', 'isInstanceAdmin', 'createdAt', 'email']
    .map((column) => `${alias}."${column}" as "${alias}.${column}"`)
    .join(', ');
