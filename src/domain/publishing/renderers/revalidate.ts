import { createHmac } from 'node:crypto';
import { DomainError, failure } from '../../../lib/errors.ts';
import type { RendererRow } from '../../../loaders/renderers.ts';
import type { Context } from '../../core/context.ts';
import { jobHandler } from '../../core/jobs/kind.ts';
import { revalidation } from './kind.ts';
import { decryptSecret } from './renderers.ts';

const deliveryMs = 10_000;
const maxAnswerBytes = 64 * 1_024;

/** Sends a notification to a renderer. Retries unless the response has a 2xx status. */
export const revalidationHandler = jobHandler(revalidation, async (ctx, { rendererId, tags }, { signal }) => {
  const renderer = await ctx.loaders.renderer.load(rendererId);
  if (renderer === null) return { status: null, tags };
  return { status: await deliver(ctx, renderer, tags, signal), tags };
});

async function deliver(
  ctx: Context,
  renderer: RendererRow,
  tags: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const body = JSON.stringify({ tags });
  const signature = createHmac('sha256', decryptSecret(ctx, renderer)).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-gitbook-signature': signature };
  const { status } = await send(ctx, `${renderer.url}/~gitbook/revalidate`, {
    post: { body, headers },
    timeoutMs: deliveryMs,
    maxBodyBytes: maxAnswerBytes,
    signal,
  });
  if (status >= 200 && status < 300) return status;
  throw failure('delivery_failed', `The renderer answered with the status ${status}`);
}

/** Reports a failed fetch as a failed delivery, so that it is retried: the renderer may be starting. */
async function send(ctx: Context, url: string, options: Parameters<Context['fetch']>[1]) {
  try {
    return await ctx.fetch(url, options);
  } catch (error) {
    if (!(error instanceof DomainError) || !error.type.startsWith('fetch_')) throw error;
    throw failure('delivery_failed', error.message, { cause: error });
  }
}
