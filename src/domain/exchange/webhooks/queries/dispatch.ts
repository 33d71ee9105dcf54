import type { EventRow } from '../../../../loaders/events.ts';
import { sql, type Fragment, type Sql } from '../../../../db/sql.ts';
import type { WebhookRow } from '../../../../loaders/webhooks.ts';
import type { Wanted } from '../../../core/events/patterns.ts';
import { mayWant } from '../../../core/events/queries/events.ts';
import { addSending, type EventTask } from '../../../core/events/queries/tasks.ts';

/** An event that was not dispatched yet, with the position up to which events were. */
export interface UndispatchedEvent extends EventRow {
  readonly after: number;
}

/** Lists the next events of an organization that were not dispatched yet, in their order. */
export const listUndispatched = (reader: Sql, organizationId: string, limit: number) =>
  reader.rows<UndispatchedEvent>(sql`select e.*, known.position as after
    from (select coalesce((
      select position from event_dispatches where "organizationId" = ${organizationId}), 0) as position) known
    join events e on e."organizationId" = ${organizationId} and e.position > known.position
    order by e.position limit ${limit}::int`);

/** Lists the next events that a webhook which catches up has missed, up to the last one that was dispatched. */
export const listMissed = (reader: Sql, { organizationId, cursor }: WebhookRow, limit: number) =>
  reader.rows<EventRow>(sql`select e.* from events e
    where e."organizationId" = ${organizationId} and e.position > ${cursor}::bigint
      and e.position <= (select position from event_dispatches where "organizationId" = ${organizationId})
    order by e.position limit ${limit}::int`);

/** Finds a webhook of an organization that catches up; null without one. */
export const findCatchingUp = (reader: Sql, organizationId: string): Promise<WebhookRow | null> =>
  reader.first(sql`select w.* from webhooks w
    where w."organizationId" = ${organizationId} and w."catchesUp" and w.active order by w.id limit 1`);

/** Lists the active webhooks of an organization that may want some of a batch of events. */
export const listInterested = (reader: Sql, organizationId: string, wanted: Wanted): Promise<WebhookRow[]> =>
  reader.rows(sql`select w.* from webhooks w where ${mayWant(organizationId, wanted)} order by w.id`);

/** A collection or space in a collection, with the rank of an admin of that collection on it. */
interface RankInside {
  readonly collectionId: string;
  readonly id: string;
  readonly rank: number;
}

/**
 * The ranks of the admins of collections on those of the given spaces and collections that are in them. A collection or space that sets
 * a level of its own gives this to the admins of those above it. Admins alone see a deleted space.
 */
export const listRanksInside = (reader: Sql, ids: readonly string[], collectionIds: readonly string[]) =>
  reader.rows<RankInside>(sql`
    with recursive above(id, place, rank) as (
      select given.id collate "C", given.id collate "C", null::int from unnest(${[...ids]}::text[]) given(id)
      union
      select above.id, node."parentId", coalesce(above.rank, role_rank(node."defaultLevel"))
      from above cross join lateral (
        select "parentId", "defaultLevel" from spaces where id = above.place
        union all
        select "parentId", "defaultLevel" from collections where id = above.place
      ) node where node."parentId" is not null
    )
    select above.place as "collectionId", above.id,
      case when s."deletedAt" is not null and above.rank < role_rank('admin') then 0
        else coalesce(above.rank, role_rank('admin')) end as rank
    from above left join spaces s on s.id = above.id
    where above.place = any(${[...collectionIds]}::text[])`);

export interface NewDelivery {
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly position: number;
  readonly type: string;
  /** What is sent; null when the first attempt makes it. */
  readonly body: string | null;
}

interface Dispatch {
  /** The run that dispatches, which must still hold its task. */
  readonly task: EventTask;
  /** SQL that moves the position up to which events were dispatched; without a row when another run has moved it. */
  readonly move: (isHeld: Fragment) => Fragment;
  readonly deliveries: readonly NewDelivery[];
  readonly at: Date;
}

/**
 * Inserts deliveries that are due at once, moves the position, and adds the sending, in one statement: each event becomes one delivery
 * of a webhook. Writes nothing, and returns false, when another run has taken over.
 */
async function commit(writer: Sql, { task, move, deliveries, at }: Dispatch): Promise<boolean> {
  const isHeld = sql`exists (select from event_tasks t where t.key = ${task.key} and t."lockedBy" = ${task.worker})`;
  // Webhooks of one place share what they are sent.
  const bodies = [...new Set(deliveries.flatMap(({ body }) => body ?? []))];
  const places = new Map(bodies.map((body, index) => [body, index + 1]));
  const rows = deliveries.map(({ body, ...delivery }) => ({ ...delivery, body: places.get(body ?? '') ?? null }));
  const row = await writer.first<{ readonly isMoved: boolean }>(sql`with moved as (${move(isHeld)} returning true),
    inserted as (
      insert into webhook_deliveries
        (id, "webhookId", "eventId", position, type, body, state, "nextAttemptAt", "createdAt")
      select d.id, d."webhookId", d."eventId", d.position, d.type, (${bodies}::text[])[d.body], 'pending', ${at}::timestamptz, ${at}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as d(id text, "webhookId" text, "eventId" text, position bigint, type text, body int)
      join webhooks w on w.id = d."webhookId" and w.active
      where exists (select from moved)
      on conflict ("webhookId", position) do nothing returning "webhookId"
    ), added as (
      select ${addSending} from (
        select w.id, w."organizationId" from webhooks w where w.id in (select "webhookId" from inserted) order by w.id) w
    )
    select exists (select from moved) as "isMoved", (select count(*) from added)::int as count`);
  return row?.isMoved === true;
}

type Moved = Omit<Dispatch, 'move'> & { readonly after: number; readonly upTo: number };

/** Dispatches the events of an organization up to a position. See `commit`. */
export const commitDispatch = (writer: Sql, { after, upTo, ...dispatch }: Moved) =>
  commit(writer, {
    ...dispatch,
    move: (isHeld) => sql`insert into event_dispatches as known ("organizationId", position)
      select ${dispatch.task.organizationId}, ${upTo}::bigint where ${isHeld}
      on conflict ("organizationId") do update set position = excluded.position where known.position = ${after}::bigint`,
  });

/** Dispatches events up to a position to a webhook that catches up, which may be all that it has missed. See `commit`. */
export const commitMissed = (
  writer: Sql,
  { webhookId, after, upTo, isAll, ...dispatch }: Moved & { readonly webhookId: string; readonly isAll: boolean },
) =>
  commit(writer, {
    ...dispatch,
    move: (isHeld) => sql`update webhooks w set cursor = ${upTo}::bigint, "catchesUp" = not ${isAll}::boolean
      where w.id = ${webhookId} and w.cursor = ${after}::bigint and w."catchesUp" and ${isHeld}`,
  });

/**
 * Begins the dispatch of an organization after its latest event if no webhook of it is active: what happened meanwhile was for nobody.
 * Call it before a webhook becomes active, in the same transaction.
 */
export const beginDispatch = (writer: Sql, organizationId: string) => beginDispatches(writer, sql`${organizationId}`);

/** Begins the dispatch of organizations that SQL selects. See `beginDispatch`. */
export const beginDispatches = (writer: Sql, organizationIds: Fragment) =>
  writer.rows(sql`insert into event_dispatches as known ("organizationId", position)
    select s."organizationId", s.position from event_streams s where s."organizationId" in (${organizationIds})
    on conflict ("organizationId") do update set position = excluded.position where excluded.position > known.position
      and not exists (select from webhooks w where w."organizationId" = known."organizationId" and w.active)
    returning "organizationId"`);
