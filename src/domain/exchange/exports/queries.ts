import type { CollectionLine } from '../../../text/imports/formats/exported/organization-format.ts';
import type { RedirectLine } from '../../../text/imports/formats/exported/format.ts';
import { raw, sql, type Sql } from '../../../db/sql.ts';
import type { Download } from '../../authoring/content/queries/files.ts';

/** A stored archive. */
export interface ExportRow {
  readonly id: string;
  readonly name: string;
  readonly parts: readonly string[];
}

/** Finds an archive; null when it was deleted or one of its spaces has left the organization. */
export const findExport = (reader: Sql, id: string): Promise<ExportRow | null> =>
  reader.first<ExportRow>(sql`
    select x.id, x.name, x.parts from exports x join blobs b on b.hash = x."blobHash"
    where x.id = ${id} and b."sweptAt" is null and ${hasItsSpaces}`);

/** SQL condition: all spaces of archive `x` are still in its organization. */
const hasItsSpaces = sql`not exists (
  select from unnest(x."spaceIds") own(id)
  where not exists (select from spaces s where s.id = own.id and s."organizationId" = x."organizationId"))`;

/**
 * Finds the bytes of an archive; null also when its space is deleted or one of its spaces has left the organization.
 */
export const findExportDownload = (reader: Sql, id: string): Promise<Download | null> =>
  reader.first<Download>(sql`
    select x.name, b."contentType", x."blobHash", b."sizeBytes"
    from exports x join blobs b on b.hash = x."blobHash" left join spaces s on s.id = x."spaceId"
    where x.id = ${id} and s."deletedAt" is null and b."sweptAt" is null and ${hasItsSpaces}`);

/** Lists the former paths of pages of a space. */
export const listPageRedirects = (reader: Sql, spaceId: string): Promise<RedirectLine[]> =>
  reader.rows<RedirectLine>(sql`
    select "parentId" as parent, slug, "pageId" as page from page_redirects where "spaceId" = ${spaceId}
    order by "parentId", slug`);

/** Lists the next comments and replies of a space, each thread before its replies. */
export const listComments = (reader: Sql, spaceId: string, after: string, limit: number) =>
  reader.rows<{ id: string }>(sql`
    select c.id, c."changeRequestId", c."reviewId", c."parentId", c."authorId", u."displayName" as author, c.markdown,
      c.status, c."revisionId", c."pageId", c."nodeId", c."tableCell", c."postedAt", c."editedAt", c."resolvedAt",
      c."resolvedById", coalesce((select json_agg(json_build_object('emoji', r.emoji, 'userId', r."userId",
        'reactedAt', r."reactedAt") order by r."reactedAt", r."userId") from reactions r where r."commentId" = c.id),
        '[]'::json) as reactions
    from comments c join users u on u.id = c."authorId"
    where c."spaceId" = ${spaceId} and c.id > ${after} order by c.id limit ${limit}::int`);

/** Lists the next change requests of a space by number, with their reviews and requested reviewers. */
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

const granteeColumns = raw('g."userId", u."displayName" as user, g."teamId", t.title as team, g.role, g."createdAt"');

/** Lists the next grants on a space itself, each with its user or team. */
export const listSpaceGrants = (reader: Sql, spaceId: string, after: string, limit: number) =>
  reader.rows<{ id: string }>(sql`
    select g.id, ${granteeColumns}
    from grants g left join users u on u.id = g."userId" left join teams t on t.id = g."teamId"
    where g."spaceId" = ${spaceId} and g.id > ${after} order by g.id limit ${limit}::int`);

/** Lists the next spaces of an organization, without deleted ones. */
export const listSpaceTreeRows = (reader: Sql, organizationId: string, after: string, limit: number) =>
  reader.rows<SpaceTreeRow>(sql`
    select id, "parentId" as parent, position, title from spaces
    where "organizationId" = ${organizationId} and "deletedAt" is null and id > ${after} order by id limit ${limit}::int`);

/** Position of a space in the tree of its organization. */
export interface SpaceTreeRow {
  readonly id: string;
  readonly parent: string | null;
  readonly position: string;
  readonly title: string;
}

/** Lists the next collections of an organization. */
export const listCollectionLines = (reader: Sql, organizationId: string, after: string, limit: number) =>
  reader.rows<CollectionLine>(sql`
    select id, "parentId" as parent, position, title, description, "defaultLevel" from collections
    where "organizationId" = ${organizationId} and id > ${after} order by id limit ${limit}::int`);

/** Lists the next grants on the collections of an organization. */
export const listCollectionGrants = (reader: Sql, organizationId: string, after: string, limit: number) =>
  reader.rows<{ id: string }>(sql`
    select g.id, g."collectionId", ${granteeColumns}
    from grants g left join users u on u.id = g."userId" left join teams t on t.id = g."teamId"
    where g."organizationId" = ${organizationId} and g."collectionId" is not null and g.id > ${after}
    order by g.id limit ${limit}::int`);

/** Lists the next members of an organization. */
export const listMemberLines = (reader: Sql, organizationId: string, after: string, limit: number) =>
  reader.rows<{ userId: string }>(sql`
    select m."userId", u."displayName" as user, m.role, m.disabled, m."joinedAt"
    from members m join users u on u.id = m."userId"
    where m."organizationId" = ${organizationId} and m."userId" > ${after} order by m."userId" limit ${limit}::int`);

/** Lists the next teams of an organization with their members. */
export const listTeamLines = (reader: Sql, organizationId: string, after: string, limit: number) =>
  reader.rows<{ id: string }>(sql`
    select t.id, t.title, t."createdAt", coalesce((select json_agg(json_build_object('userId', m."userId", 'role', m.role)
      order by m."userId") from team_members m where m."teamId" = t.id), '[]'::json) as members
    from teams t where t."organizationId" = ${organizationId} and t.id > ${after} order by t.id limit ${limit}::int`);
