import type { Space } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { sql, type Sql } from '../db/sql.ts';
import type { Actor } from '../domain/context.ts';
import { accessColumns, accessJoin, type AccessColumns } from './access.ts';
import { byKey } from './batch.ts';

/** A deleted space is gone after 168 hours by the database's clock, whether it is purged yet or not. Contract 3. */
const isRetained = sql`(s."deletedAt" is null or s."deletedAt" > now() - interval '168 hours')`;

/** A space with the facts that decide who may do what with it. Deleted ones come too while they can be restored. */
export type SpaceFactsRow = Stored<Space> & AccessColumns;

export const spaceLoader = (reader: Sql, actor: Actor) =>
  byKey<SpaceFactsRow>(
    reader,
    (ids) => sql`select s.*, ${accessColumns} from spaces s ${accessJoin('s', actor)}
      where s.id = any(${ids}::text[]) and ${isRetained}`,
    (space) => space.id,
  );
