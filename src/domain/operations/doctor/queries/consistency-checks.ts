import { sql } from '../../../../db/sql.ts';
import type { Check } from './check.ts';

/** Collections and pages form trees without cycles. */
export const treeChecks: readonly Check[] = [
  {
    name: 'collection tree',
    find: sql`with recursive reached as (
        select id from collections where "parentId" is null
        union all select c.id from collections c join reached r on c."parentId" = r.id)
      select id, 'is its own ancestor' as detail from collections where id not in (select id from reached)`,
  },
  {
    name: 'page tree',
    find: sql`with recursive pages as (
        select line, "entryId" as id, "parentId" from content_entries
        where "toSeq" is null and kind = 'page' and not deleted and line = "spaceId"),
      reached as (
        select line, id from pages where "parentId" is null
        union all select p.line, p.id from pages p join reached r on r.line = p.line and p."parentId" = r.id)
      select id, format('is not connected to the top of %s', line) as detail from pages
      where (line, id) not in (select line, id from reached)`,
  },
];

/** Rows refer only to rows of the same organization, space or change request. */
export const ownershipChecks: readonly Check[] = [
  {
    name: 'parents in the organization',
    find: sql`select child.id, format('is in %s of another organization', p.id) as detail
      from (select id, "parentId", "organizationId" from collections
        union all select id, "parentId", "organizationId" from spaces) child
      join collections p on p.id = child."parentId" where p."organizationId" <> child."organizationId"`,
  },
  {
    name: 'grants in the organization',
    find: sql`select g.id, 'is for a space or collection of another organization' as detail
      from grants g left join spaces s on s.id = g."spaceId" left join collections c on c.id = g."collectionId"
      where coalesce(s."organizationId", c."organizationId") <> g."organizationId"`,
  },
  {
    name: 'replies',
    find: sql`select r.id, format('replies to %s', p.id) as detail from comments r join comments p on p.id = r."parentId"
      where p."spaceId" <> r."spaceId" or p."changeRequestId" is distinct from r."changeRequestId"
        or p."parentId" is not null`,
  },
  {
    name: 'reviews',
    find: sql`select r.id, format('refers to %s, which is not a revision of its space', r."revisionId") as detail
      from change_request_reviews r join change_requests cr on cr.id = r."changeRequestId"
      where not exists (select from revisions v where v.id = r."revisionId" and v."spaceId" = cr."spaceId")
      union all
      select c.id, format('belongs to %s of another change request', r.id)
      from comments c join change_request_reviews r on r.id = c."reviewId"
      where c."changeRequestId" is distinct from r."changeRequestId" or c."parentId" is not null`,
  },
  {
    name: 'organization admins',
    find: sql`select o.id, 'has no admin' as detail from organizations o where not exists
      (select from members m where m."organizationId" = o.id and m.role = 'admin' and not m.disabled)`,
  },
  {
    name: 'managed users',
    find: sql`select u.id, format('is managed by %s and belongs to %s', u."organizationId", m."organizationId") as detail
      from users u join members m on m."userId" = u.id where u."organizationId" <> m."organizationId"
      union all
      select t.id, format('is a token of %s, whom %s manages, for other organizations', u.id, u."organizationId")
      from users u join api_tokens t on t."userId" = u.id
      where t."organizationId" is distinct from u."organizationId" and t."revokedAt" is null`,
  },
  {
    name: 'identities',
    find: sql`select i."userId" as id, format('signs in to %s without being a member of %s', p.id, p."organizationId") as detail
      from identities i join login_providers p on p.id = i."providerId"
      where not exists (select from members m where m."userId" = i."userId" and m."organizationId" = p."organizationId")`,
  },
  {
    name: 'member removals',
    find: sql`select r."userId" as id, format('is a member of %s and removed from it', r."organizationId") as detail
      from member_removals r join members m on m."userId" = r."userId" and m."organizationId" = r."organizationId"`,
  },
  {
    name: 'email domains',
    find: sql`select d.domain as id, format('is proved by %s, which does not list it', o.id) as detail
      from email_domains d join organizations o on o.id = d."organizationId" where d.domain <> all(o."emailDomains")`,
  },
  {
    // Skips the line break and 20 characters of base64, which encode the 15 bytes before the serial number. For one
    // provider in 512, versions before November 2026 wrote a leading zero byte there that DER forbids.
    name: 'service certificates',
    find: sql`select id, 'has a service certificate that identity providers refuse: create another provider' as detail
      from saml_providers where "serviceCertificate" ~ '^-----BEGIN CERTIFICATE-----.{21}A[A-H]'`,
  },
  {
    name: 'idempotency keys',
    find: sql`select scope as id, format('keeps %s keys older than two days', count(*)) as detail
      from idempotency_keys where "createdAt" < now() - interval '48 hours' group by scope`,
  },
];
