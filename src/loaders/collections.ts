import type { Collection } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { sql, type Sql } from '../db/sql.ts';
import type { Actor } from '../domain/context.ts';
import { accessColumns, accessJoin, type AccessColumns } from './access.ts';
import { byKey } from './batch.ts';

/** A collection with the facts that decide who may do what with it. */
export type CollectionFactsRow = Stored<Collection> & AccessColumns;

export const collectionLoader = (reader: Sql, actor: Actor) =>
  byKey<CollectionFactsRow>(
    reader,
    (ids) => sql`select c.*, ${accessColumns} from collections c ${accessJoin('c', actor)}
      where c.id = any(${ids}::text[])`,
    (collection) => collection.id,
  );
