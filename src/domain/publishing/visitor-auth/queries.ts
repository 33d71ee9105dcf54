import { sql, type Sql } from '../../../db/sql.ts';

/** Whether the organization has installed an integration that may authenticate visitors. */
export async function canAuthenticateVisitors(reader: Sql, organizationId: string, name: string): Promise<boolean> {
  const row =
    await reader.first(sql`select i.id from integrations i join installations own on own."integrationId" = i.id
    where i.name = ${name} and own."organizationId" = ${organizationId} and not own.paused
      and i.scopes && array['site:visitor:auth', 'space:visitor:auth']`);
  return row !== null;
}
