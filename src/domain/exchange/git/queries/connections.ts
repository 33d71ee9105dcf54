import type { KeysetList } from '../../../../db/keyset.ts';
import { raw, sql, type Fragment, type Sql } from '../../../../db/sql.ts';
import type { GitConnectionRow } from '../../../../loaders/git.ts';

/** What a webhook of a host is checked by. */
export type HookedConnection = Pick<GitConnectionRow, 'ref' | 'sealedHookSecret' | 'pullRequests'>;

/** Finds what a webhook of a host is checked by; null for an id of no connection. */
export const findHooked = (reader: Sql, id: string): Promise<HookedConnection | null> =>
  reader.first<HookedConnection>(
    sql`select ref, "sealedHookSecret", "pullRequests" from git_connections where id = ${id}`,
  );

/** SQL condition: connection `c` of space `s` syncs by itself. */
const syncs = raw(`c.status in ('active', 'conflict', 'failed') and s."deletedAt" is null`);

/** SQL: in so many milliseconds. */
const inMs = (ms: number | Fragment) => sql`make_interval(secs => ${ms}::float8 / 1000)`;

/** Makes syncs due, or due earlier. */
export const makeDue = (writer: Sql, ids: readonly string[]): Promise<unknown> =>
  writer.rows(sql`update git_connections set "dueAt" = least("dueAt", now()) where id = any(${[...ids]}::text[])`);

/** Makes the sync of a connection due, and forgets what was seen and tried before. */
export const resetTimes = (writer: Sql, id: string): Promise<unknown> =>
  writer.rows(sql`update git_connections
    set "dueAt" = now(), "lookAt" = now(), "seenCommit" = null, "askedRevisionId" = null where id = ${id}`);

/** How long syncs wait, in milliseconds. */
export interface SyncDelays {
  /** Since the last edit here. */
  readonly quietMs: number;
  /** Since the first edit here. */
  readonly mostMs: number;
  /** Since a sync that has failed, by the number of failures. The last one is repeated. */
  readonly retryMs: readonly number[];
}

/** A sync that is to begin. */
export interface DueSync {
  readonly id: string;
  readonly organizationId: string;
  readonly spaceId: string;
}

interface Taken {
  readonly delays: SyncDelays;
  /** Before the id of a connection in the keys of its jobs. */
  readonly keyPrefix: string;
  readonly limit: number;
}

/**
 * Takes syncs that are due: those that were asked for, those that have failed, those whose change request was merged or archived, and
 * those of spaces that were edited since both sides were equal, once nobody has edited for a while. All of it is read from what is stored, so nothing is lost with a process. A connection
 * whose last sync is under way waits for its end: what was pushed meanwhile is asked for again then.
 */
export const takeDue = (writer: Sql, { delays, keyPrefix, limit }: Taken): Promise<DueSync[]> =>
  writer.rows<DueSync>(sql`
    with due as materialized (
      select c.id, s."revisionId" from git_connections c join spaces s on s.id = c."spaceId"
        left join git_repositories r on r."spaceId" = s.id
        left join revisions newest on newest.id = s."revisionId"
        left join revisions base on base.id = r."revisionId"
        left join revisions asked on asked.id = c."askedRevisionId"
        left join change_requests cr on cr.id = c."changeRequestId"
      where ${syncs}
        and (c."dueAt" <= now() or (c.status = 'conflict' and cr.status in ('merged', 'archived'))
          or (c.status = 'failed' and (select max(o."endedAt") from git_operations o where o."connectionId" = c.id)
            <= now() - ${inMs(retryDelay(delays.retryMs))})
          or (c.direction <> 'import' and s."revisionId" <> r."revisionId"
            and s."revisionId" is distinct from c."askedRevisionId"
            and (newest."createdAt" <= now() - ${inMs(delays.quietMs)}
              or (select min(edit."createdAt") from revisions edit
                where edit.line = s.id and edit.seq > greatest(base.seq, asked.seq)) <= now() - ${inMs(delays.mostMs)})))
        and not exists (select from jobs j where j.key = ${keyPrefix} || c.id and j."finishedAt" is null)
      order by c."dueAt" limit ${limit}::int for update of c skip locked
    )
    update git_connections c set "dueAt" = null, "askedRevisionId" = due."revisionId" from due where c.id = due.id
    returning c.id, c."organizationId", c."spaceId"`);

