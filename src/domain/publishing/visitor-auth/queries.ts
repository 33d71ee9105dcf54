import { sql, type Sql } from '../../../db/sql.ts';
import type { AdaptiveSchema } from '../../people/visitors/claims-schema.ts';

/** Whether the organization has installed an integration that may authenticate visitors. */
export async function canAuthenticateVisitors(reader: Sql, organizationId: string, name: string): Promise<boolean> {
  const row =
    await reader.first(sql`select i.id from integrations i join installations own on own."integrationId" = i.id
    where i.name = ${name} and own."organizationId" = ${organizationId} and not own.paused
      and i.scopes && array['site:visitor:auth', 'space:visitor:auth']`);
  return row !== null;
}

/** Whether the organization has an active identity provider with the id. */
export async function isProviderOfVisitors(reader: Sql, organizationId: string, id: string): Promise<boolean> {
  const row = await reader.first(sql`select p.id from login_providers p
    where p.id = ${id} and p."organizationId" = ${organizationId} and p.active`);
  return row !== null;
}

/** What decides how a provider admits visitors to a site. */
interface VisitedSite {
  readonly membersOnly: boolean;
  readonly keyVersion: number;
  readonly schema: AdaptiveSchema | null;
}

/** Finds a site whose visitors a provider signs in; null for any other. */
export const findVisitedSite = (
  reader: Sql,
  { siteId, providerId }: { readonly siteId: string; readonly providerId: string },
): Promise<VisitedSite | null> =>
  reader.first(sql`select v."membersOnly", v."keyVersion", a."jsonSchema" as schema
    from site_visitor_auth v left join site_adaptive_schemas a on a."siteId" = v."siteId"
    where v."siteId" = ${siteId} and v."providerId" = ${providerId}`);
