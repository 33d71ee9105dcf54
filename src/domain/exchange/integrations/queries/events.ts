import type { Actor } from '../../../../access/actor.ts';
import type { KeysetList } from '../../../../db/keyset.ts';
import { raw, sql, type Fragment, type Sql } from '../../../../db/sql.ts';
import type { WebhookDeliveryRow, WebhookRow } from '../../../../loaders/webhooks.ts';
import { formerSecretMs } from '../../webhooks/fields.ts';
import { beginDispatches } from '../../webhooks/queries/dispatch.ts';
import type { MatchedEvent } from '../../webhooks/places.ts';
import type { InstallationView } from '../public-events.ts';

interface Connected {
  readonly integrationId: string;
  /** All installations of the integration when null, and those that were removed and may still be sent that. */
  readonly installationId: string | null;
  readonly now: Date;
}

/**
 * Gives installations a webhook with the address and the secret of their integration, if that has an address; one that they have
 * gets these anew and becomes active. A secret that is replaced signs as well for a day.
 */
export async function connect(writer: Sql, { integrationId, installationId, now }: Connected): Promise<void> {
  await beginDispatches(
    writer,
    sql`select "organizationId" from installations where "integrationId" = ${integrationId}`,
  );
  await writer.rows(sql`with source as (
      select id, "eventsUrl", "sealedEventsSecret" from integrations where id = ${integrationId} for share
    ), connected as (
      select inst.*, source.id as "integrationId", source."eventsUrl", source."sealedEventsSecret"
      from source join (
        select 'whk_' || substr(present.id, 6) as id, present.id as "installationId", present."organizationId"
        from installations present where present."integrationId" = ${integrationId}
        union
        select r."webhookId", r."installationId", w."organizationId"
        from installation_webhooks r join webhooks w on w.id = r."webhookId" where r."integrationId" = ${integrationId}
      ) inst on ${installationId}::text is null or inst."installationId" = ${installationId}
      where source."eventsUrl" is not null
    ), tied as (
      insert into installation_webhooks ("webhookId", "installationId", "integrationId")
      select id, "installationId", "integrationId" from connected on conflict do nothing
    )
    insert into webhooks as w (id, "organizationId", url, types, active, "sealedSecret", cursor, delivered, "createdAt",
      "updatedAt")
    select connected.id, connected."organizationId", connected."eventsUrl", '{}', true, connected."sealedEventsSecret",
      coalesce(s.position, 0), coalesce(s.position, 0), ${now}::timestamptz, ${now}::timestamptz
    from connected left join event_streams s on s."organizationId" = connected."organizationId"
    on conflict (id) do update set url = excluded.url, "sealedSecret" = excluded."sealedSecret", active = true,
      "disabledReason" = null, "disabledAt" = null, failures = 0, "failingSince" = null, "updatedAt" = excluded."updatedAt",
      cursor = case when w.active then w.cursor else excluded.cursor end,
      "sealedFormer" = case when w."sealedSecret" = excluded."sealedSecret" then w."sealedFormer" else w."sealedSecret" end,
      "formerUntil" = case when w."sealedSecret" = excluded."sealedSecret" then w."formerUntil"
        else ${new Date(now.getTime() + formerSecretMs)}::timestamptz end
    returning w.id`);
}

/** Removes the webhooks of the installations of an integration, with their log. */
export async function disconnect(writer: Sql, integrationId: string): Promise<void> {
  await writer.rows(sql`with untied as (
      delete from installation_webhooks where "integrationId" = ${integrationId} returning "webhookId"
    )
    delete from webhooks w using untied where w.id = untied."webhookId"`);
}

/** Reads what the installations of webhooks may be sent of events, by webhook. */
export async function listInstallationViews(
  reader: Sql,
  webhooks: readonly WebhookRow[],
  events: readonly MatchedEvent[],
): Promise<ReadonlyMap<string, InstallationView>> {
  const ids = webhooks.filter(({ types }) => types.length === 0).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const spaceIds = [...new Set(events.flatMap(({ spaceId }) => spaceId ?? []))];
  const subjectIds = [...new Set(events.map(({ subjectId }) => subjectId))];
  const rows = await reader.rows<InstallationView & { readonly webhookId: string }>(sql`
    select r."webhookId", r."installationId", inst.id is not null as "isInstalled", coalesce(inst.paused, false) as paused,
      array(select unnest(inst.scopes) intersect select unnest(i.scopes)) as scopes, i.configurations,
      coalesce(inst.configuration, '{}') as configuration,
      array(
        select s.id from spaces s
        where s.id = any(${spaceIds}::text[]) and s."organizationId" = inst."organizationId" and s."deletedAt" is null
          and (inst."spaceSelection" = 'all' or exists (select from installation_spaces at
            where at."installationId" = inst.id and at."spaceId" = s.id))
      ) as spaces,
      coalesce((
        select jsonb_object_agg(at.id, at.configuration) from (
          select "spaceId" as id, configuration from installation_spaces where "installationId" = inst.id
          union all select "siteId", configuration from installation_sites where "installationId" = inst.id
        ) at where at.id = any(${subjectIds}::text[])
      ), '{}') as places
    from installation_webhooks r join integrations i on i.id = r."integrationId"
    left join installations inst on inst.id = r."installationId"
    where r."webhookId" = any(${ids}::text[])`);
  return new Map(rows.map((row) => [row.webhookId, row]));
}

/** An event that was sent to an integration. */
export interface SentEventRow extends Pick<WebhookDeliveryRow, 'eventId' | 'state' | 'body' | 'createdAt'> {
  readonly integrationId: string;
  readonly installationId: string;
}

const sentColumns = raw('d."eventId", d.state, d.body, d."createdAt", r."integrationId", r."installationId"');
const fromSent = raw('from webhook_deliveries d join installation_webhooks r on r."webhookId" = d."webhookId"');

/** Those of an integration, of which its own token reads all, and an installation what was sent to itself. */
const isSent = ({ integration }: Actor, integrationId: string): Fragment[] => [
  sql`r."integrationId" = ${integrationId}`,
  raw('d.attempts > 0'),
  integration?.installationId ? sql`r."installationId" = ${integration.installationId}` : raw('true'),
];

/** Keyset list of the `SentEventRow` of an integration, newest first. */
export const sentEventsList = (actor: Actor, integrationId: string): KeysetList => ({
  name: 'integration-events',
  filters: [integrationId],
  select: sentColumns,
  from: fromSent,
  where: isSent(actor, integrationId),
  sort: { by: 'd."createdAt"', type: 'timestamptz', id: 'd.id' },
  direction: 'desc',
});

/** Finds an event that was sent to an integration. */
export function findSentEvent(reader: Sql, actor: Actor, key: { readonly integrationId: string; readonly id: string }) {
  const [ofIntegration, isAttempted, isOwn] = isSent(actor, key.integrationId);
  return reader.first<SentEventRow>(sql`select ${sentColumns} ${fromSent}
    where ${ofIntegration} and ${isAttempted} and ${isOwn} and d."eventId" = ${key.id}`);
}
