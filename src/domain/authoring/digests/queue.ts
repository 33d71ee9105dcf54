import type { Context } from '../../core/context.ts';
import { enqueueSystemJobs } from '../../core/jobs/enqueue.ts';
import { mailQueue } from '../../core/mail/fields.ts';
import { transact } from '../../core/transact.ts';
import { maxQueued } from './fields.ts';
import { digestMail } from './kind.ts';
import { claimDigests } from './queries/digests.ts';

/**
 * Queues the digests that are due, and returns their number. The claim and the jobs are one transaction, so several processes may do so at
 * once. While the latest digest of somebody waits for the mail server there is no other: it tells what is new when it is sent.
 */
export const queueDigests = (outer: Context): Promise<number> =>
  transact(outer, async (ctx) => {
    const userIds = await claimDigests(ctx.sql, ctx.now(), maxQueued);
    if (userIds.length === 0) return 0;
    await enqueueSystemJobs(
      ctx,
      digestMail,
      userIds.map((userId) => ({
        organizationId: null,
        payload: { userId },
        exclusive: mailQueue,
        key: `${digestMail.name} ${userId}`,
      })),
    );
    return userIds.length;
  });
