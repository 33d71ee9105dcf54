import { isoInstant } from '../db/pool-sql.ts';
import { raw, sql, type Fragment } from '../db/sql.ts';
import type { Actor } from '../domain/context.ts';
import type { UserRow } from './users.ts';

/**
 * The users of a query of ids (column `id`), as one JSON array: for statements whose rows speak of few
 * people many times. Who sees an address is the rule of `emailIfVisible`; the caller's part of it is asked once.
 * As an array, for the planner then takes them for few; from a join it would read all users.
 */
export const peopleArray = (
  ids: Fragment,
  actor: Actor,
  { addresses }: { readonly addresses: boolean },
): Fragment => sql`(
  select json_agg(json_build_array(u.id, u."displayName", u."photoURL", u."isInstanceAdmin", u."createdAt"::text,
    ${addresses ? emailOf(actor) : raw('null')}))
  from users u where u.id = any(array(${ids}))
)`;

const emailOf = (actor: Actor) => sql`case when u.id = ${actor.userId} or exists (
    select from members them where them."userId" = u.id and them."organizationId" = any(array(
      select me."organizationId" from members me
      where me."userId" = ${actor.userId} and me.role in ('create', 'admin') and not me.disabled
        and (${actor.organizationId}::text is null or me."organizationId" = ${actor.organizationId})))
  ) then u.email end`;

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
