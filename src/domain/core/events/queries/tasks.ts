import { raw, sql, type Fragment, type Sql } from '../../../../db/sql.ts';
import { dispatchTask, sendTask } from '../fields.ts';

/** Work on events that one process at a time does: for an organization (`dispatchTask`), or for a webhook (`sendTask`). */
export interface EventTask {
  /** Id of the organization, or of the webhook. */
  readonly key: string;
  readonly organizationId: string;
  /** Id of this run, which holds the task until its lease ends; never reused. */
  readonly worker: string;
  /** Whether the address of the webhook has failed at the last attempt. */
  readonly isFailing: boolean;
}

interface Claim {
  readonly task: typeof dispatchTask | typeof sendTask;
  readonly worker: string;
  readonly leaseMs: number;
  /** Organizations whose tasks are left to others. */
  readonly without: readonly string[];
  /** Whether to take no webhooks whose address fails. */
  readonly withoutFailing: boolean;
}

/** What is due for an organization, and whether for it or for a webhook of it. */
export type DueTask = Pick<EventTask, 'organizationId'> & Pick<Claim, 'task'>;

const dueOf = (task: Claim['task']) => sql`(select distinct task, "organizationId" from event_tasks
    where task = ${task} and least("dueAt", "lockedUntil") <= now() and ("lockedUntil" is null or "lockedUntil" <= now())
    limit 1000)`;

/**
 * The kinds of tasks that are due and that nobody holds, for a thousand organizations each at most, which are more than a process works
 * for at once. One look tells which claims are in vain.
 */
export const listDueTasks = (reader: Sql) =>
  reader.rows<DueTask>(sql`${dueOf(dispatchTask)} union all ${dueOf(sendTask)}`);

const leaseEnd = (ms: number) => sql`now() + make_interval(secs => ${ms}::float8 / 1000)`;

/**
 * Claims the task that has been due for longest, and that nobody holds; null when there is none. It is found once: as a table beside the
 * one that is updated, the search could run for each row of that, and hold two tasks of which one is never worked on.
 */
export const claimTask = (writer: Sql, { task, worker, leaseMs, without, withoutFailing }: Claim) =>
  writer.first<EventTask>(sql`with claimed as materialized (
      select due.key, coalesce(w.failures > 0, false) as "isFailing"
      from event_tasks due left join webhooks w on w.id = due.key
      where due.task = ${task} and least(due."dueAt", due."lockedUntil") <= now()
        and (due."lockedUntil" is null or due."lockedUntil" <= now())
        and due."organizationId" <> all(${[...without]}::text[])
        and not (${withoutFailing}::boolean and coalesce(w.failures > 0, false))
      order by least(due."dueAt", due."lockedUntil") limit 1 for update of due skip locked
    )
    update event_tasks t
    set "lockedBy" = ${worker}, "lockedUntil" = ${leaseEnd(leaseMs)}, "dueAt" = 'infinity'
    from claimed
    where t.key = claimed.key
    returning t.key, t."organizationId", t."lockedBy" as worker, claimed."isFailing"`);

/** Prolongs the lease of a run. False when it holds the task no longer. */
export const renewTask = async (writer: Sql, { key, worker }: EventTask, leaseMs: number): Promise<boolean> =>
  (await writer.first(sql`update event_tasks set "lockedUntil" = ${leaseEnd(leaseMs)}
    where key = ${key} and "lockedBy" = ${worker} returning key`)) !== null;

/**
 * Ends a run: the task is due when `next` milliseconds have passed, or at once when something has been added meanwhile. It is removed
 * when neither is the case. `next` is SQL, of a number or null.
 */
export const endTaskUntil = (writer: Sql, { key, worker }: EventTask, next: Fragment) =>
  writer.rows(sql`with next as materialized (select (${next})::float8 as ms), ended as (
      delete from event_tasks t where t.key = ${key} and t."lockedBy" = ${worker} and t."dueAt" = 'infinity'
        and (select ms from next) is null
      returning t.key
    )
    update event_tasks t set "lockedBy" = null, "lockedUntil" = null,
      "dueAt" = least(t."dueAt", now() + make_interval(secs => (select ms from next) / 1000))
    where t.key = ${key} and t."lockedBy" = ${worker} and not exists (select from ended) returning t.key`);

/** Ends a run that has left nothing to do. */
export const endTask = (writer: Sql, task: EventTask) => endTaskUntil(writer, task, raw('null'));

/** Ends a run that has failed. */
export const postponeTask = (writer: Sql, task: EventTask, ms: number) =>
  endTaskUntil(writer, task, sql`${ms}::float8`);

/** Returns the tasks of runs that were stopped: they are due at once. */
export const returnTasks = (writer: Sql, workers: readonly string[]) =>
  writer.rows(sql`update event_tasks set "lockedBy" = null, "lockedUntil" = null, "dueAt" = now()
    where "lockedBy" = any(${[...workers]}::text[]) returning key`);

/** Ends the leases of all processes that are gone: a process that is alone holds none when it starts. */
export const returnAllTasks = (writer: Sql) =>
  writer.rows(sql`update event_tasks set "lockedBy" = null, "lockedUntil" = null, "dueAt" = now()
    where "lockedBy" is not null returning key`);

/**
 * Adds the dispatch of organizations whose events were not dispatched although a webhook is active: nobody wanted them, or the writer
 * did not see yet a webhook that was added at the same moment.
 */
export const addMissedDispatches = (writer: Sql) =>
  writer.rows(sql`select add_event_task(${dispatchTask}, s."organizationId", s."organizationId")::text
    from event_streams s left join event_dispatches d on d."organizationId" = s."organizationId"
    where s.position > coalesce(d.position, 0)
      and exists (select from webhooks w where w."organizationId" = s."organizationId" and w.active)`);

/** SQL that adds the sending of webhook `w`. */
export const addSending = raw(`add_event_task('${sendTask}', w.id, w."organizationId")::text`);
