import type { Collection } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, sql, type Sql } from '../db/sql.ts';
import type { Actor } from '../access/actor.ts';
import { accessColumns, accessJoin, type AccessColumns } from '../access/queries/resource-access.ts';
import { byKey } from './batch.ts';

/** A collection with the caller's access facts. */
export type CollectionFactsRow = Stored<Collection> & AccessColumns;

/** Loads collections by id. */
export const collectionLoader = (reader: Sql, actor: Actor) =>
  byKey<CollectionFactsRow>(
    reader,
    (ids) => sql`select c.*, ${accessColumns} from collections c ${accessJoin('c', actor)}
      where c.id = ${anyOf(ids)}`,
    (collection) => collection.id,
  );
