import type { KeysetList } from '../../db/keyset.ts';
import { raw, sql, type Sql } from '../../db/sql.ts';
import type { Actor } from '../../access/actor.ts';
import { membershipJoin } from '../../access/queries/membership.ts';
import { organizationColumns, selectOrganizations, type OrganizationColumns } from '../../loaders/organizations.ts';

/** Keyset list of the organizations of which the caller is a member, newest first. */
export const memberOrganizationsList = (actor: Actor): KeysetList => ({
  name: 'organizations',
  filters: [actor.userId],
  select: organizationColumns(actor),
  from: sql`from organizations o ${membershipJoin('o.id', actor)}`,
  where: [raw('m."userId" is not null')],
  sort: { by: 'o."createdAt"', type: 'timestamptz', id: 'o.id' },
  direction: 'desc',
});

/** Maximum number of organizations listed for one email domain. */
const maxByEmailDomain = 100;

/**
 * Lists the organizations that accept email addresses of a domain, oldest first; none unless the caller's own verified
 * address is in it.
 */
export const listByEmailDomain = (reader: Sql, actor: Actor, domain: string): Promise<OrganizationColumns[]> =>
  reader.rows(sql`${selectOrganizations(actor)}
    join users u on u.id = ${actor.userId} and u."emailVerified" and split_part(u.email, '@', 2) = ${domain}
    where o."emailDomains" @> array[${domain}::text]
      and (${actor.organizationId}::text is null or o.id = ${actor.organizationId})
    order by o."createdAt", o.id limit ${maxByEmailDomain}::int`);

/** Finds the organization of a hostname, if the caller is a member. */
export const findByHostname = (reader: Sql, actor: Actor, hostname: string): Promise<OrganizationColumns | null> =>
  reader.first(sql`${selectOrganizations(actor)} where o.hostname = ${hostname} and m."userId" is not null`);

/** Whether another organization has the hostname. */
export async function isHostnameTaken(reader: Sql, hostname: string, organizationId: string): Promise<boolean> {
  const other = await reader.first(
    sql`select id from organizations where hostname = ${hostname} and id <> ${organizationId}`,
  );
  return other !== null;
}

/** Whether the organization has a SAML provider for sign-in other than the given one. */
export async function hasSamlProvider(
  reader: Sql,
  organizationId: string,
  otherThan: string | null = null,
): Promise<boolean> {
  const row = await reader.first(sql`select 1 as found from saml_providers
    where "organizationId" = ${organizationId} and id is distinct from ${otherThan}::text
      and "entityID" is not null and "ssoURL" is not null and certificate is not null limit 1`);
  return row !== null;
}
