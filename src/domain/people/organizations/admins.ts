import { failure } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { hasAdminWhoCanSignIn } from './queries.ts';

/**
 * Runs a change of who may sign in to an organization, inside its transaction. Throws the given failure when an admin
 * could sign in before and none can afterwards, because then nobody could undo it.
 */
export async function keepAdminWhoCanSignIn<Result>(
  ctx: Context,
  { organizationId, type }: { readonly organizationId: string; readonly type: 'last_admin' | 'invalid_state' },
  change: () => Promise<Result>,
): Promise<Result> {
  const now = ctx.now();
  const before = await hasAdminWhoCanSignIn(ctx.sql, organizationId, now);
  const result = await change();
  if (!before || (await hasAdminWhoCanSignIn(ctx.sql, organizationId, now))) return result;
  throw failure(
    type,
    'Afterwards no admin of the organization could sign in: by a token or a passkey where single sign-on is not required, or by a provider by which an admin has signed in since its last change. Let an admin sign in by one of them first.',
  );
}
