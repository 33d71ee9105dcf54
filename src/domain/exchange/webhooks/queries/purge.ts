import { raw, sql, type Sql } from '../../../../db/sql.ts';

/**
 * SQL condition: delivery `d` of webhook `w` has an attempt before it, or would have one by `lastDelivered`, as long as the feed `s`
 * has its event. The webhooks of installations are not activated so.
 */
const waits = raw(`(d.state = 'pending' and w.active
  or d.state <> 'delivered' and d.position > greatest(w.delivered, s.expired) and cardinality(w.types) > 0)`);

/** Deletes the deliveries from before an instant that wait for nothing. Returns their number. */
export async function deleteOldDeliveries(writer: Sql, before: Date, limit: number): Promise<number> {
  const gone = await writer.rows(sql`delete from webhook_deliveries where id in (
      select d.id from webhook_deliveries d join webhooks w on w.id = d."webhookId"
      left join event_streams s on s."organizationId" = w."organizationId"
      where d."createdAt" < ${before}::timestamptz and not ${waits}
      order by d."createdAt" limit ${limit}::int for update of d skip locked
    ) returning id`);
  return gone.length;
}

/** SQL condition: the organization of webhook `w` has events that were not dispatched yet. */
const hasUndispatched = raw(`exists (select from event_streams s
  left join event_dispatches d on d."organizationId" = s."organizationId"
  where s."organizationId" = w."organizationId" and s.position > greatest(coalesce(d.position, 0), w.cursor))`);

/** Deletes the webhooks whose place is gone and that were sent its end. Returns their number. */
export async function deleteOrphans(writer: Sql): Promise<number> {
  const gone = await writer.rows(sql`delete from webhooks w
    where coalesce(w."spaceId", w."collectionId", w."siteId") is not null
      and not exists (select from spaces s where s.id = w."spaceId")
      and not exists (select from collections c where c.id = w."collectionId")
      and not exists (select from sites t where t.id = w."siteId")
      and not exists (select from webhook_deliveries d where d."webhookId" = w.id and d.state = 'pending')
      and not (w.active and ${hasUndispatched})
    returning id`);
  return gone.length;
}

/** Deletes the webhooks of installations that are gone, when their log is. Returns their number. */
export async function deleteDisconnected(writer: Sql): Promise<number> {
  const gone = await writer.rows(sql`with gone as (
      delete from webhooks w where cardinality(w.types) = 0
        and not exists (select from installation_webhooks r join installations inst on inst.id = r."installationId"
          where r."webhookId" = w.id)
        and not exists (select from webhook_deliveries d where d."webhookId" = w.id)
        and not (w.active and ${hasUndispatched})
      returning id
    ), untied as (delete from installation_webhooks r using gone where r."webhookId" = gone.id)
    select id from gone`);
  return gone.length;
}
