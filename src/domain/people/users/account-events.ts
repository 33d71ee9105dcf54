import { requireScope } from '../../../access/policy.ts';
import { paginate } from '../../../db/keyset.ts';
import { forbidden } from '../../../lib/errors.ts';
import { emptyPage, type Page, type PageRequest } from '../../../lib/page.ts';
import type { AccountEvent as AccountEventModel } from '../../../db/generated/client.ts';
import type { Stored } from '../../../db/rows.ts';
import type { Context } from '../../core/context.ts';
import { accountEventsList, type AccountEventFilter } from './queries.ts';

/** What is done with an account outside of organizations. */
export const accountEventTypes = {
  'user.created': 'The user was created.',
  'user.updated': 'The profile was changed.',
  'mail_settings.updated': 'What the person is told by mail was changed, by themselves or by the link in a mail.',
  'api_token.created': 'A token that is limited to no organization was created.',
  'api_token.revoked': 'A token that is limited to no organization was revoked.',
  'passkey.added': 'A passkey was added, by the person or by a link.',
  'passkey.removed': 'A passkey was removed.',
  'sign_in_link.created': 'A link was made by which the person gets a new passkey.',
  'session.created': 'The person signed in by a passkey.',
} as const;
export type AccountEventType = keyof typeof accountEventTypes;

/** An entry of the log of the instance. */
export type AccountEvent = Stored<AccountEventModel>;

interface NewAccountEvent {
  readonly type: AccountEventType;
  /** Whose account it is. */
  readonly userId: string;
  readonly subjectId: string;
  readonly subjectLabel: string;
  /** Who did it, where that is not the caller, who is nobody yet at a sign-in. */
  readonly actorId?: string;
}

/** Writes an entry of the log of the instance, in the transaction that has done what it says. */
export async function logForAccount(ctx: Context, event: NewAccountEvent): Promise<void> {
  const { actor, requestId, origin, newId, now } = ctx;
  const call = { actorId: event.actorId ?? actor.userId, tokenId: actor.tokenId, requestId, ...origin };
  await ctx.db.accountEvent.create({ data: { ...event, ...call, id: newId('evt'), createdAt: now() } });
}

/** Lists what was done with the account of the caller, the latest first. Empty for a token that is limited to an organization. */
export async function listAccountEvents(ctx: Context, page: PageRequest): Promise<Page<AccountEvent>> {
  requireScope(ctx.actor, 'user:read');
  const { userId, organizationId } = ctx.actor;
  return organizationId === null ? paginate<AccountEvent>(ctx, accountEventsList({ userId }), page) : emptyPage;
}

/**
 * Lists what was done with all accounts, or with one, the latest first. Throws forbidden unless the caller is an instance admin, with a
 * token that is limited to no organization.
 */
export async function listInstanceEvents(
  ctx: Context,
  filter: AccountEventFilter,
  page: PageRequest,
): Promise<Page<AccountEvent>> {
  requireScope(ctx.actor, 'user:read');
  if (!ctx.actor.isInstanceAdmin || ctx.actor.organizationId !== null) throw forbidden('read the log of', 'instance');
  return paginate<AccountEvent>(ctx, accountEventsList(filter), page);
}
