import { findRemoteTip, requireWriting } from '../../../infra/git/remote-tip.ts';
import { failure, withUrlPath } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import type { GitDirection, GitHost, GitPriority } from './connection-fields.ts';
import { tokenUserOf } from './host.ts';
import { openPlace } from './read-folder.ts';

/** A branch to look at. */
export interface CheckedRemote {
  readonly url: string;
  readonly provider: GitHost;
  readonly username: string | null;
  readonly token: string | null;
  readonly ref: string;
  readonly direction: GitDirection;
  readonly priority: GitPriority;
}

/**
 * Looks at a branch, and where content goes to it also whether the credential may write. Throws git_unauthenticated for a credential
 * that is refused, reference_not_found for a branch that is missing though the first sync reads it, fetch_…, git_unavailable.
 */
export async function checkRemote(ctx: Context, checked: CheckedRemote): Promise<void> {
  const { url, provider, username, token, ref, direction, priority } = checked;
  const credential = token === null ? null : { username: username ?? tokenUserOf(provider), password: token };
  try {
    await openPlace(ctx, { remote: { url, credential } }, async (repository) => {
      const tip = await findRemoteTip(repository, ref);
      // The first export makes a branch that is missing.
      if (tip === null && direction !== 'export' && priority !== 'octavo') throw noBranch(ref);
      if (direction !== 'import') await requireWriting(repository);
    });
  } catch (error) {
    throw withUrlPath(error, 'input.url');
  }
}

function noBranch(ref: string) {
  const message = `The repository has no ${ref}`;
  return failure('reference_not_found', message, { details: [{ path: 'input.ref', rule: 'reference', message }] });
}
