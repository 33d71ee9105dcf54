import { dayMs } from '../../../lib/instant.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { failure } from '../../../lib/errors.ts';
import { scopes } from '../../../access/scopes.ts';
import { actingAs, asOperator } from '../../core/acting.ts';
import type { Context } from '../../core/context.ts';
import { createOrganization } from '../../people/organizations/create.ts';
import { defaultLifetimeDays } from '../../people/tokens/fields.ts';
import { passkeyProblem } from '../../people/passkeys/relying-party.ts';
import { makeLinks, type SignInLink } from '../../people/sign-in-links/links.ts';
import { issueToken } from '../../people/tokens/issue.ts';
import { transact } from '../../core/transact.ts';
import { hasUsers } from '../../people/users/queries.ts';
import { tryLockFirstStart } from './queries.ts';

/** Results of the first start. */
export interface FirstStart {
  readonly userId: string;
  readonly organizationId: string;
  /** Secret of the first token. It is not stored, so it cannot be read again. */
  readonly secret: string;
  /** A link by which the first user gets a passkey; null at an address without passkeys. It is not stored either. */
  readonly link: SignInLink | null;
  readonly expiresAt: Date;
}

interface Names {
  readonly displayName: string;
  readonly email: string | null;
  readonly organization: string;
}

const maxWaitMs = 60_000;
const pollMs = 100;

/** Whether no user exists yet. */
export async function isNew(ctx: Pick<Context, 'sql'>): Promise<boolean> {
  return !(await hasUsers(ctx.sql));
}

/**
 * Creates the first user as an instance admin, with an organization and a token valid for 90 days, in one transaction.
 * Returns null when a user exists. When several processes start at once, one of them does it and the others wait.
 */
export async function beginInstallation(ctx: Context, names: Names): Promise<FirstStart | null> {
  // Wait between transactions, because these have time limits.
  for (const deadline = performance.now() + maxWaitMs; performance.now() < deadline; await sleep(pollMs)) {
    if (!(await isNew(ctx))) return null;
    const result = await tryFirstStart(ctx, names);
    if (result !== 'busy') return result;
  }
  throw failure('unavailable', `Another process has been initializing the database for ${maxWaitMs / 1000} s`);
}

async function tryFirstStart(outer: Context, names: Names): Promise<FirstStart | null | 'busy'> {
  return transact(outer, async (ctx) => {
    if (!(await tryLockFirstStart(ctx.sql))) return 'busy';
    if (!(await isNew(ctx))) return null;
    const userId = ctx.newId('usr');
    const now = ctx.now();
    const { displayName, email } = names;
    await ctx.db.user.create({
      data: {
        id: userId,
        displayName,
        email: email?.toLowerCase() ?? null,
        emailVerified: email !== null,
        isInstanceAdmin: true,
        createdAt: now,
      },
    });
    const { id: organizationId } = await createOrganization(actingAs(ctx, asOperator(userId)), {
      title: names.organization,
    });
    const expiresAt = new Date(now.getTime() + defaultLifetimeDays * dayMs);
    const { secret } = await issueToken(ctx, {
      userId,
      kind: 'bootstrap',
      name: 'First start',
      scopes,
      organizationId: null,
      expiresAt,
    });
    const [link = null] =
      passkeyProblem(ctx.urls) === null ? await makeLinks(ctx, [{ purpose: 'first-admin', userId }]) : [];
    return { userId, organizationId, secret, expiresAt, link };
  });
}
