import { DomainError } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import type { Attempt } from './attempt.ts';
import { maxResponse } from './fields.ts';
import { readRetryAfter } from './schedule.ts';
import { signedHeaders, withoutSecrets } from './sign.ts';
import { isSafeTarget } from './target.ts';
import { secretsOf, type SendingWebhook } from './webhooks.ts';

const timeoutMs = 15_000;
/** How much of an answer is read: so much that the part that is kept has no half of a secret at its end. */
const beginBytes = 65_536;

/** Whether an answer asks to wait with `Retry-After`. */
const asksToWait = (status: number) => status === 429 || status === 503;

/** Sends a message to a webhook, signed. A failure of the request is a result as well; throws when the context is aborted. */
export async function send(ctx: Context, webhook: SendingWebhook, { id, body }: SentMessage): Promise<Attempt> {
  const secrets = secretsOf(ctx, webhook);
  const startedAt = performance.now();
  const since = () => Math.round(performance.now() - startedAt);
  const none = { status: null, response: null, retryAfterMs: null };
  if (!isSafeTarget(ctx, webhook.url)) return { ...none, error: 'The address must begin with https', durationMs: 0 };
  try {
    const headers = { 'content-type': 'application/json', ...signedHeaders({ id, at: ctx.now(), body }, secrets) };
    const limits = { timeoutMs, beginBytes, signal: ctx.signal };
    const answer = await ctx.fetch(webhook.url, { post: { body, headers, isRepeatable: true }, ...limits });
    return {
      status: answer.status,
      response: storable(answer.body, secrets),
      error: null,
      durationMs: since(),
      retryAfterMs: asksToWait(answer.status) ? readRetryAfter(answer.headers['retry-after'], ctx.now()) : null,
    };
  } catch (error) {
    if (!(error instanceof DomainError) || !error.type.startsWith('fetch_')) throw error;
    return { ...none, error: error.message, durationMs: since() };
  }
}

export interface SentMessage {
  /** Id of the event. */
  readonly id: string;
  readonly body: string;
}

/** The begin of an answer as a text that can be stored and shown: without secrets, which an address may repeat. */
function storable(answer: Buffer, secrets: readonly string[]): string {
  const text = answer.toString('utf8').replaceAll('\0', '\uFFFD');
  return withoutSecrets(text, secrets).slice(0, maxResponse).toWellFormed();
}
