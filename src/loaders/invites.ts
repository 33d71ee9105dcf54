import type { Invite } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, sql, type Sql } from '../db/sql.ts';
import type { Role } from '../access/roles.ts';
import { byKey } from './batch.ts';

/** An invite link: `role` in the organization, or `level` on a space or collection. */
export interface InviteRow extends Omit<Stored<Invite>, 'role' | 'level'> {
  readonly role: Role | null;
  readonly level: Role | null;
}

/** Loads invite links by id. */
export const inviteLoader = (reader: Sql) =>
  byKey<InviteRow>(
    reader,
    (ids) => sql`select * from invites where id = ${anyOf(ids)}`,
    (invite) => invite.id,
  );
