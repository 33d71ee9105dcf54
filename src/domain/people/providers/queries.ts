import { sql, type Sql } from '../../../db/sql.ts';
import type { LoginProviderRow } from '../../../loaders/providers.ts';

/** Lists the active providers of an organization, oldest first. There are at most `maxProviders`. */
export const listActiveProviders = (reader: Sql, organizationId: string): Promise<LoginProviderRow[]> =>
  reader.rows(sql`select p.* from login_providers p
    where p."organizationId" = ${organizationId} and p.active order by p."createdAt", p.id`);

/** Counts the providers of an organization. */
export async function countProviders(reader: Sql, organizationId: string): Promise<number> {
  const row = await reader.first<{ count: number }>(
    sql`select count(*)::int as count from login_providers where "organizationId" = ${organizationId}`,
  );
  return row?.count ?? 0;
}
