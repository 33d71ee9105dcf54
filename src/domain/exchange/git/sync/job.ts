import * as z from 'zod';
import { jobHandler, type JobKind } from '../../../core/jobs/kind.ts';
import { syncConnection } from './sync-connection.ts';

const Payload = z.object({ connectionId: z.string() });

const Result = z.object({
  /** `unchanged` when both sides were equal, `conflicted` when a change request waits. */
  state: z.enum(['unchanged', 'completed', 'conflicted']),
  /** Id of the operation; null when there was nothing to do. */
  operation: z.string().nullable(),
});

/** Stored result of a sync. */
export type GitSyncResult = z.infer<typeof Result>;

/** Makes a space and its branch equal. It writes as the service user of the connection, whoever has started it. */
export const gitSync: JobKind<z.infer<typeof Payload>, GitSyncResult> = {
  name: 'git-sync',
  payload: Payload,
  result: Result,
  bySystem: true,
};

export const gitSyncHandler = jobHandler(gitSync, (ctx, { connectionId }, run) =>
  syncConnection(ctx, connectionId, {
    jobId: run.jobId,
    progress: (phase) => run.progress({ phase }),
  }),
);
