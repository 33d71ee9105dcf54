import { sql, type Sql } from '../../db/sql.ts';

/** The code of a sign-in, with its provider. */
export interface CodeRow {
  readonly hash: string;
  readonly userId: string;
  readonly providerId: string;
  readonly organizationId: string;
  readonly label: string;
  readonly codeChallenge: string;
  readonly sessionEndsAt: string | null;
  readonly expiresAt: string;
  readonly usedAt: string | null;
  readonly tokenId: string | null;
}

/** Locks the code with a hash until the transaction ends; null when it is unknown. */
export const lockCode = (reader: Sql, hash: string): Promise<CodeRow | null> =>
  reader.first(sql`select c.*, p."organizationId", p.label
    from sign_in_codes c join saml_providers p on p.id = c."providerId" where c.hash = ${hash} for update of c`);

interface SessionsOf {
  readonly userId: string;
  readonly organizationId: string;
  readonly keep: number;
  readonly now: Date;
}

/** Ends the oldest sessions of a user in an organization, except the `keep` newest. */
export const endOldSessions = (reader: Sql, { userId, organizationId, keep, now }: SessionsOf): Promise<unknown> =>
  reader.rows(sql`update api_tokens set "revokedAt" = ${now.toISOString()}::timestamptz where id in (
    select id from api_tokens where "userId" = ${userId} and "organizationId" = ${organizationId}
      and kind = 'session' and "revokedAt" is null and "expiresAt" > ${now.toISOString()}::timestamptz
    order by "createdAt" desc, id offset ${keep}::int)`);

interface LoginRow {
  readonly id: string;
  readonly label: string;
  readonly title: string;
}

/** Maximum number of ways to sign in shown to an anonymous caller. */
const maxLogins = 20;

/** Lists the active providers of the organizations with a hostname or email domain. */
export const listLoginsByHint = (
  reader: Sql,
  hint: { readonly hostname: string } | { readonly domain: string },
): Promise<LoginRow[]> =>
  reader.rows(sql`select p.id, p.label, o.title from organizations o join saml_providers p on p."organizationId" = o.id
    where ${'hostname' in hint ? sql`o.hostname = ${hint.hostname}` : sql`o."emailDomains" @> array[${hint.domain}::text]`}
      and p."entityID" is not null and p."ssoURL" is not null and p.certificate is not null
    order by o."createdAt", o.id, p."createdAt", p.id limit ${maxLogins}::int`);
