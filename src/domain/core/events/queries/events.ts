import type { Actor } from '../../../../access/actor.ts';
import { isInstallation } from '../../../../access/actor.ts';
import { rankOfRole } from '../../../../access/roles.ts';
import {
  accessTree,
  collectionRankColumns,
  collectionTreeJoin,
  siteRank,
  siteRankColumns,
  siteTreeJoin,
  spaceAtLeast,
  spaceRank,
  spaceRankColumns,
  spaceTreeJoin,
} from '../../../../access/queries/visible-resources.ts';
import type { KeysetList } from '../../../../db/keyset.ts';
import { raw, sql, type Fragment, type Sql } from '../../../../db/sql.ts';
import { isRetained } from '../../../../loaders/spaces.ts';
import type { Origin } from '../../context.ts';
import { isAuditOnly, readableTypes, readersOf } from '../audience.ts';
import type { EventType } from '../catalogue.ts';
import { dispatchTask, maxEventCount } from '../fields.ts';
import type { EmittedEvent } from '../emit.ts';
import { isDiscussed, isWatched } from '../notified.ts';
import { typesOf, wantedOf, type Wanted } from '../patterns.ts';
import type { Readers } from '../readers.ts';

interface NewEvents {
  readonly organizationId: string;
  readonly actorId: string;
  readonly requestId: string;
  readonly tokenId: string;
  readonly origin: Origin;
  readonly createdAt: Date;
  readonly events: readonly (EmittedEvent & { readonly id: string })[];
}

/**
 * Writes the events of a transaction for an organization: its commit raises the counter of the organization and gives them the
 * positions from there on, in their order. If a webhook may want one, or people may have to be notified, it adds the
 * dispatch of the organization; true when it does.
 */
export async function appendEvents(writer: Sql, { organizationId, events, ...call }: NewEvents): Promise<boolean> {
  const { origin, ...common } = call;
  const rows = events.map(({ subject: { id: subjectId, label, ...places }, ...event }, at) => ({
    ...origin,
    ...common,
    ...places,
    ...event,
    subjectId,
    subjectLabel: label ?? null,
    nth: at + 1,
  }));
  const batch = await writer.first<{ readonly isDispatched: boolean }>(
    sql`insert into event_batches (id, "organizationId", events, task)
      values (${events[0]?.id}, ${organizationId}, ${JSON.stringify(rows)}::jsonb,
        case when ${hasRecipients(organizationId, events)} then ${dispatchTask} end)
      returning task is not null as "isDispatched"`,
  );
  return batch?.isDispatched === true;
}

/** SQL condition: a webhook may want some of these events, or people may have to be notified of them. */
function hasRecipients(organizationId: string, events: NewEvents['events']): Fragment {
  if (isDiscussed(events)) return raw('true');
  const wanted = wantedOf(events.map(({ type, data, subject }) => ({ ...subject, type, data })));
  const hasWebhook = sql`exists (select from webhooks w where ${mayWant(organizationId, wanted)})`;
  if (!isWatched(events)) return hasWebhook;
  return sql`${hasWebhook} or exists (select from watches w where w."organizationId" = ${organizationId})`;
}

/** SQL condition: webhook `w` of an organization may want some of a batch of events. It finds those of the places by their index. */
export const mayWant = (organizationId: string, { places, patterns, toInstallations }: Wanted): Fragment => sql`
  w."organizationId" = ${organizationId} and w.active
  and coalesce(w."spaceId", w."collectionId", w."siteId", '') = any(array(
    select '' union all select places_of(${[...places]}::text[])))
  and (w.types && ${[...patterns]}::text[] or (${toInstallations}::boolean and cardinality(w.types) = 0))`;

export interface EventFilter {
  /** The position after which the list begins. */
  readonly since: number | null;
  /** Patterns of types. */
  readonly types: readonly string[] | null;
  readonly spaceId: string | null;
  readonly siteId: string | null;
  /** Null for what belongs to no change request; events of all when omitted. */
  readonly changeRequestId?: string | null;
}

