import type { KeysetList } from '../../../db/keyset.ts';
import { raw, sql, type Fragment, type Sql } from '../../../db/sql.ts';
import type { Actor } from '../../../access/actor.ts';
import { addressOfUser } from '../../../loaders/users.ts';
import { membershipJoin } from '../../../access/queries/membership.ts';
import type { DomainProof } from './fields.ts';
import { organizationColumns, selectOrganizations, type OrganizationColumns } from '../../../loaders/organizations.ts';

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

/**
 * Lists the organization that has proved an email domain; none unless the caller's own verified address is in it, and
 * for a caller whom an admin removed.
 */
export const listByEmailDomain = (reader: Sql, actor: Actor, domain: string): Promise<OrganizationColumns[]> =>
  reader.rows(sql`${selectOrganizations(actor)}
    join users u on u.id = ${actor.userId} and u."emailVerified" and split_part(u.email, '@', 2) = ${domain}
    join email_domains proved on proved.domain = ${domain} and proved."organizationId" = o.id
    where (${actor.organizationId}::text is null or o.id = ${actor.organizationId})
      and not exists (select from member_removals r where r."organizationId" = o.id and r."userId" = u.id)`);

/** An email domain that an organization has proved. */
export interface ProvedDomain {
  readonly domain: string;
  readonly organizationId: string;
  readonly verifiedBy: DomainProof;
  readonly verifiedAt: string;
}

const provedColumns = raw('domain, "organizationId", "verifiedBy", "verifiedAt"');

/** Lists the email domains that an organization has proved. It lists at most 100 domains. */
export const listProvedDomains = (reader: Sql, organizationId: string): Promise<ProvedDomain[]> =>
  reader.rows(sql`select ${provedColumns} from email_domains where "organizationId" = ${organizationId}`);

/** Locks the proof of an email domain until the transaction ends; null when no organization has proved it. */
export const lockProvedDomain = (reader: Sql, domain: string): Promise<ProvedDomain | null> =>
  reader.first(sql`select ${provedColumns} from email_domains where domain = ${domain} for update`);

/** Finds an organization by id or hostname, for operators. */
export const findOrganizationName = (
  reader: Sql,
  idOrHostname: string,
): Promise<{ readonly id: string; readonly title: string } | null> =>
  reader.first(sql`select id, title from organizations
    where id = ${idOrHostname} or hostname = ${idOrHostname.toLowerCase()} order by id = ${idOrHostname} desc limit 1`);

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

/**
 * SQL condition on a user `u` and the membership `m`, which may be absent, in an organization: a sign-in there by the
 * address of the user is one of this user. That is a user managed by the organization; a person of nowhere else who
 * joined it by themselves; or an unused user that its invitation made. See docs/reference/single-sign-on.md#who-it-is.
 */
export const isFoundBySignIn = (organizationId: string): Fragment => sql`(u."organizationId" = ${organizationId}
  or u."organizationId" is null and not u."isInstanceAdmin" and m."userId" is not null
    and not exists (select from members other where other."userId" = u.id and other."organizationId" <> ${organizationId})
    and (not m.invited or u."invitedById" = ${organizationId}
      and not exists (select from api_tokens used where used."userId" = u.id)
      and not exists (select from passkeys k where k."userId" = u.id)))`;

/** SQL condition on a provider `p`: an admin has signed in by it since its last change, so that it works. */
const isProven = raw('p.active and p."provenAt" is not null');

/**
 * Whether an active admin of the organization can sign in: by a token or a passkey that works there without single sign-on,
 * or by a proven provider that knows the admin or may learn the admin's address.
 */
export async function hasAdminWhoCanSignIn(reader: Sql, organizationId: string, now: Date): Promise<boolean> {
  const row = await reader.first(sql`select 1 as found
    from members m join users u on u.id = m."userId" join organizations o on o.id = m."organizationId"
    where m."organizationId" = ${organizationId} and m.role = 'admin' and not m.disabled and (
      not (m.sso or o.sso) and u."organizationId" is null and exists (select from passkeys k where k."userId" = u.id)
      or not (m.sso or o.sso) and exists (select from api_tokens t
        where t."userId" = u.id and t.kind in ('user', 'bootstrap') and t."revokedAt" is null
          and (t."expiresAt" is null or t."expiresAt" > ${now.toISOString()}::timestamptz)
          and (t."organizationId" is null or t."organizationId" = o.id))
      or exists (select from login_providers p where p."organizationId" = o.id and ${isProven} and (
        exists (select from identities i where i."providerId" = p.id and i."userId" = u.id
          and (p.kind <> 'saml' or split_part(i.subject, '@', 2) = any(o."emailDomains")))
        or ${isFoundBySignIn(organizationId)} and exists (select from email_domains proved
          where proved."organizationId" = o.id and proved.domain = split_part(${addressOfUser}, '@', 2)))))
    limit 1`);
  return row !== null;
}

/** Whether an admin has signed in by a provider of the organization, other than the given one, since its last change. */
export async function hasProvenProvider(
  reader: Sql,
  organizationId: string,
  otherThan: string | null = null,
): Promise<boolean> {
  const row = await reader.first(sql`select 1 as found from login_providers p
    where p."organizationId" = ${organizationId} and p.id is distinct from ${otherThan}::text and ${isProven} limit 1`);
  return row !== null;
}
