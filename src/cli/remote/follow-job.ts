import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { DomainError, failure } from '../../lib/errors.ts';
import type { Spinner } from '../spinner.ts';
import { call, type Server } from './server.ts';

const firstWaitMs = 200;
const longestWaitMs = 2_000;
const maxAttempts = 5;

/** The response that starts a job. */
export const StartedJob = z.object({ id: z.string() });

const Job = StartedJob.extend({
  state: z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']),
  progress: z.object({ done: z.int(), total: z.int().nullish(), phase: z.string() }),
  result: z.unknown().optional(),
  downloadURL: z.string().optional(),
  error: z.object({ message: z.string() }).nullish(),
});

type Job = z.infer<typeof Job>;

/** Waits until a job completes and shows its progress. Throws invalid_state when it fails or is cancelled. */
export async function followJob(server: Server, { id }: { readonly id: string }, spinner: Spinner): Promise<Job> {
  let shown = '';
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 1.5, longestWaitMs)) {
    const job = await readJob(server, id);
    const { done, total, phase } = job.progress;
    spinner.progress({ done, ...(total ? { total } : {}), ...(phase === shown || phase === '' ? {} : { phase }) });
    shown = phase;
    if (job.state === 'completed') return job;
    if (job.state === 'failed' || job.state === 'cancelled')
      throw failure('invalid_state', job.error?.message ?? `The job ${id} was cancelled`);
    await sleep(waitMs);
  }
}

/** Reads a job. Retries while the server is unavailable, because jobs survive a restart of the server. */
async function readJob(server: Server, id: string, attempt = 1): Promise<Job> {
  try {
    return await call(server, `/v1/jobs/${encodeURIComponent(id)}`, Job);
  } catch (error) {
    const passes = error instanceof DomainError && error.type === 'unavailable';
    if (!passes || attempt === maxAttempts) throw error;
    await sleep(attempt * longestWaitMs);
    return readJob(server, id, attempt + 1);
  }
}
