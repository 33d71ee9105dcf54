import type * as z from 'zod';
import { requireScope } from '../../../access/policy.ts';
import { failure } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { requireMailer } from '../../core/mail/send.ts';
import { transact } from '../../core/transact.ts';
import { logForAccount } from '../../people/users/account-events.ts';
import { getViewer, requireOwnProfile } from '../../people/users/users.ts';
import type { UpdateMailSettingsInput } from './inputs.ts';
import { findMailbox, writeDigests } from './queries/settings.ts';

/** What somebody is told by mail. */
export interface MailSettings {
  readonly digests: boolean;
  /** Where mail goes; null for somebody without an address that is proved. */
  readonly address: string | null;
  /** Whether a mail server has refused that address for good. */
  readonly isRefused: boolean;
}

/** Gets what the caller is told by mail. */
export async function getMailSettings(ctx: Context): Promise<MailSettings> {
  const { id } = await getViewer(ctx);
  return settingsOf(ctx, id);
}

async function settingsOf(ctx: Context, userId: string): Promise<MailSettings> {
  const found = await findMailbox(ctx.sql, userId);
  const { digests = false, address = null, refusedAddress = null } = found ?? {};
  return { digests, address, isRefused: address !== null && address === refusedAddress };
}

/**
 * Changes what the caller is told by mail. Throws forbidden as a change of the profile does; invalid_state without a mail server, or
 * without an address that is proved.
 */
export function updateMailSettings(
  outer: Context,
  { digests }: z.output<typeof UpdateMailSettingsInput>,
): Promise<MailSettings> {
  return transact(outer, async (ctx) => {
    requireScope(ctx.actor, 'user:write');
    const { id, displayName } = await getViewer(ctx);
    await requireOwnProfile(ctx, id);
    const settings = await settingsOf(ctx, id);
    if (digests === undefined || digests === settings.digests) return settings;
    if (digests) requireMailer(ctx);
    if (digests && settings.address === null)
      throw failure(
        'invalid_state',
        'No address is proved to be yours. An invitation or a sign-in that came by mail proves one.',
      );
    await setDigests(ctx, { id, displayName }, digests);
    return settingsOf(ctx, id);
  });
}

/** Begins or ends digests. Performs no authorization. */
export async function setDigests(
  ctx: Context,
  { id, displayName }: { readonly id: string; readonly displayName: string },
  digests: boolean,
): Promise<void> {
  const changed = await writeDigests(ctx.sql, id, digests, ctx.now());
  if (changed.length === 0) return;
  await logForAccount(ctx, {
    type: 'mail_settings.updated',
    userId: id,
    subjectId: id,
    subjectLabel: displayName,
    actorId: id,
  });
}
