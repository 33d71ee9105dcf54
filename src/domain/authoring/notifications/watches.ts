import { paginate } from '../../../db/keyset.ts';
import { failure, notFound, referenceNotFound } from '../../../lib/errors.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import type { WatchRow } from '../../../loaders/notifications.ts';
import { reaches } from '../../../access/actor.ts';
import { requireScope } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import type { EventSubject } from '../../core/events/emit.ts';
import { transact } from '../../core/transact.ts';
import { getViewer } from '../../people/users/users.ts';
import { listUsersWhoCanRead } from '../reviews/queries.ts';
import { maxWatches, type WatchLevel } from './fields.ts';
import { isMemberWithRole, lockWatcher, watchesList } from './queries/lists.ts';
import { getWatchable, type Watchable } from './watchable.ts';

/** That somebody watches something. */
export interface Watch extends Omit<WatchRow, 'level'> {
  readonly level: WatchLevel;
}

/** What is watched, and by whom: the caller when omitted. */
interface WatchKey {
  readonly nodeId: string;
  readonly userId?: string | null | undefined;
}

/** Lists what the caller watches in the organizations that the token may access, the latest first. */
export async function listWatches(ctx: Context, page: PageRequest): Promise<Page<Watch>> {
  requireScope(ctx.actor, 'user:read');
  return paginate<Watch>(ctx, watchesList(ctx.actor), page);
}

/** Gets a watch of the caller. Throws not_found. */
export async function getWatch(ctx: Context, id: string): Promise<Watch> {
  const row = await ctx.loaders.watch.load(id);
  if (row?.userId !== ctx.actor.userId || !reaches(ctx.actor, row.organizationId)) throw notFound('watch', id);
  requireScope(ctx.actor, 'user:read');
  return row as Watch;
}

/**
 * Sets what somebody is notified of on something that the caller may read. For others, requires `admin` there, and they must be able to
 * read it. Throws not_found, forbidden, reference_not_found, validation_failed; invalid_state beyond the limit.
 */
export function watch(outer: Context, key: WatchKey, level: WatchLevel): Promise<Watch> {
  return transact(outer, async (ctx) => {
    const watcherId = await watcherOf(ctx, key);
    const { nodeId } = key;
    const watchable = await getWatchable(ctx, nodeId);
    if (watcherId !== ctx.actor.userId) await requireOther(ctx, watchable, watcherId);
    await lockWatcher(ctx.sql, watcherId);
    const where = { nodeId_userId: { nodeId, userId: watcherId } };
    const known = await ctx.db.watch.findUnique({ where, select: { id: true } });
    if (known === null && (await ctx.db.watch.count({ where: { userId: watcherId } })) >= maxWatches)
      throw failure('invalid_state', `Somebody watches at most ${maxWatches} things`);
    const { id } = await ctx.db.watch.upsert({
      where,
      create: {
        id: ctx.newId('wch'),
        userId: watcherId,
        nodeId,
        organizationId: watchable.organizationId,
        ...watchable.place,
        level,
        createdAt: ctx.now(),
      },
      update: { level },
      select: { id: true },
    });
    if (watcherId !== ctx.actor.userId) ctx.emit('watch.updated', ofWatch(id, watchable), { user: watcherId, level });
    const row = await ctx.loaders.watch.load(id);
    if (row === null) throw notFound('watch', id);
    return row as Watch;
  });
}

/**
 * Ends that somebody watches something, and returns the id of the watch and the user. The caller need not be able to read it any
 * more. For others, requires `admin` there. Throws not_found, forbidden.
 */
export function unwatch(
  outer: Context,
  key: WatchKey,
): Promise<{ readonly deletedId: string; readonly userId: string }> {
  return transact(outer, async (ctx) => {
    const userId = await watcherOf(ctx, key);
    const { nodeId } = key;
    const watchable = userId === ctx.actor.userId ? null : await getWatchable(ctx, nodeId);
    if (watchable) requireAdmin(watchable);
    const where = { nodeId_userId: { nodeId, userId } };
    const row = await ctx.db.watch.findUnique({ where, select: { id: true, organizationId: true } });
    if (row === null || !reaches(ctx.actor, row.organizationId)) throw notFound('watch', nodeId);
    await ctx.db.watch.delete({ where, select: { id: true } });
    if (watchable) ctx.emit('watch.deleted', ofWatch(row.id, watchable), { user: userId });
    return { deletedId: row.id, userId };
  });
}

/** A watch as the subject of an event. What somebody watches by themselves is their own matter, and emits none. */
const ofWatch = (id: string, { organizationId, resource }: Watchable): EventSubject => ({
  organizationId,
  id,
  ...resource,
});

async function watcherOf(ctx: Context, { userId }: WatchKey): Promise<string> {
  requireScope(ctx.actor, 'user:write');
  const { id } = await getViewer(ctx);
  return userId ?? id;
}

function requireAdmin({ role }: Watchable): void {
  if (role !== 'admin') throw failure('forbidden', 'Only admins set what others watch');
}

async function requireOther(ctx: Context, watchable: Watchable, userId: string): Promise<void> {
  requireAdmin(watchable);
  const { organizationId, resource } = watchable;
  const reads =
    resource === null
      ? await isMemberWithRole(ctx.sql, organizationId, userId)
      : (await listUsersWhoCanRead(ctx.sql, { organizationId, resource }, [userId])).has(userId);
  if (!reads) throw referenceNotFound('userId', 'member who may read it', userId);
}
