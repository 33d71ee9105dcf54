import type { Context } from '../../core/context.ts';
import { scheduleDigests } from '../../core/mail/queries.ts';
import { transact } from '../../core/transact.ts';
import { editsTogetherMs } from './fields.ts';
import { listRecipients } from './queries/recipients.ts';
import {
  findNextEvents,
  insertNotifications,
  lockCursor,
  lockUnread,
  moveCursor,
  raiseNotifications,
} from './queries/rows.ts';
import { isEdit, putTogether } from './together.ts';
import { thoseWhoMayRead } from './who-may-read.ts';

/** Number of events of which one transaction notifies people. */
const batchSize = 10;

/**
 * Notifies people of the events of an organization: those whom an event concerns and who may read now what it is about, never
 * the one who did it. The cursor moves in the same transaction, so nobody is notified of an event twice.
 */
export async function notifyPeople(ctx: Context, organizationId: string): Promise<void> {
  // One batch after the other.
  while (!ctx.signal.aborted && (await notifyBatch(ctx, organizationId)));
}

/** Notifies of one batch. Returns whether there may be more events. */
const notifyBatch = (outer: Context, organizationId: string): Promise<boolean> =>
  transact(outer, async (ctx) => {
    const after = await lockCursor(ctx.sql, organizationId);
    const next = await findNextEvents(ctx.sql, organizationId, after, batchSize);
    const upTo = next?.last ?? null;
    if (next === null || upTo === null) return false;
    const concerned = await listRecipients(ctx.sql, { organizationId, after, upTo });
    const recipients = await thoseWhoMayRead(ctx, organizationId, concerned);
    const edits = recipients.filter(isEdit);
    const [first] = edits;
    const unread = first ? await lockUnread(ctx.sql, edits, anHourBefore(first.createdAt)) : [];
    const { inserted, raised } = putTogether(recipients, unread, () => ctx.newId('ntf'));
    const told = [...new Set([...inserted, ...raised].map(({ userId }) => userId))];
    if (ctx.mailer !== null && told.length > 0) await scheduleDigests(ctx.sql, told, ctx.now());
    if (inserted.length > 0) await insertNotifications(ctx.sql, organizationId, inserted);
    if (raised.length > 0) await raiseNotifications(ctx.sql, raised);
    await moveCursor(ctx.sql, organizationId, upTo);
    return next.count === batchSize;
  });

const anHourBefore = (instant: string) => new Date(Date.parse(instant) - editsTogetherMs);
