import type { TokenRow } from '../../../loaders/tokens.ts';
import type { Context } from '../../core/context.ts';

/** Emits an event about a token in the organization to which it is limited. Other tokens are the matter of their user. */
export function emitOfToken(
  ctx: Context,
  type: 'api_token.created' | 'api_token.revoked',
  { id, name, userId, organizationId }: TokenRow,
): void {
  if (organizationId !== null) ctx.emit(type, { organizationId, id, label: name }, { user: userId });
}
