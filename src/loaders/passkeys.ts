import type { Passkey } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, raw, sql, type Sql } from '../db/sql.ts';
import { byKey } from './batch.ts';

/** A passkey, without its key. */
export type PasskeyRow = Pick<Stored<Passkey>, 'id' | 'userId' | 'rpId' | 'name' | 'createdAt' | 'lastUsedAt'>;

/** Selects a passkey `k`. */
export const passkeyColumns = raw('k.id, k."userId", k."rpId", k.name, k."createdAt", k."lastUsedAt"');

/** Loads passkeys by id. */
export const passkeyLoader = (reader: Sql) =>
  byKey<PasskeyRow>(
    reader,
    (ids) => sql`select ${passkeyColumns} from passkeys k where k.id = ${anyOf(ids)}`,
    (passkey) => passkey.id,
  );
