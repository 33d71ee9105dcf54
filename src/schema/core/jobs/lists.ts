import { listJobs } from '../../../domain/core/jobs/jobs.ts';
import { Space } from '../../authoring/spaces/space.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { Organization } from '../../people/organizations/organization.ts';
import { Job } from './job.ts';

export const JobConnection = connectionOf(Job, 'Job', 'a background job', 'background jobs');

const whose = 'Its admins see all that people began, and others their own';

builder.objectField(Organization, 'jobs', (t) =>
  t.field({
    type: JobConnection,
    description: `The background jobs in the organization and its spaces, newest first. ${whose}.`,
    args: pageArgs,
    resolve: async ({ id }, args, ctx, info) =>
      toConnection(await listJobs(ctx, { organizationId: id, spaceId: null }, pageRequest(args, info))),
  }),
);

builder.objectField(Space, 'jobs', (t) =>
  t.field({
    type: JobConnection,
    description: `The background jobs of the space, newest first. ${whose}.`,
    args: pageArgs,
    resolve: async ({ id, organizationId }, args, ctx, info) =>
      toConnection(await listJobs(ctx, { organizationId, spaceId: id }, pageRequest(args, info))),
  }),
);
