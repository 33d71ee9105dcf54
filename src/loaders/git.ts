import type { GitConnection, GitOperation, GitRepository, RevisionCommit } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, sql, type Sql } from '../db/sql.ts';
import { byKey } from './batch.ts';

/** Reads what a space notes of its repository, by the id of the space. */
export const gitRepositoryLoader = (reader: Sql) =>
  byKey<Stored<GitRepository>>(
    reader,
    (ids) => sql`select * from git_repositories where "spaceId" = ${anyOf(ids)}`,
    ({ spaceId }) => spaceId,
  );

/** Reads the commit of a revision. */
export const revisionCommitLoader = (reader: Sql) =>
  byKey<RevisionCommit>(
    reader,
    (ids) => sql`select * from revision_commits where "revisionId" = ${anyOf(ids)}`,
    ({ revisionId }) => revisionId,
  );

/** The connection of a space with its repository, as it is stored. */
export type GitConnectionRow = Stored<GitConnection>;

/** Reads the connection of a space. */
export const gitConnectionLoader = (reader: Sql) =>
  byKey<GitConnectionRow>(
    reader,
    (ids) => sql`select * from git_connections where "spaceId" = ${anyOf(ids)}`,
    ({ spaceId }) => spaceId,
  );

/** A sync as it is stored. */
export type GitOperationRow = Stored<GitOperation>;

/** Reads syncs by their ids. */
export const gitOperationLoader = (reader: Sql) =>
  byKey<GitOperationRow>(
    reader,
    (ids) => sql`select * from git_operations where id = ${anyOf(ids)}`,
    ({ id }) => id,
  );

/** Reads the last sync of a connection. */
export const lastGitOperationLoader = (reader: Sql) =>
  byKey<GitOperationRow>(
    reader,
    (ids) => sql`select last.* from unnest(${[...ids]}::text[]) as asked(id) cross join lateral (
      select * from git_operations o where o."connectionId" = asked.id order by o."startedAt" desc, o.id desc limit 1) last`,
    ({ connectionId }) => connectionId,
  );

/** The file of a page in the repository of its space, where visitors may see it. */
export interface EditableSource extends Pick<GitConnection, 'provider' | 'url' | 'ref'> {
  /** `spaceId pageId`. */
  readonly key: string;
  /** From the root of the repository. */
  readonly path: string;
}

/** Reads the file of a page by `spaceId pageId`; none where the connection does not want links to it. */
export const editableSourceLoader = (reader: Sql) =>
  byKey<EditableSource>(
    reader,
    (keys) => sql`
      select c."spaceId" || ' ' || s."entryId" as key, c.provider, c.url, c.ref,
        concat_ws('/', nullif(c.directory, ''), r.root || s.key) as path
      from unnest(${keys.map((key) => key.split(' ')[0] ?? '')}::text[], ${keys.map((key) => key.split(' ')[1] ?? '')}::text[])
        as asked("spaceId", "pageId")
      join git_connections c on c."spaceId" = asked."spaceId" and c."editLinks"
      join git_repositories r on r."spaceId" = c."spaceId" and (r.url, r.ref, r.directory) = (c.url, c.ref, c.directory)
      join imported_sources s on s."spaceId" = c."spaceId" and s."entryId" = asked."pageId" and s.line = c."spaceId"
        and s."importId" = r."importId" and s.kind = 'page'`,
    ({ key }) => key,
  );
