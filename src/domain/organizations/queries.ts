import type { KeysetList } from '../../db/keyset.ts';
import { raw, sql, type Sql } from '../../db/sql.ts';
import type { Actor } from '../../access/actor.ts';
import { membershipJoin } from '../../access/queries/membership.ts';
import { organizationColumns, selectOrganizations, type OrganizationColumns } from '../../loaders/organizations.ts';

/** The organizations that the caller is a member of, newest first. */
export const memberOrganizationsList = (actor: Actor): KeysetList => ({
  name: 'organizations',
  filters: [actor.userId],
  select: organizationColumns(actor),
  from: sql`from organizations o ${membershipJoin('o.id', actor)}`,
  where: [raw('m."userId" is not null')],
  sort: { by: 'o."createdAt"', type: 'timestamptz', id: 'o.id' },
  direction: 'desc',
});

/** Most organizations listed for one email domain. */
const maxByEmailDomain = 100;

/** The organizations that accept addresses of a domain, oldest first. None unless the caller's own verified address is in it. */
export const listByEmailDomain = (reader: Sql, actor: Actor, domain: string): Promise<OrganizationColumns[]> =>
  reader.rows(sql`${selectOrganizations(actor)}
    join users u on u.id = ${actor.userId} and u."emailVerified" and split_part(u.email, '@', 2) = ${domain}
    where o."emailDomains" @> array[${domain}::text]
      and (${actor.organizationId}::text is null or o.id = ${actor.organizationId})
    order by o."createdAt", o.id limit ${maxByEmailDomain}::int`);

/** The organization of a hostname, when the caller is a member of it. */
export const findByHostname = (reader: Sql, actor: Actor, hostname: string): Promise<OrganizationColumns | null> =>
  reader.first(sql`${selectOrganizations(actor)} where o.hostname = ${hostname} and m."userId" is not null`);

/** Whether another organization has the hostname. */
export async function isHostnameTaken(reader: Sql, hostname: string, organizationId: string): Promise<boolean> {
  const other = await reader.first(
    sql`select id from organizations where hostname = ${hostname} and id <> ${organizationId}`,
  );
  return other !== null;
}

/** Whether people can sign in to the organization by a SAML provider, other than the one named. */
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
