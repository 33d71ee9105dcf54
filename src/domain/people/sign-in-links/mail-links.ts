import { failure } from '../../../lib/errors.ts';
import { hashSecret } from '../../../lib/secret-token.ts';
import type { Context } from '../../core/context.ts';
import { enqueueSystemJobs } from '../../core/jobs/enqueue.ts';
import { jobHandler } from '../../core/jobs/kind.ts';
import { mailQueue, type MailResult } from '../../core/mail/fields.ts';
import type { Letter } from '../../core/mail/letters.ts';
import { requireMailer, sendLetter } from '../../core/mail/send.ts';
import { transact } from '../../core/transact.ts';
import { countSignIn } from '../sign-in/attempts.ts';
import { normalizeEmail } from '../users/fields.ts';
import { requireRecoverable } from './create.ts';
import { emitOfLink } from './events.ts';
import { linkLifetimeMs, maxAskedAnHour } from './fields.ts';
import { recoveryMail } from './kind.ts';
import { makeLinks } from './links.ts';
import { countRecoveries, findAddress, findWhoAsks } from './queries.ts';

/**
 * Sends a person who cannot sign in a link to the address that is proved to be theirs, by which they get a new passkey. Requires an
 * instance admin. Throws not_found; invalid_state without a mail server or such an address, and for a user whom an organization manages.
 */
export async function sendSignInLink(outer: Context, userId: string): Promise<void> {
  const user = await requireRecoverable(outer, userId);
  requireMailer(outer);
  await transact(outer, async (ctx) => {
    if ((await findAddress(ctx.sql, userId)) === null)
      throw failure(
        'invalid_state',
        'No address is proved to be that of this user. Create a link, and give it to them.',
      );
    await emitOfLink(ctx, user);
    await enqueue(ctx, { userId, createdById: ctx.actor.userId, key: userId });
  });
}

/**
 * Sends a link to a person who has lost their passkeys, if the operator lets people ask for it and the address is proved to be theirs.
 * What it does and how long it takes is the same for every address. Throws rate_limited.
 */
export async function requestSignInLink(outer: Context, { email }: { readonly email: string }): Promise<void> {
  countSignIn(outer);
  if (outer.mailer === null || !outer.config.RECOVERY_BY_MAIL) return;
  const address = normalizeEmail(email);
  await transact(outer, async (ctx) => {
    const found = await findWhoAsks(ctx.sql, address);
    // Of several requests for one address that come while a mail is on its way, one counts.
    await enqueue(ctx, { userId: found?.id ?? null, createdById: null, key: hashSecret(address) });
  });
}

interface Recovery {
  readonly userId: string | null;
  readonly createdById: string | null;
  readonly key: string;
}

const enqueue = (ctx: Context, { userId, createdById, key }: Recovery) =>
  enqueueSystemJobs(ctx, recoveryMail, [
    {
      organizationId: null,
      payload: {
        userId,
        createdById,
        until: new Date(ctx.now().getTime() + linkLifetimeMs.recovery).toISOString(),
      },
      exclusive: mailQueue,
      key: `${recoveryMail.name} ${key}`,
    },
  ]);

/** Sends a link by which somebody gets a new passkey, unless nobody waits for it any more, or the person was sent several. */
export const recoveryHandler = jobHandler(recoveryMail, async (ctx, payload, { jobId }): Promise<MailResult> => {
  const { userId, createdById, until } = payload;
  const found = userId === null ? null : await findAddress(ctx.sql, userId);
  if (userId === null || found === null || Date.parse(until) <= ctx.now().getTime()) return { delivery: 'not-due' };
  const isAsked = createdById === null;
  if (isAsked && (await countRecoveries(ctx.sql, userId, ctx.now())) >= maxAskedAnHour) return { delivery: 'not-due' };
  const url = await transact(ctx, async (inner) => {
    const author = createdById === null ? null : await inner.db.user.findUnique({ where: { id: createdById } });
    const [link] = await makeLinks(inner, [{ purpose: 'recovery', userId, ...(author && { createdById: author.id }) }]);
    if (link === undefined) throw new Error(`No link was made for ${userId}`);
    if (isAsked) await emitOfLink(inner, { id: userId, displayName: found.displayName });
    return link.url;
  });
  return { delivery: await sendLetter(ctx, { to: found.address, jobId, letter: letterOf(ctx, url, isAsked) }) };
});

const letterOf = ({ urls }: Context, url: string, isAsked: boolean): Letter => ({
  subject: 'Your link to sign in',
  lines: [
    isAsked
      ? `Somebody asked for a link to sign in at ${urls.base} with this address.`
      : `An administrator sends you a link to sign in at ${urls.base}.`,
    'It makes you a new passkey and ends your other sessions. It works once, within an hour, and for you alone: give it to nobody.',
  ],
  action: { label: 'Create a new passkey', url },
  foot: ['If you did not expect this, ignore this mail: nothing changes until the link is used.'],
});
