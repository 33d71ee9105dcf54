import type { SamlProvider } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, sql, type Sql } from '../db/sql.ts';
import { byKey } from './batch.ts';
import type { LoginProviderRow } from './providers.ts';

/** A SAML provider, with the key of this service as it is stored: encrypted. */
export interface SamlProviderRow extends LoginProviderRow, Stored<SamlProvider> {}

/** Loads SAML providers by id. */
export const samlProviderLoader = (reader: Sql) =>
  byKey<SamlProviderRow>(
    reader,
    (ids) =>
      sql`select p.*, s.* from login_providers p join saml_providers s on s.id = p.id where s.id = ${anyOf(ids)}`,
    (provider) => provider.id,
  );
