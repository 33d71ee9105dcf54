import type { GitConnection, GitOperation, GitRepository, RevisionCommit } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, raw, sql, type Fragment, type Sql } from '../db/sql.ts';
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

/** A space and something in it, as the keys of loaders: `spaceId entryId`. */
const entryKey = (spaceId: string, entryId: string) => `${spaceId} ${entryId}`;

/** SQL: what was asked for, as `asked("spaceId", "entryId")`. */
function askedEntries(keys: readonly string[]): Fragment {
  const pairs = keys.map((key) => key.split(' '));
  const [spaces, entries] = [pairs.map(([spaceId]) => spaceId ?? ''), pairs.map(([, entryId]) => entryId ?? '')];
  return sql`unnest(${spaces}::text[], ${entries}::text[]) as asked("spaceId", "entryId")`;
}

/** SQL: `file.path`, the path from the directory of the repository `r` of the source `s`, whose key is relative to the folder of the pages. */
const sourceFile = raw(`lateral (
  select case when s.kind = 'reusable-content' then s.key else concat_ws('/', nullif(array_to_string(trim_array(folder.names,
    least(cardinality(folder.names), (length(s.key) - length(key.rest)) / 3)), '/'), ''), key.rest) end as path
  from (select string_to_array(rtrim(r.root, '/'), '/') as names) folder,
    (select regexp_replace(s.key, '^(\\.\\./)+', '') as rest) key) file`);

/**
 * SQL: the sources `s` of main content that the repository `r` has become when both were equal. They are looked up by entry before their
 * line and import are compared (`offset 0`): those match the key of the table as well, and a planner without statistics would read all
 * sources of the space for each entry.
 */
const ownSources = raw(`cross join lateral (select s.* from imported_sources s
    where s."spaceId" = r."spaceId" and s."entryId" = asked."entryId" offset 0) s`);

/** SQL condition: the noted file `f` has a path. Keys of sources are compared bytewise, which the index of files is not made for. */
export const isFileAt = (path: string): Fragment => raw(`f.path = (${path}) collate "default"`);

const isOwnSource = raw(`s.line = r."spaceId" and s."importId" = r."importId"`);

/** The file of a page, file or reusable content in the repository of its space, when both were last equal. */
export interface EntryFile {
  readonly spaceId: string;
  readonly entryId: string;
  /** Id of the bytes, as git has it. */
  readonly oid: string;
  /** From the root of the repository. */
  readonly path: string;
}

/** Reads the file of something in main content by `spaceId entryId`. */
export const entryFileLoader = (reader: Sql) =>
  byKey<EntryFile>(
    reader,
    (keys) => sql`
      select r."spaceId", s."entryId", f.oid, concat_ws('/', nullif(r.directory, ''), f.path) as path
      from ${askedEntries(keys)}
      join git_repositories r on r."spaceId" = asked."spaceId" ${ownSources}
      cross join ${sourceFile}
      cross join lateral (select * from git_files f where f."spaceId" = r."spaceId" and ${isFileAt('file.path')} offset 0) f
      where ${isOwnSource} order by s.key desc`,
    ({ spaceId, entryId }) => entryKey(spaceId, entryId),
  );

/** The file of a page in the repository of its space, where visitors may see it. */
export interface EditableSource extends Pick<GitConnection, 'provider' | 'url' | 'ref' | 'spaceId'> {
  readonly entryId: string;
  /** From the root of the repository. */
  readonly path: string;
}

/** Reads the file of a page by `spaceId pageId`; none where the connection does not want links to it. */
export const editableSourceLoader = (reader: Sql) =>
  byKey<EditableSource>(
    reader,
    (keys) => sql`
      select c."spaceId", s."entryId", c.provider, c.url, c.ref,
        concat_ws('/', nullif(c.directory, ''), file.path) as path
      from ${askedEntries(keys)}
      join git_connections c on c."spaceId" = asked."spaceId" and c."editLinks"
      join git_repositories r on r."spaceId" = c."spaceId" and (r.url, r.ref, r.directory) = (c.url, c.ref, c.directory)
      ${ownSources} cross join ${sourceFile}
      where ${isOwnSource} and s.kind = 'page' order by s.key desc`,
    ({ spaceId, entryId }) => entryKey(spaceId, entryId),
  );
