import type { SamlProvider } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, sql, type Sql } from '../db/sql.ts';
import type { Role } from '../access/roles.ts';
import { byKey } from './batch.ts';

/** A SAML provider, with the key of this service as it is stored: encrypted. */
export interface SamlProviderRow extends Omit<Stored<SamlProvider>, 'defaultRole'> {
  /** Null for guests. */
  readonly defaultRole: Role | null;
}

/** Loads SAML providers by id. */
export const samlProviderLoader = (reader: Sql) =>
  byKey<SamlProviderRow>(
    reader,
    (ids) => sql`select * from saml_providers where id = ${anyOf(ids)}`,
    (provider) => provider.id,
  );
