import type { OidcProvider } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, sql, type Sql } from '../db/sql.ts';
import type { Role } from '../access/roles.ts';
import { byKey } from './batch.ts';
import type { LoginProviderRow } from './providers.ts';

type Columns = Omit<Stored<OidcProvider>, 'admits' | 'requires' | 'roles' | 'trust'>;

/** An OpenID Connect provider, with its client secret as it is stored: encrypted. */
export interface OidcProviderRow extends LoginProviderRow, Columns {
  readonly admits: 'domains' | 'everyone';
  readonly trust: 'verified' | 'unless-denied' | 'all';
  readonly requires: { readonly claim: string; readonly values: string[] } | null;
  readonly roles: readonly {
    readonly claim: string;
    readonly value: string;
    readonly role?: Role | undefined;
    readonly teams?: string[] | undefined;
  }[];
}

/** Loads OpenID Connect providers by id. */
export const oidcProviderLoader = (reader: Sql) =>
  byKey<OidcProviderRow>(
    reader,
    (ids) =>
      sql`select p.*, c.* from login_providers p join oidc_providers c on c.id = p.id where c.id = ${anyOf(ids)}`,
    (provider) => provider.id,
  );
