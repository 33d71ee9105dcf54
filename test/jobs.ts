import { expect } from 'vitest';
import * as z from 'zod';
import { sql, type Sql } from '../src/db/sql.ts';
import { failure } from '../src/lib/errors.ts';
import { jobHandler, type JobKind, type JobRun } from '../src/domain/core/jobs/kind.ts';
import type { Context } from '../src/domain/core/context.ts';
import { getSpace } from '../src/domain/authoring/spaces/spaces.ts';
import type { Platform } from '../src/app/process/platform.ts';

const Payload = z.object({ spaceId: z.string(), script: z.string() });

/** A job whose function is set by a test. */
export const scripted: JobKind<z.infer<typeof Payload>, { said: string }> = {
  name: 'test-scripted',
  payload: Payload,
  result: z.object({ said: z.string() }),
};

type Script = (ctx: Context, run: JobRun<{ said: string }>) => Promise<{ said: string }>;

const scripts = new Map<string, Script>();

/** Registers the function of a scripted job, and returns its name. */
export function script(does: Script): string {
  const name = `script ${scripts.size}`;
  scripts.set(name, does);
  return name;
}

/** Additional handlers of the server of the tests. */
export const testJobs = [
  jobHandler(scripted, async (ctx, { spaceId, script: name }, run) => {
    await getSpace(ctx, spaceId);
    const does = scripts.get(name);
    if (!does) throw failure('invalid_state', `There is no ${name}`);
    return does(ctx, run);
  }),
];

/** Creates a gate that a script can wait for. */
export function gate() {
  let open: () => void = () => undefined;
  let isOpen = false;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return {
    opened,
    isOpen: () => isOpen,
    open: () => {
      isOpen = true;
      open();
    },
  };
}

/** Puts a job into the queue as one that a process has held for `heldMs`. */
export async function holdJob(
  reader: Sql,
  id: string,
  {
    worker,
    heldMs = 0,
    attempts = 1,
    exclusive = null,
  }: { worker: string; heldMs?: number; attempts?: number; exclusive?: string | null },
): Promise<void> {
  await reader.rows(sql`select id::text from graphile_worker.add_job('job', json_build_object('id', ${id}::text),
    queue_name => ${exclusive}::text, run_at => now() + interval '1 day', job_key => ${id}::text)`);
  const since = sql`now() - make_interval(secs => ${heldMs}::float8 / 1000)`;
  await reader.rows(sql`update graphile_worker._private_jobs
    set locked_by = ${worker}, locked_at = ${since}, run_at = now(), attempts = ${attempts}::int where key = ${id}`);
  await reader.rows(sql`update graphile_worker._private_job_queues set locked_by = ${worker}, locked_at = ${since}
    where queue_name = ${exclusive}::text`);
}

/** Returns the number of these jobs that are running. */
export async function runningOf(reader: Sql, ids: readonly string[]): Promise<number> {
  const rows = await reader.rows(
    sql`select id::text from graphile_worker.jobs where key = any(${[...ids]}::text[]) and locked_by is not null`,
  );
  return rows.length;
}

/**
 * Gives jobs that may begin the chance to do so, to show that one does not: it takes several times the statements that a job
 * needs to begin, on the database that all of them use.
 */
export async function letJobsBegin(reader: Sql): Promise<void> {
  for (let statement = 0; statement < 60; statement += 1) await reader.rows(sql`select 1::text`);
}

/** Makes the next attempt of a failed job due at once, without the back-off of the queue. */
export async function retryAtOnce({ db, services }: Platform, id: string): Promise<void> {
  await expect
    .poll(async () => {
      const retried = await db.sql.rows(sql`update graphile_worker._private_jobs set run_at = now()
        where key = ${id} and locked_at is null and run_at > now() returning id::text`);
      return retried.length;
    })
    .toBe(1);
  services.jobSignals.wake();
}
