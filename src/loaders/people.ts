import { isoInstant } from '../db/pool-sql.ts';
import { sql, type Fragment } from '../db/sql.ts';
import type { Actor } from '../domain/context.ts';
import type { UserRow } from './users.ts';

/**
 * The users of a query of ids (column `id`), as one JSON array: for statements whose rows speak of few
 * people many times. Who sees an address is the rule of `emailIfVisible`, asked once for all of them.
 */
export const peopleArray = (ids: Fragment, actor: Actor): Fragment => sql`(
  with asked as materialized (${ids}), reachable as materialized (
    select them."userId" as id from asked
    join members them on them."userId" = asked.id
    join members me on me."organizationId" = them."organizationId"
    where me."userId" = ${actor.userId} and me.role in ('create', 'admin') and not me.disabled
      and (${actor.organizationId}::text is null or me."organizationId" = ${actor.organizationId})
  )
  select json_agg(json_build_array(u.id, u."displayName", u."photoURL", u."isInstanceAdmin", u."createdAt"::text,
    case when u.id = ${actor.userId} or u.id in (select id from reachable) then u.email end))
  from asked join users u on u.id = asked.id
)`;

type PersonTuple = readonly [
  id: string,
  displayName: string,
  photoURL: string | null,
  isInstanceAdmin: boolean,
  createdAt: string,
  email: string | null,
];

/** What `peopleArray` read, by id. */
export function peopleById(people: readonly unknown[] | null): ReadonlyMap<string, UserRow> {
  const found = new Map<string, UserRow>();
  for (const person of (people ?? []) as readonly PersonTuple[]) {
    const [id, displayName, photoURL, isInstanceAdmin, createdAt, email] = person;
    found.set(id, { id, displayName, photoURL, isInstanceAdmin, createdAt: isoInstant(createdAt), email });
  }
  return found;
}
