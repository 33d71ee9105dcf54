import type { Context } from '../../core/context.ts';
import { countRefusals } from './queries.ts';

/** How many refusals of a provider the audit log tells in an hour: a broken one would fill it. */
export const maxRefusals = 100;

const hourMs = 3_600_000;

interface Refusal {
  readonly reason: string;
  /** Whose code it was, where that is known. */
  readonly user?: string;
}

/** Notes in the audit log that a provider or a code of it has signed nobody in, unless that was noted often enough in the last hour. */
export async function noteRefusal(
  ctx: Context,
  provider: { readonly organizationId: string; readonly id: string; readonly label: string | null },
  refusal: Refusal,
): Promise<void> {
  const since = new Date(ctx.now().getTime() - hourMs);
  const known = await countRefusals(ctx.sql, { ...provider, since, max: maxRefusals });
  if (known < maxRefusals) ctx.emit('session.refused', provider, { ...refusal, provider: provider.id });
}
