import { paginate } from '../../../db/keyset.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import type { JobRow } from '../../../loaders/jobs.ts';
import { authorize, requireScope } from '../../../access/policy.ts';
import { toAccess } from '../../../access/resource-access.ts';
import { atLeast } from '../../../access/roles.ts';
import type { Context } from '../context.ts';
import type { JobState } from './fields.ts';
import { jobPolicy, type JobFacts } from './policy.ts';
import { jobsList } from './queries/list.ts';

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

/** Gets a job and authorizes an action on it. */
export async function authorizedJob(ctx: Context, id: string, action: 'view' | 'cancel'): Promise<Job> {
  const row = await ctx.loaders.job.load(id);
  if (row === null) throw notFound('job', id);
  authorize(jobPolicy, action, ctx.actor, await toFacts(ctx, row));
  return row as unknown as Job;
}

async function toFacts(ctx: Context, row: JobRow): Promise<JobFacts & { id: string }> {
  const { id, createdById, organizationId } = row;
  return { id, createdById, organizationId, isAdmin: await isAdminOf(ctx, row) };
}

/** Where jobs are listed: an organization, or one of its spaces. */
type JobPlace = Pick<JobRow, 'organizationId' | 'spaceId'>;

/** Lists the jobs that people began in an organization or in a space, newest first: all for its admins, and for others their own. */
export async function listJobs(ctx: Context, place: JobPlace, page: PageRequest): Promise<Page<Job>> {
  requireScope(ctx.actor, 'space:content:read');
  const createdById = (await isAdminOf(ctx, place)) ? null : ctx.actor.userId;
  return paginate<Job>(ctx, jobsList({ ...place, createdById }), page);
}

async function isAdminOf({ loaders }: Context, { spaceId, organizationId }: JobPlace): Promise<boolean> {
  if (organizationId === null) return false;
  if (spaceId === null) return (await loaders.organization.load(organizationId))?.membership?.role === 'admin';
  const row = await loaders.space.load(spaceId);
  return row !== null && toAccess(row).role === 'admin';
}

/** The result of a job; null for callers who cannot read its space or are not members of its organization. */
export async function resultOf(ctx: Context, { spaceId, organizationId, result }: Job): Promise<unknown> {
  if (result === null || organizationId === null) return null;
  if (spaceId === null) return (await ctx.loaders.organization.load(organizationId))?.membership ? result : null;
  const row = await ctx.loaders.space.load(spaceId);
  const reads = row !== null && row.deletedAt === null && atLeast(toAccess(row).role, 'read');
  return reads ? result : null;
}
