import type { GitConnection, GitRepository, RevisionCommit } from '../db/generated/client.ts';
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
