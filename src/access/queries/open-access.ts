import { sql, type Fragment } from '../../db/sql.ts';
import type { Actor } from '../actor.ts';
import { grantsToCaller } from './caller.ts';
import { grantWord } from './resource-access.ts';

/** Most collections, grants and site spaces that are read as facts. With more, the database computes the access. */
export const maxFacts = 500;

/**
 * The collections of an organization, the caller's grants on its spaces and collections, and the ids of those of the spaces
 * `listed` that are in sites, as texts that `openAccess` reads. `accessTree` computes the access of the whole organization from the
 * same rows, for four times the time.
 */
export function accessFacts(
  organizationId: string,
  actor: Actor,
  listed: Fragment,
): { collections: Fragment; grants: Fragment; inSites: Fragment } {
  const lines = (rows: Fragment) =>
    sql`(select string_agg(fact.line, chr(10)) from (${rows} limit ${maxFacts + 1}::int) fact)`;
  return {
    collections: lines(
      sql`select c.id || ' ' || c."defaultLevel" || coalesce(' ' || c."parentId", '') as line from collections c
        where c."organizationId" = ${organizationId}`,
    ),
    grants: lines(
      sql`select coalesce(g."spaceId", g."collectionId") || ${grantWord} as line from ${grantsToCaller(
        actor,
        sql`g."organizationId" = ${organizationId} and g."siteId" is null`,
      )}`,
    ),
    inSites: lines(
      sql`select s.id as line from (${listed}) s where exists (select from site_spaces x where x."spaceId" = s.id)`,
    ),
  };
}
