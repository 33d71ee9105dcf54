import { DomainError, notFound } from '../../lib/errors.ts';
import type { JobRow } from '../../loaders/jobs.ts';
import { authorize } from '../../access/policy.ts';
import type { Context } from '../context.ts';
import { getOrganization } from '../organizations/organizations.ts';
import { spacePolicy } from '../spaces/policy.ts';
import { enterSpace, factsOf as factsOfSpace, withAccess } from '../spaces/spaces.ts';
import type { JobState } from './fields.ts';
import { jobPolicy, type JobFacts } from './policy.ts';

/** Error of a failed job, as a request would have reported it. */
export interface JobError {
  readonly type: string;
  readonly message: string;
}

/** Background work. */
export interface Job extends Omit<JobRow, 'state' | 'error'> {
  readonly state: JobState;
  readonly error: JobError | null;
}

/** Gets a job. Throws not_found unless the caller created it or is an admin of its space. */
export const getJob = (ctx: Context, id: string): Promise<Job> => authorizedJob(ctx, id, 'view');

/** Gets a job and authorizes an action on it. Throws not_found, insufficient_scope. */
export async function authorizedJob(ctx: Context, id: string, action: 'view' | 'cancel'): Promise<Job> {
  const row = await ctx.loaders.job.load(id);
  if (row === null) throw notFound('job', id);
  authorize(jobPolicy, action, ctx.actor, await factsOf(ctx, row));
  return row as unknown as Job;
}

async function factsOf(ctx: Context, row: JobRow): Promise<JobFacts & { id: string }> {
  const { id, createdById, organizationId } = row;
  return { id, createdById, organizationId, isAdmin: await isAdminOf(ctx, row) };
}

async function isAdminOf(ctx: Context, { spaceId, organizationId }: JobRow): Promise<boolean> {
  try {
    if (spaceId !== null) return (await enterSpace(ctx, spaceId)).role === 'admin';
    return (await getOrganization(ctx, organizationId)).membership?.role === 'admin';
  } catch (error) {
    if (error instanceof DomainError && error.type === 'not_found') return false;
    throw error;
  }
}

/** The result of a job; null for callers who cannot read its space or are not members of its organization. */
export async function resultOf(ctx: Context, { spaceId, organizationId, result }: Job): Promise<unknown> {
  if (result === null) return null;
  if (spaceId === null) return (await ctx.loaders.organization.load(organizationId))?.membership ? result : null;
  const row = await ctx.loaders.space.load(spaceId);
  const reads = row !== null && spacePolicy.rules.readContent.allows(ctx.actor, factsOfSpace(withAccess(row)));
  return reads ? result : null;
}