interface EventsOfOrganization extends EventFilter {
  readonly organizationId: string;
  readonly actor: Actor;
  readonly direction: 'asc' | 'desc';
}

/** Keyset list of the `EventRow` of an organization that the caller may read. */
export function eventsList({ organizationId, actor, direction, ...filter }: EventsOfOrganization): KeysetList {
  const { since, types, spaceId, siteId, changeRequestId } = filter;
  return {
    name: 'events',
    filters: [organizationId, direction, types, spaceId, siteId, changeRequestId, since],
    with: accessTree(organizationId, actor),
    select: raw('e.*'),
    from: fromPlaces(organizationId),
    where: [
      sql`e."organizationId" = ${organizationId}`,
      isReadable(actor),
      sql`e.position > (select known.expired from event_streams known where known."organizationId" = ${organizationId})`,
      since === null ? null : sql`e.position > ${since}::bigint`,
      hasType(types),
      spaceId === null ? null : sql`e."spaceId" = ${spaceId}`,
      siteId === null ? null : sql`e."siteId" = ${siteId}`,
      changeRequestId === undefined ? null : sql`e."changeRequestId" is not distinct from ${changeRequestId}`,
    ],
    sort: { by: 'e.position', type: 'bigint', id: 'e.id' },
    direction,
    countUpTo: maxEventCount,
  };
}

/** SQL condition: event `e` has one of the types that patterns name. */
function hasType(patterns: readonly string[] | null): Fragment | null {
  if (patterns === null || patterns.includes('*')) return null;
  return isAmong(typesOf(patterns));
}

/** SQL condition: event `e` has one of some types. Those of one are read in their order from an index, which those of several are not. */
const isAmong = (types: readonly EventType[]): Fragment =>
  types.length === 1 ? sql`e.type = ${types[0]}` : sql`e.type = any(${types}::text[])`;

export interface AuditFilter {
  /** ISO 8601 timestamps. */
  readonly from: string | null;
  readonly to: string | null;
  /** Patterns of types. */
  readonly types: readonly string[] | null;
  readonly actorId: string | null;
  readonly subjectId: string | null;
}

interface AuditOfOrganization extends AuditFilter {
  readonly organizationId: string;
  readonly actor: Actor;
}

/** Keyset list of the `EventRow` of an organization that the token of an admin may read, the latest first. */
export const auditList = ({ organizationId, actor, ...filter }: AuditOfOrganization): KeysetList => ({
  name: 'audit-events',
  filters: [organizationId, filter],
  select: raw('e.*'),
  from: raw('from events e'),
  where: [
    sql`e."organizationId" = ${organizationId}`,
    filter.from === null ? null : sql`e."createdAt" >= ${filter.from}::timestamptz`,
    filter.to === null ? null : sql`e."createdAt" < ${filter.to}::timestamptz`,
    isAmong(readableTypes(actor, filter.types)),
    filter.actorId === null ? null : sql`e."actorId" = ${filter.actorId}`,
    filter.subjectId === null ? null : sql`e."subjectId" = ${filter.subjectId}`,
  ],
  sort: { by: 'e.position', type: 'bigint', id: 'e.id' },
  direction: 'desc',
  countUpTo: maxEventCount,
});

/** The rank of the caller on each space, collection and site of the organization, as `accessTree` computes them. */
export const withRanks = (organizationId: string, actor: Actor): Fragment => sql`${accessTree(organizationId, actor)},
  ranked as materialized (
    select s.id, ${spaceRankColumns}, s."deletedAt" is not null as deleted
    from spaces s ${spaceTreeJoin} where s."organizationId" = ${organizationId} and ${isRetained}
    union all
    select c.id, ${collectionRankColumns}, false from collections c ${collectionTreeJoin}
    where c."organizationId" = ${organizationId}
    union all
    select t.id, ${siteRankColumns}, false from sites t ${siteTreeJoin} where t."organizationId" = ${organizationId}
  )`;

