import type * as z from 'zod';
import { encrypt } from '../../../lib/encryption.ts';
import { failure } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { requireReachable } from '../../core/destination.ts';
import { getJob, type Job } from '../../core/jobs/jobs.ts';
import { lockTree } from '../../core/locks.ts';
import { lockOrganization } from '../../people/organizations/organizations.ts';
import { transact } from '../../core/transact.ts';
import { maxRenderers } from './fields.ts';
import { authorizedRenderer, getRenderer, secretOwner, type Renderer, type RendererKey } from './renderers.ts';
import { notifyOfEverything } from './notify.ts';
import type { UpdateRendererInput } from './inputs.ts';

interface RendererInput {
  readonly organizationId: string;
  readonly url: string;
  readonly secret: string;
}

/**
 * Adds a renderer to an organization. Requires `admin`. Throws not_found, forbidden; already_exists for a known URL;
 * invalid_state beyond the limit.
 */
export async function createRenderer(
  outer: Context,
  { organizationId, url: given, secret }: RendererInput,
): Promise<Renderer> {
  return transact(outer, async (ctx) => {
    await lockOrganization(ctx, organizationId, 'manageRenderers');
    const url = storedUrl(given);
    requireReachable(ctx, url, 'input.url');
    await requireFreeUrl(ctx, organizationId, url);
    if ((await ctx.db.renderer.count({ where: { organizationId } })) >= maxRenderers)
      throw failure('invalid_state', `An organization has at most ${maxRenderers} renderers`);
    const rendererId = ctx.newId('rnd');
    const now = ctx.now();
    await ctx.db.renderer.create({
      data: {
        id: rendererId,
        organizationId,
        url,
        sealedSecret: encrypt(ctx.encryptionKey, secret, secretOwner(rendererId)),
        createdAt: now,
        updatedAt: now,
      },
    });
    ctx.emit('renderer.created', { organizationId, id: rendererId, label: url });
    return getRenderer(ctx, { organizationId, rendererId });
  });
}

type RendererUpdate = z.output<typeof UpdateRendererInput> & RendererKey;

/** Updates the provided fields of a renderer. Requires `admin`. Throws as `createRenderer`. */
export async function updateRenderer(
  outer: Context,
  { url: newUrl, secret, ...key }: RendererUpdate,
): Promise<Renderer> {
  return transact(outer, async (ctx) => {
    const { id, organizationId, url: currentUrl } = await lockRenderer(ctx, key);
    const url = newUrl ? storedUrl(newUrl) : currentUrl;
    if (url !== currentUrl) {
      requireReachable(ctx, url, 'input.url');
      await requireFreeUrl(ctx, organizationId, url);
    }
    const data = {
      ...(url === currentUrl ? {} : { url }),
      ...(secret ? { sealedSecret: encrypt(ctx.encryptionKey, secret, secretOwner(id)) } : {}),
    };
    if (Object.keys(data).length > 0) {
      await ctx.db.renderer.update({ where: { id }, data: { ...data, updatedAt: ctx.now() } });
      ctx.emit('renderer.updated', { organizationId, id, label: url });
    }
    return getRenderer(ctx, { organizationId, rendererId: id });
  });
}

/** Deletes a renderer, which gets no further notifications, and returns its id. Requires `admin`. */
export async function deleteRenderer(outer: Context, key: RendererKey): Promise<string> {
  return transact(outer, async (ctx) => {
    const { id, organizationId, url } = await lockRenderer(ctx, key);
    await ctx.db.renderer.delete({ where: { id } });
    ctx.emit('renderer.deleted', { organizationId, id, label: url });
    return id;
  });
}

/**
 * Starts a job that invalidates everything a renderer has cached of the organization's sites. Requires `admin`. Throws
 * precondition_failed when no site has a space.
 */
export async function revalidateRenderer(outer: Context, key: RendererKey): Promise<Job> {
  return transact(outer, async (ctx) => {
    const renderer = await authorizedRenderer(ctx, key, 'manageRenderers');
    const jobId = await notifyOfEverything(ctx, renderer);
    if (jobId === undefined) throw failure('precondition_failed', 'The organization has no site with a space');
    return getJob(ctx, jobId);
  });
}

/** Locks the organization of a renderer and authorizes again. */
async function lockRenderer(ctx: Context, key: RendererKey) {
  const { organizationId } = await authorizedRenderer(ctx, key, 'manageRenderers');
  await lockTree(ctx, organizationId);
  return authorizedRenderer(ctx, key, 'manageRenderers');
}

const storedUrl = (url: string) => new URL(url).href.replace(/\/+$/, '');

async function requireFreeUrl(ctx: Context, organizationId: string, url: string): Promise<void> {
  if ((await ctx.db.renderer.count({ where: { organizationId, url } })) === 0) return;
  throw failure('already_exists', `The organization already has a renderer at "${url}"`, {
    details: [{ path: 'input.url', rule: 'unique', message: 'is taken' }],
  });
}