/** SQL: how long connection `c` waits after its last failure. */
const retryDelay = (delays: readonly number[]): Fragment =>
  sql`(${[...delays]}::float8[])[least(greatest(c.failures, 1), ${delays.length}::int)]`;

/** Takes connections whose branch is to be looked at, and sets when it is looked at next. `spread` is from 0.9 to 1.1. */
export const takeLooks = (writer: Sql, limit: number): Promise<GitConnectionRow[]> =>
  writer.rows<GitConnectionRow>(sql`
    with due as materialized (
      select c.id from git_connections c join spaces s on s.id = c."spaceId"
      where ${syncs} and c.direction <> 'export' and c."pollMinutes" > 0 and c."lookAt" <= now()
      order by c."lookAt" limit ${limit}::int for update of c skip locked
    )
    update git_connections c set "lookAt" = now() + c."pollMinutes" * interval '1 minute' * (0.9 + 0.2 * random())
    from due where c.id = due.id returning c.*`);

/**
 * Makes a sync due when the branch has another tip than the last look and the last sync have seen. Returns whether it has.
 */
export async function noteTip(writer: Sql, { id, spaceId }: DueSync, tip: string): Promise<boolean> {
  const row = await writer.first(sql`
    update git_connections c set "seenCommit" = ${tip}, "dueAt" = least(c."dueAt", now())
    where c.id = ${id} and c."seenCommit" is distinct from ${tip}
      and not exists (select from git_repositories r where r."spaceId" = ${spaceId} and r.commit = ${tip})
    returning c.id`);
  return row !== null;
}

/** Ends the looks at a branch whose host has refused the token. Returns false for a connection that is in another state by now. */
export const noteRefusal = async (writer: Sql, id: string): Promise<boolean> =>
  (await writer.first(sql`update git_connections set status = 'unauthenticated', "dueAt" = null
    where id = ${id} and status in ('active', 'failed') returning id`)) !== null;

/** Keyset list of the `GitOperationRow` of a connection, newest first. */
export const operationsList = (connectionId: string): KeysetList => ({
  name: 'git-operations',
  filters: [connectionId],
  select: raw('o.*'),
  from: raw('from git_operations o'),
  where: [sql`o."connectionId" = ${connectionId}`],
  sort: { by: 'o."startedAt"', type: 'timestamptz', id: 'o.id' },
  direction: 'desc',
});

/** A connection, for operators. */
export interface ConnectionState {
  readonly id: string;
  readonly spaceId: string;
  readonly title: string;
  readonly url: string;
  readonly ref: string;
  readonly directory: string;
  readonly status: string;
  readonly failures: number;
  /** The change request that waits for somebody. */
  readonly changeRequestId: string | null;
  /** When the last sync that has found a difference or has failed ended, and why it failed. */
  readonly endedAt: string | null;
  readonly error: string | null;
}

/** Lists connections of the installation by their ids, or only those that need somebody. */
export const listConnectionStates = (
  reader: Sql,
  {
    after,
    limit,
    onlyFaulty = false,
  }: { readonly after: string; readonly limit: number; readonly onlyFaulty?: boolean },
): Promise<ConnectionState[]> =>
  reader.rows<ConnectionState>(sql`
    select c.id, c."spaceId", s.title, c.url, c.ref, c.directory, c.status, c.failures, c."changeRequestId", last."endedAt",
      case when last.state = 'failed' then (last.error ->> 'type') || ': ' || (last.error ->> 'message') end as error
    from git_connections c join spaces s on s.id = c."spaceId" left join lateral (
      select * from git_operations o where o."connectionId" = c.id order by o."startedAt" desc, o.id desc limit 1) last on true
    where c.id > ${after} and (not ${onlyFaulty}::boolean or c.status in ('unauthenticated', 'failed'))
    order by c.id limit ${limit}::int`);

/** Whether any space is connected. */
export const hasConnections = async (reader: Sql): Promise<boolean> =>
  (await reader.first(sql`select 1 from git_connections limit 1`)) !== null;