/** Joins what `rankOnPlace` needs to events `e`, by key: `offset 0` keeps the planner from comparing each event with all spaces. */
const fromPlaces = (organizationId: string) => sql`from events e cross join caller cross join places
  left join lateral (
    select s.* from spaces s where s.id = e."spaceId" and s."organizationId" = ${organizationId} and ${isRetained} offset 0) s on true
  left join lateral (
    select t.id from sites t where t.id = e."siteId" and t."organizationId" = ${organizationId} offset 0) t on true`;

/**
 * SQL expression: the rank of the caller on what event `e` belongs to. Admins see what is gone, or elsewhere by now; others see what
 * was deleted if they are admins of it.
 */
const rankOnPlace = sql`case when caller.rank = role_rank('admin') then caller.rank
  when s.id is not null then case when s."deletedAt" is null or ${spaceAtLeast('admin')} then ${spaceRank} else 0 end
  when places.levels ? e."collectionId" then effective_rank(caller.rank, (places.ranks ->> e."collectionId")::int)
  when t.id is not null then ${siteRank} else 0 end`;

/** The types of events in the feed that a token may read, with who reads them. */
const typesInFeed = (actor: Actor): [EventType, Readers][] =>
  readableTypes(actor, null).flatMap((type) => (isAuditOnly(type) ? [] : [[type, readersOf(type)]]));

/** SQL condition: the caller may read event `e`. The twin of `mayRead` in events.ts, proved equal by tests. */
function isReadable(actor: Actor): Fragment {
  const types = typesInFeed(actor);
  const needed = (where: Readers['on']) =>
    JSON.stringify(
      Object.fromEntries(
        types.flatMap(([type, { on, role }]) => {
          const isOpen = role === null || (on === 'organization' && isInstallation(actor));
          return on === where ? [[type, isOpen ? 0 : rankOfRole(role)]] : [];
        }),
      ),
    );
  const ofCreators = types.flatMap(([type, { creator }]) => (creator ? [type] : []));
  return sql`(caller.rank >= (${needed('organization')}::jsonb ->> e.type)::int
    or ${rankOnPlace} >= (${needed('resource')}::jsonb ->> e.type)::int
    or (e.type = any(${ofCreators}::text[]) and e.data ->> 'creator' = ${actor.userId} and caller.rank is not null))`;
}

/** The newest position of an organization, and the last one that is no longer kept. Null before the first event. */
export const findStream = (reader: Sql, organizationId: string) =>
  reader.first<{ readonly position: number; readonly expired: number }>(
    sql`select position, expired from event_streams where "organizationId" = ${organizationId}`,
  );

/** The newest positions of organizations. */
export async function listPositions(reader: Sql, organizationIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await reader.rows<{ readonly id: string; readonly position: string }>(
    sql`select "organizationId" as id, position::text from event_streams
      where "organizationId" = any(${[...organizationIds]}::text[])`,
  );
  return new Map(rows.map(({ id, position }) => [id, position]));
}

/** Deletes the oldest events from before an instant. Returns their number. */
export async function deleteOldEvents(writer: Sql, before: Date, limit: number): Promise<number> {
  const gone = await writer.rows(sql`delete from events where id in (
      select id from events where "createdAt" < ${before}::timestamptz order by "createdAt" limit ${limit}::int
      for update skip locked
    ) returning id`);
  return gone.length;
}

/**
 * Ends what the feeds show before the first event that is no older than an instant. Reads the events that have become too old
 * since the last time, and waits for no writer of an organization.
 */
export const expireFeeds = (writer: Sql, before: Date): Promise<unknown> =>
  writer.rows(sql`update event_streams s set expired = kept.after
    from event_streams known cross join lateral (
      select coalesce((
        select e.position - 1 from events e where e."organizationId" = known."organizationId"
          and e.position > known.expired and e."createdAt" >= ${before}::timestamptz order by e.position limit 1
      ), known.position) as after
    ) kept
    where s."organizationId" = known."organizationId" and kept.after > known.expired
      and s."organizationId" in (select free."organizationId" from event_streams free for update skip locked)`);
