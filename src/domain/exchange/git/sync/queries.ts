import { sql, type Sql } from '../../../../db/sql.ts';
import type { GitConnectionRow } from '../../../../loaders/git.ts';

/** Finds a connection by its id, with its sealed secrets. */
export const findConnection = (reader: Sql, id: string): Promise<GitConnectionRow | null> =>
  reader.first<GitConnectionRow>(sql`select * from git_connections where id = ${id}`);

interface SourcesOfLine {
  readonly spaceId: string;
  readonly importId: string;
  readonly changeRequestId: string;
}

/** Gives a change request the sources that main content has. */
export const copySources = (reader: Sql, { spaceId, importId, changeRequestId }: SourcesOfLine) =>
  reader.rows(sql`
    insert into imported_sources ("spaceId", line, "importId", kind, key, "entryId", place, state, "updatedAt")
    select "spaceId", ${changeRequestId}, "importId", kind, key, "entryId", place, state, "updatedAt"
    from imported_sources where "spaceId" = ${spaceId} and line = ${spaceId} and "importId" = ${importId}`);

/** Makes the sources of a change request those of main content, in the place of what this had. */
export async function takeSources(reader: Sql, { spaceId, changeRequestId }: Omit<SourcesOfLine, 'importId'>) {
  await reader.rows(sql`
    delete from imported_sources s where s."spaceId" = ${spaceId} and s.line = ${spaceId} and s."importId" in (
      select own."importId" from imported_sources own where own."spaceId" = ${spaceId} and own.line = ${changeRequestId})`);
  await reader.rows(sql`
    update imported_sources set line = ${spaceId} where "spaceId" = ${spaceId} and line = ${changeRequestId}`);
}

/** A push of which nobody knows whether it has arrived. */
interface OpenPush {
  readonly commit: string;
  readonly revisionId: string;
}

/** Finds the last push of a connection, unless the sync has noted that it has arrived. */
export const findOpenPush = (reader: Sql, connectionId: string): Promise<OpenPush | null> =>
  reader.first<OpenPush>(sql`
    select commit, "revisionId" from (
      select * from git_operations where "connectionId" = ${connectionId} and stage = 'push'
      order by "startedAt" desc, id desc limit 1) last
    where state in ('running', 'failed') and commit is not null and "revisionId" is not null`);

/** Marks operations that a process has left without an end. */
export const endLostOperations = (reader: Sql, connectionId: string, now: Date) =>
  reader.rows(sql`
    update git_operations set state = 'failed', "endedAt" = ${now.toISOString()}::timestamptz,
      error = '{"type": "internal", "message": "It was interrupted, and another sync goes on with it"}'
    where "connectionId" = ${connectionId} and state = 'running'`);

/** The revision of the last operation, if it has made both sides equal. */
export async function findLastEqual(reader: Sql, connectionId: string): Promise<string | null> {
  const row = await reader.first<{ state: string; revisionId: string | null }>(sql`
    select state, "revisionId" from git_operations where "connectionId" = ${connectionId}
    order by "startedAt" desc, id desc limit 1`);
  return row?.state === 'completed' ? row.revisionId : null;
}

/** A revision of main content that is new to the repository, newest first. */
export interface NewRevision {
  readonly id: string;
  readonly createdById: string | null;
  /** The merged change request; null for other revisions. */
  readonly number: number | null;
  readonly subject: string | null;
  /** Who has written in the change request. */
  readonly contributors: readonly string[];
}

/** Lists the newest revisions of main content after one; all when that is null or unknown. */
export const listNewRevisions = (
  reader: Sql,
  { spaceId, after, limit }: { readonly spaceId: string; readonly after: string | null; readonly limit: number },
): Promise<NewRevision[]> =>
  reader.rows<NewRevision>(sql`
    select r.id, r."createdById", cr.number, cr.subject,
      array(select distinct own."createdById" from revisions own
        where own.line = cr.id and own."createdById" is not null) as contributors
    from revisions r left join change_requests cr on cr."revisionMergedId" = r.id
    where r.line = ${spaceId} and r.seq > coalesce((select seq from revisions where id = ${after} and line = ${spaceId}), 0)
    order by r.seq desc limit ${limit}::int`);
