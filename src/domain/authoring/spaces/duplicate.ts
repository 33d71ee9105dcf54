import { holderIn, ofGrant, ofSpace, whenUnlisted } from '../../core/events/emit.ts';
import { conflict } from '../../../lib/errors.ts';
import { authorizeCurrentParent } from '../collections/destination.ts';
import type { Context, TransactionContext } from '../../core/context.ts';
import { maxListedEffects } from '../../core/events/catalogue.ts';
import { lockTree } from '../../core/locks.ts';
import { lastPosition } from '../tree/position.ts';
import { transact } from '../../core/transact.ts';
import { shortTitle } from './fields.ts';
import { newRows } from './new-rows.ts';
import { copyContent } from './queries.ts';
import { settingsOf } from './settings.ts';
import { authorizedSpace, readSpace, type Space } from './spaces.ts';

/** Values of a copy that differ from those of its source. */
interface CopyValues {
  readonly title?: string;
  /** Language of a translation. A translation is never locked, because imports write to it. */
  readonly language?: string;
}

/**
 * Copies a space to the end of its parent. The copy gets the content, as its first revision, and the grants, but no
 * comments or change requests. The caller becomes an admin of the copy. Requires `read` on the space and `create` on
 * its parent.
 */
export async function duplicateSpace(outer: Context, sourceId: string, values: CopyValues = {}): Promise<Space> {
  const write = async (ctx: TransactionContext) => {
    const source = await lockSource(ctx, sourceId);
    const { organizationId, parentId } = source;
    const id = ctx.newId('spc');
    await ctx.db.space.create({
      data: {
        ...newRows(ctx, id),
        organizationId,
        parentId,
        title: shortTitle(values.title ?? `Copy of ${source.title}`),
        visibility: source.visibility === 'in-collection' ? 'in-collection' : 'private',
        ...settingsOf(source),
        ...(values.language ? { language: values.language, editMode: 'live' } : {}),
        position: await lastPosition(ctx, { organizationId, parentId }),
      },
    });
    await copyContent(ctx.sql, sourceId, id);
    const copied = await copyGrants(ctx, source, id);
    const copy = await readSpace(ctx, id);
    ctx.emit('space.created', ofSpace(copy), { parent: parentId, copyOf: sourceId, ...copied });
    return copy;
  };
  return transact(outer, write, { isLong: true });
}

/** Locks the tree and authorizes again, because access or the parent of the space may have changed. */
async function lockSource(ctx: Context, id: string): Promise<Space> {
  const { organizationId } = await authorizedSource(ctx, id);
  await lockTree(ctx, organizationId);
  const source = await authorizedSource(ctx, id);
  if (source.organizationId !== organizationId)
    throw conflict('The space was moved to another organization by another request');
  return source;
}

async function authorizedSource(ctx: Context, id: string): Promise<Space> {
  const source = await authorizedSpace(ctx, id, 'read');
  await authorizeCurrentParent(ctx, source, 'space');
  return source;
}

/**
 * Copies all grants, including those of `none`, which deny access. Returns their number when some have no event of their own, see
 * `whenUnlisted`.
 */
async function copyGrants(ctx: Context, { id: from, organizationId }: Space, to: string) {
  const caller = ctx.actor.userId;
  const others = await ctx.db.grant.findMany({
    where: { spaceId: from, OR: [{ userId: null }, { userId: { not: caller } }] },
    select: { userId: true, teamId: true, role: true },
  });
  const grants = [...others, { userId: caller, teamId: null, role: 'admin' }];
  const createdAt = ctx.now();
  const data = grants.map((grant) => ({ ...grant, id: ctx.newId('grant'), organizationId, spaceId: to, createdAt }));
  await ctx.db.grant.createMany({ data });
  // That its creator is its admin goes without saying, as for every new space.
  for (const grant of data.slice(0, Math.min(others.length, maxListedEffects)))
    ctx.emit('access.granted', ofGrant(grant), { ...holderIn(grant), role: grant.role });
  return whenUnlisted('grants', others.length);
}
