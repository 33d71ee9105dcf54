import type { ApiToken } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, raw, sql, type Sql } from '../db/sql.ts';
import type { Scope } from '../access/scopes.ts';
import { byKey } from './batch.ts';

/** A token, without its hash. */
export interface TokenRow extends Omit<Stored<ApiToken>, 'hash' | 'scopes'> {
  readonly scopes: readonly Scope[];
}

/** Selects a token `t`. */
export const tokenColumns = raw(`t.id, t."userId", t.kind, t.name, t.prefix, t."lastFour", t.scopes, t."organizationId",
  t."createdAt", t."expiresAt", t."lastUsedAt", t."revokedAt"`);

/** Loads tokens by id. */
export const tokenLoader = (reader: Sql) =>
  byKey<TokenRow>(
    reader,
    (ids) => sql`select ${tokenColumns} from api_tokens t where t.id = ${anyOf(ids)}`,
    (token) => token.id,
  );
