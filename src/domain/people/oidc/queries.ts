import type { KeysetList } from '../../../db/keyset.ts';
import { raw, sql, type Sql } from '../../../db/sql.ts';

/** Keyset list of `OidcProviderRow` of an organization, newest first. */
export const oidcProvidersList = (organizationId: string): KeysetList => ({
  name: 'oidc-providers',
  filters: [organizationId],
  select: raw('p.*, c.*'),
  from: raw('from login_providers p join oidc_providers c on c.id = p.id'),
  where: [sql`p."organizationId" = ${organizationId}`],
  sort: { by: 'p."createdAt"', type: 'timestamptz', id: 'p.id' },
  direction: 'desc',
});

/** A sign-in under way. */
export interface SignInRequestRow {
  readonly nonce: string;
  readonly sealedVerifier: string;
  readonly returnTo: string;
  readonly state: string | null;
  readonly codeChallenge: string;
  /** The site that a visitor signs in to; null for a sign-in of a user. */
  readonly siteId: string | null;
  /** Whether it can be answered still. */
  readonly isCurrent: boolean;
}

/** Takes a request, so that it is answered once. Null when it is unknown or answered, or one to another provider. */
export const takeSignInRequest = (
  reader: Sql,
  { id, providerId, now }: { readonly id: string; readonly providerId: string; readonly now: Date },
): Promise<SignInRequestRow | null> =>
  reader.first(sql`delete from sign_in_requests
    where id = ${id} and "providerId" = ${providerId}
    returning nonce, "sealedVerifier", "returnTo", state, "codeChallenge", "siteId",
      "expiresAt" > ${now.toISOString()}::timestamptz as "isCurrent"`);

/** Deletes a batch of requests that have expired an hour ago: until then a visitor is led back. Each sign-in deletes more than it adds. */
export const deleteExpiredRequests = (reader: Sql, now: Date): Promise<unknown> =>
  reader.rows(sql`delete from sign_in_requests where id in (
    select id from sign_in_requests where "expiresAt" < ${now.toISOString()}::timestamptz - interval '1 hour' limit 20)`);
