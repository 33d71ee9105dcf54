import type { KeysetList } from '../../../db/keyset.ts';
import { raw, sql, type Sql } from '../../../db/sql.ts';

/** Keyset list of `SamlProviderRow` of an organization, newest first. */
export const samlProvidersList = (organizationId: string): KeysetList => ({
  name: 'saml-providers',
  filters: [organizationId],
  select: raw('p.*, s.*'),
  from: raw('from login_providers p join saml_providers s on s.id = p.id'),
  where: [sql`p."organizationId" = ${organizationId}`],
  sort: { by: 'p."createdAt"', type: 'timestamptz', id: 'p.id' },
  direction: 'desc',
});

/** A pending sign-in request. */
export interface SamlRequestRow {
  readonly returnTo: string;
  readonly state: string | null;
  readonly codeChallenge: string;
  /** The site that a visitor signs in to; null for a sign-in of a user. */
  readonly siteId: string | null;
}

/** Takes a request, so that it can be answered once. Null when it is unknown, answered or expired. */
export const takeRequest = (
  reader: Sql,
  { id, providerId, now }: { readonly id: string; readonly providerId: string; readonly now: Date },
): Promise<SamlRequestRow | null> =>
  reader.first(sql`delete from saml_requests
    where id = ${id} and "providerId" = ${providerId} and "expiresAt" > ${now.toISOString()}::timestamptz
    returning "returnTo", state, "codeChallenge", "siteId"`);

/** Finds the sign-in of a visitor that is under way, or has expired within the last hour; null for any other. */
export const findVisitorRequest = async (
  reader: Sql,
  { id, providerId }: { readonly id: string; readonly providerId: string },
): Promise<(SamlRequestRow & { readonly siteId: string }) | null> =>
  // It comes from anybody, and may be no text that can be stored.
  !/^_[\da-f]{40}$/.test(id)
    ? null
    : reader.first(sql`select "returnTo", state, "codeChallenge", "siteId" from saml_requests
    where id = ${id} and "providerId" = ${providerId} and "siteId" is not null`);

/** Records an assertion against replay. False when it was already recorded. */
export async function insertAssertion(
  reader: Sql,
  { id, providerId, expiresAt }: { readonly id: string; readonly providerId: string; readonly expiresAt: Date },
): Promise<boolean> {
  const row = await reader.first(sql`insert into saml_assertions ("providerId", "assertionId", "expiresAt")
    values (${providerId}, ${id}, ${expiresAt.toISOString()}::timestamptz) on conflict do nothing
    returning 1 as inserted`);
  return row !== null;
}

/**
 * Deletes a batch of expired assertions and codes, and of requests that have expired an hour ago: until then a visitor is led back.
 * Each sign-in deletes more than it adds.
 */
export async function deleteExpired(reader: Sql, now: Date): Promise<void> {
  const expired = sql`"expiresAt" < ${now.toISOString()}::timestamptz limit 20`;
  const longAgo = sql`"expiresAt" < ${now.toISOString()}::timestamptz - interval '1 hour' limit 20`;
  await reader.rows(sql`with requests as (
      delete from saml_requests where id in (select id from saml_requests where ${longAgo})
    ), assertions as (
      delete from saml_assertions where ("providerId", "assertionId") in (
        select "providerId", "assertionId" from saml_assertions where ${expired})
    )
    delete from sign_in_codes where hash in (select hash from sign_in_codes where ${expired})`);
}
