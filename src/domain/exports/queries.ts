import type { RedirectLine } from '../imports/exported/format.ts';
import { sql, type Sql } from '../../db/sql.ts';
import type { Download } from '../content/queries/files.ts';

/** A stored archive. */
export interface ExportRow {
  readonly id: string;
  readonly name: string;
}

export const findExport = (reader: Sql, id: string): Promise<ExportRow | null> =>
  reader.first<ExportRow>(sql`
    select x.id, x.name from exports x join blobs b on b.hash = x."blobHash" where x.id = ${id} and b."sweptAt" is null`);

/** The bytes of an archive. Null also when its space is deleted. */
export const findExportDownload = (reader: Sql, id: string): Promise<Download | null> =>
  reader.first<Download>(sql`
    select x.name, b."contentType", x."blobHash", b."sizeBytes"
    from exports x join blobs b on b.hash = x."blobHash" left join spaces s on s.id = x."spaceId"
    where x.id = ${id} and s."deletedAt" is null and b."sweptAt" is null`);

/** The former places of pages of a space. */
export const listPageRedirects = (reader: Sql, spaceId: string): Promise<RedirectLine[]> =>
  reader.rows<RedirectLine>(sql`
    select "parentId" as parent, slug, "pageId" as page from page_redirects where "spaceId" = ${spaceId}
    order by "parentId", slug`);

/** The next comments and replies of a space after one of them, threads before their replies. */
export const listComments = (reader: Sql, spaceId: string, after: string, limit: number) =>
  reader.rows<{ id: string }>(sql`
    select c.id, c."changeRequestId", c."reviewId", c."parentId", c."authorId", u."displayName" as author, c.markdown,
      c.status, c."revisionId", c."pageId", c."nodeId", c."tableCell", c."postedAt", c."editedAt", c."resolvedAt",
      c."resolvedById", coalesce((select json_agg(json_build_object('emoji', r.emoji, 'userId', r."userId",
        'reactedAt', r."reactedAt") order by r."reactedAt", r."userId") from reactions r where r."commentId" = c.id),
        '[]'::json) as reactions
    from comments c join users u on u.id = c."authorId"
    where c."spaceId" = ${spaceId} and c.id > ${after} order by c.id limit ${limit}::int`);

/** The next change requests of a space after a number, with their reviews and requested reviewers. */
export const listChangeRequests = (reader: Sql, spaceId: string, after: number, limit: number) =>
  reader.rows<{ number: number }>(sql`
    select c.id, c.number, c.status, c.subject, c.description, c."createdById", u."displayName" as "createdBy",
      c."revisionId", c."revisionInitialId", c."revisionMergedId", c."createdAt", c."updatedAt",
      coalesce((select json_agg(json_build_object('id', r.id, 'reviewerId', r."reviewerId", 'status', r.status,
        'revisionId', r."revisionId", 'createdAt', r."createdAt") order by r."createdAt", r.id)
        from change_request_reviews r where r."changeRequestId" = c.id), '[]'::json) as reviews,
      coalesce((select json_agg(json_build_object('userId', q."userId", 'createdAt', q."createdAt")
        order by q."createdAt", q."userId") from requested_reviewers q where q."changeRequestId" = c.id),
        '[]'::json) as "requestedReviewers"
    from change_requests c left join users u on u.id = c."createdById"
    where c."spaceId" = ${spaceId} and c.number > ${after}::int order by c.number limit ${limit}::int`);

/** The grants on a space itself, each with the user or team that holds it. */
export const listSpaceGrants = (reader: Sql, spaceId: string, after: string, limit: number) =>
  reader.rows<{ id: string }>(sql`
    select g.id, g."userId", u."displayName" as user, g."teamId", t.title as team, g.role, g."createdAt"
    from grants g left join users u on u.id = g."userId" left join teams t on t.id = g."teamId"
    where g."spaceId" = ${spaceId} and g.id > ${after} order by g.id limit ${limit}::int`);
