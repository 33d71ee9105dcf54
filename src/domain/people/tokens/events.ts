import type { TokenRow } from '../../../loaders/tokens.ts';
import type { Context } from '../../core/context.ts';
import { logForAccount } from '../users/account-events.ts';
import { notifyOfAccount } from '../users/notify-account.ts';

/**
 * Records what was done with a token: as an event of the organization to which it is limited, or in the log of the instance, where its user
 * finds it. Notifies its user when somebody else has done it.
 */
export async function recordOfToken(
  ctx: Context,
  type: 'api_token.created' | 'api_token.revoked',
  { id, name, userId, organizationId }: Pick<TokenRow, 'id' | 'name' | 'userId' | 'organizationId'>,
): Promise<void> {
  if (ctx.actor.userId !== userId) await notifyOfAccount(ctx, type, { userId, subjectId: id, subjectLabel: name });
  if (organizationId === null) await logForAccount(ctx, { type, userId, subjectId: id, subjectLabel: name });
  else ctx.emit(type, { organizationId, id, label: name }, { user: userId });
}
