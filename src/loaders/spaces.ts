import type { Space } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, raw, sql, type Fragment } from '../db/sql.ts';
import type { Visitor } from '../access/actor.ts';
import { askingUser } from '../access/queries/caller.ts';
import { accessColumns, accessJoin, type AccessColumns } from '../access/queries/resource-access.ts';
import {
  isPlaced,
  noMembership,
  placementsJoin,
  viewedRevisionId,
  type SitePlacement,
} from '../access/queries/visitor.ts';
import { byKeyTogether } from './together.ts';

/** SQL condition on a space `s`: a deleted space no longer exists after 168 hours by the database's clock, even before it is purged. */
export const isRetained = sql`(s."deletedAt" is null or s."deletedAt" > now() - interval '168 hours')`;

/** Selects whether any site has the space `s`. Most have none, and need no look at how sites publish them. */
export const isInSite = raw('exists (select from site_spaces x where x."spaceId" = s.id) as "isInSite"');

/** Selects whether the space `s` notes a repository. Most do not, and need no look at its files. */
export const hasRepository = raw('exists (select from git_repositories g where g."spaceId" = s.id) as "hasRepository"');

/** A space with the caller's access facts. */
export type SpaceFactsRow = Stored<Space> &
  AccessColumns & {
    /** For a visitor: where the site shows the space. */
    readonly placements?: readonly SitePlacement[];
    /** For a visitor with a view: the revision that it shows; null when the space had no content then. */
    readonly viewedRevisionId?: string | null;
    readonly isInSite?: boolean;
    readonly hasRepository?: boolean;
  };

/** Loads spaces by id, including deleted ones that can be restored. */
export const spaceLoader = byKeyTogether<SpaceFactsRow>(
  {
    forActor: (ids, actor) =>
      actor.visitor
        ? spacesForVisitor(ids, actor.visitor)
        : sql`select ${columnsWithAccess} from spaces s ${accessJoin('s', actor)} where s.id = ${anyOf(ids)} and ${isRetained}`,
    forUsers: (asked) => sql`select ${columnsWithAccess}, asked.nth::int
      from ${asked} join spaces s on s.id = asked.id ${accessJoin('s', askingUser)} where ${isRetained}`,
  },
  (space) => space.id,
);

const columnsWithAccess = sql`s.*, ${isInSite}, ${hasRepository}, ${accessColumns}`;

/** Selects rows of `SpaceFactsRow`: of spaces that the visitor's site shows, wherever its conditions allow. */
export const spacesForVisitor = (ids: readonly string[], visitor: Visitor): Fragment => sql`
  select s.*, ${noMembership}, placed.placements${visitor.view ? sql`, ${viewedRevisionId(visitor.view)} as "viewedRevisionId"` : raw('')}
  from spaces s ${placementsJoin(visitor, ids.length)}
  where s.id = ${anyOf(ids)} and s."deletedAt" is null and ${isPlaced}`;
