import type { Grant } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, sql, type Sql } from '../db/sql.ts';
import type { GrantRole } from '../access/roles.ts';
import { byKey } from './batch.ts';

/** A role granted directly to one user or team. A role of `none` makes a guest. */
export interface GrantRow extends Omit<Stored<Grant>, 'role'> {
  readonly role: GrantRole;
}

/** Loads grants by id. */
export const grantLoader = (reader: Sql) =>
  byKey<GrantRow>(
    reader,
    (ids) => sql`select g.* from grants g where g.id = ${anyOf(ids)}`,
    (grant) => grant.id,
  );
