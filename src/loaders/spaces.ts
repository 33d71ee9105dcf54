import type { Space } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, sql, type Sql } from '../db/sql.ts';
import type { Actor, Visitor } from '../access/actor.ts';
import { accessColumns, accessJoin, type AccessColumns } from '../access/queries/resource-access.ts';
import { noMembership, placementsJoin, type SitePlacement } from '../access/queries/visitor.ts';
import { byKey } from './batch.ts';

/** A deleted space no longer exists after 168 hours by the database's clock, even before it is purged. */
const isRetained = sql`(s."deletedAt" is null or s."deletedAt" > now() - interval '168 hours')`;

/** A space with the caller's access facts. */
export type SpaceFactsRow = Stored<Space> &
  AccessColumns & {
    /** For a visitor: where the site shows the space. */
    readonly placements?: readonly SitePlacement[];
  };

/** Loads spaces by id, including deleted ones that can be restored. */
export const spaceLoader = (reader: Sql, actor: Actor) =>
  byKey<SpaceFactsRow>(
    reader,
    (ids) => (actor.visitor ? spacesOfSite(ids, actor.visitor) : spacesWithAccess(ids, actor)),
    (space) => space.id,
  );

const spacesWithAccess = (ids: readonly string[], actor: Actor) => sql`
  select s.*, ${accessColumns} from spaces s ${accessJoin('s', actor)}
  where s.id = ${anyOf(ids)} and ${isRetained}`;

const spacesOfSite = (ids: readonly string[], visitor: Visitor) => sql`
  select s.*, ${noMembership}, placed.placements from spaces s ${placementsJoin(visitor)}
  where s.id = ${anyOf(ids)} and s."deletedAt" is null`;
