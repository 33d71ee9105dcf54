import { sql, type Sql } from '../../../../db/sql.ts';
import type { GitPullRequest } from '../../../../db/generated/client.ts';
import type { Stored } from '../../../../db/rows.ts';

/** A pull request of the repository of a connection, as it is stored. */
export type PullRequestRow = Stored<GitPullRequest>;

/** Lists the pull requests of a connection by their numbers. */
export const listPullRequests = (reader: Sql, connectionId: string): Promise<PullRequestRow[]> =>
  reader.rows<PullRequestRow>(sql`
    select * from git_pull_requests where "connectionId" = ${connectionId} order by number`);

interface NotedNews {
  readonly number: number;
  readonly state: string;
  readonly ref: string;
  readonly head: string;
  readonly isFork: boolean;
  /** Null leaves the title as it is. */
  readonly title: string | null;
}

/** Notes what is told of a pull request. One that is closed is noted only if it was known. */
export async function notePullRequest(
  writer: Sql,
  connectionId: string,
  { number, state, ref, head, isFork, title }: NotedNews,
): Promise<void> {
  await writer.rows(sql`
    insert into git_pull_requests ("connectionId", number, state, ref, head, "isFork", title)
    select ${connectionId}, ${number}::int, ${state}, ${ref}, ${head}, ${isFork}::boolean, ${title ?? ''}
    where ${state} = 'open' or exists (
      select from git_pull_requests p where p."connectionId" = ${connectionId} and p.number = ${number}::int)
    on conflict ("connectionId", number) do update set state = excluded.state, ref = excluded.ref, head = excluded.head,
      "isFork" = excluded."isFork", title = coalesce(${title}, git_pull_requests.title)`);
}

interface TakenRequest {
  readonly connectionId: string;
  readonly number: number;
  readonly changeRequestId: string | null;
  /** The commit that was looked at, which is not looked at again. */
  readonly takenCommit: string;
  /** Why there is no preview of it; null for one. */
  readonly problem: string | null;
}

/** Notes which commit of a pull request its change request has. */
export const noteTaken = (
  writer: Sql,
  { connectionId, number, changeRequestId, takenCommit, problem }: TakenRequest,
): Promise<unknown> =>
  writer.rows(sql`
    update git_pull_requests set "changeRequestId" = ${changeRequestId}, "takenCommit" = ${takenCommit}, problem = ${problem}
    where "connectionId" = ${connectionId} and number = ${number}::int`);

/** Notes that a pull request is shown no longer. */
export const noteGone = (writer: Sql, connectionId: string, number: number): Promise<unknown> =>
  writer.rows(sql`
    update git_pull_requests set "changeRequestId" = null, "takenCommit" = null, problem = null
    where "connectionId" = ${connectionId} and number = ${number}::int`);

/** Makes the change requests of the pull requests of a connection ordinary ones, and forgets the pull requests. */
export async function releasePullRequests(writer: Sql, connectionId: string): Promise<void> {
  await writer.rows(sql`
    update change_requests cr set "pullRequestUrl" = null, version = version + 1
    from git_pull_requests p where p."connectionId" = ${connectionId} and cr.id = p."changeRequestId"`);
  await writer.rows(sql`delete from git_pull_requests where "connectionId" = ${connectionId}`);
}

interface LineOfRequest {
  readonly spaceId: string;
  readonly importId: string;
  readonly changeRequestId: string;
}

/**
 * Gives a change request that main content was brought into the sources that main content has now, but of what it has changed itself those
 * that it has.
 */
export async function refreshSources(writer: Sql, { spaceId, importId, changeRequestId }: LineOfRequest) {
  const touched = sql`(select e."entryId" from content_entries e where e.line = ${changeRequestId} and e."toSeq" is null)`;
  await writer.rows(sql`
    delete from imported_sources where "spaceId" = ${spaceId} and line = ${changeRequestId} and "entryId" not in ${touched}`);
  await writer.rows(sql`
    insert into imported_sources ("spaceId", line, "importId", kind, key, "entryId", place, state, "updatedAt")
    select "spaceId", ${changeRequestId}, "importId", kind, key, "entryId", place, state, "updatedAt" from imported_sources
    where "spaceId" = ${spaceId} and line = ${spaceId} and "importId" = ${importId} and "entryId" not in ${touched}
    on conflict do nothing`);
}

/** Forgets the sources of a change request that is closed. */
export const dropSources = (writer: Sql, { spaceId, changeRequestId }: Omit<LineOfRequest, 'importId'>) =>
  writer.rows(sql`delete from imported_sources where "spaceId" = ${spaceId} and line = ${changeRequestId}`);
