import { raw, sql, type Fragment, type Sql } from '../../../../db/sql.ts';
import { deliveryTask, dispatchTask } from '../../../core/events/fields.ts';
import type { Delivery } from '../../../core/jobs/deliveries.ts';

/** Flag of jobs for addresses whose last attempt has failed, which may take up half of the slots at most. */
export const failingFlag = 'failing';

interface Recipient {
  readonly organizationId: string;
  /** Whether its last attempt has failed. */
  readonly isFailing: boolean;
}

/** Whose turn a job of a webhook is; null when the webhook is gone. */
export const findRecipient = (reader: Sql, id: string): Promise<Recipient | null> =>
  reader.first(sql`select "organizationId", failures > 0 as "isFailing" from webhooks where id = ${id}`);

/** SQL that adds a job of the webhook `w`, which runs beside no other of it. */
const addJob = (when: Fragment): Fragment =>
  sql`lateral add_keyed_job(${deliveryTask}::text, json_build_object('id', w.id), queue_name => w.id, ${when},
      flags => array[w."organizationId"] || case when w.failures > 0 then array[${failingFlag}::text] else '{}' end)`;

/**
 * Adds the job that sends webhooks what is due, one at a time for each. Its key replaces a job that waits, so that there is one
 * for all events of a burst.
 */
export const addDelivery = (writer: Sql, webhookIds: readonly string[]) =>
  writer.rows(sql`select q.id::text from webhooks w, ${addJob(raw('job_key => w.id'))} q
    where w.id = any(${[...webhookIds]}::text[])`);

/** SQL that joins the time of the next attempt of the webhook `w`, or null. */
const nextAttempt = raw(`lateral (select min(waiting.at) as at from (
    (select d."nextAttemptAt" as at from webhook_deliveries d
      where d."webhookId" = w.id and d.state = 'pending' and d.step = 0 order by d.position limit 1)
    union all
    (select d."nextAttemptAt" from webhook_deliveries d
      where d."webhookId" = w.id and d.state = 'pending' and d.step > 0 order by d."nextAttemptAt", d.position limit 1)
  ) waiting) next`);

/**
 * Adds the job for the next retry of a webhook, if it has one. It has a key of its own: the job of a new event must not be put
 * off. `now` is the time by the clock of the deliveries.
 */
export const addRetry = (writer: Sql, webhookId: string, now: Date) =>
  writer.rows(sql`select q.id::text from webhooks w cross join ${nextAttempt}, ${addJob(sql`job_key => w.id || ' retry',
      run_at => now() + greatest(next.at - ${now}::timestamptz, interval '0')`)} q
    where w.id = ${webhookId} and w.active and next.at is not null`);

/**
 * Renews the lock of a run on its job. False when it does not hold the job any more. Graphile Worker 0.16 has no function for
 * this: it gives a lock up after four hours.
 */
export const renewLock = async (writer: Sql, { queuedId, worker }: Delivery): Promise<boolean> =>
  (await writer.first(sql`update graphile_worker._private_jobs set locked_at = now()
    where id = ${queuedId}::bigint and locked_by = ${worker} returning id::text`)) !== null;

/**
 * Releases the jobs whose worker has given no sign of life for `silentMs`, except those of `alive` workers, and the queues of
 * webhooks whose worker holds no job any more: another worker has ended its job, and nothing else would release them.
 */
export const releaseLost = (writer: Sql, silentMs: number, alive: readonly string[]) => {
  const isSilent = sql`q.locked_at <= now() - make_interval(secs => ${silentMs}::float8 / 1000)
    and q.locked_by <> all(${[...alive]}::text[])`;
  return writer.rows(sql`select graphile_worker.force_unlock_workers(array(
      select q.locked_by from graphile_worker.jobs q
      where q.task_identifier in (${dispatchTask}, ${deliveryTask}) and ${isSilent}
      union all
      select q.locked_by from graphile_worker._private_job_queues q join webhooks w on w.id = q.queue_name
      where ${isSilent} and not exists (select from graphile_worker.jobs j where j.locked_by = q.locked_by)))::text`);
};

/**
 * Removes the jobs that another one has replaced while they ran, and that ended by an error or with their process. The queue
 * runs them no more, and would keep them.
 */
export const removeReplaced = (writer: Sql) =>
  writer.rows(sql`select q.id::text from graphile_worker.complete_jobs(array(
      select j.id from graphile_worker.jobs j
      where j.task_identifier in (${dispatchTask}, ${deliveryTask}) and j.key is null and j.locked_by is null
        and j.attempts >= j.max_attempts)) q`);

/**
 * Adds the jobs that are missing: of events that were written while a webhook was made, which the writer did not see yet, and
 * of deliveries whose job was lost.
 */
export async function addMissingDeliveries(writer: Sql, now: Date): Promise<void> {
  await writer.rows(sql`select add_dispatch(${dispatchTask}, late.id)::text from (
      select distinct w."organizationId" as id from webhooks w join event_streams s on s."organizationId" = w."organizationId"
      where w.active and w.cursor < s.position
        and not exists (select from graphile_worker.jobs j where j.key = w."organizationId")
    ) late`);
  const late = await writer.rows<{
    id: string;
  }>(sql`select w.id from webhooks w cross join ${nextAttempt}
    where w.active and next.at <= ${now}::timestamptz
    and not exists (select from graphile_worker.jobs j where j.key in (w.id, w.id || ' retry') and j.run_at <= now())`);
  const ids = late.map(({ id }) => id);
  if (ids.length > 0) await addDelivery(writer, ids);
}
