import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Sql } from '../../db/sql.ts';
import { failure } from '../../lib/errors.ts';
import { scopes } from '../access/scopes.ts';
import { actingAs, asOperator } from '../acting.ts';
import type { Context } from '../context.ts';
import { createOrganization } from '../organizations/create.ts';
import { defaultLifeDays } from '../tokens/fields.ts';
import { issueToken } from '../tokens/tokens.ts';
import { transact } from '../transact.ts';

/** What an installation begins with. */
export interface Beginning {
  readonly userId: string;
  readonly organizationId: string;
  /** Of the first token; shown here only. */
  readonly secret: string;
  readonly expiresAt: Date;
}

interface Names {
  readonly displayName: string;
  readonly email: string | null;
  readonly organization: string;
}

/** Any number that nobody else uses: the lock of processes that start at once. */
const lockKey = 7_261_014;
const dayMs = 86_400_000;
const longestWaitMs = 60_000;
const pollMs = 100;

/** True until the first user is there. */
export async function isNew({ sql: reader }: { readonly sql: Sql }): Promise<boolean> {
  return (await reader.first(sql`select 1 as found from users limit 1`)) === null;
}

/**
 * Creates the first user, who administers the installation, an organization of that user and a token of 90 days, in
 * one transaction. Null when a user is there: of several processes that start at once, one begins, the others wait.
 */
export async function beginInstallation(ctx: Context, names: Names): Promise<Beginning | null> {
  // Between transactions, because a wait inside one would be cut short by its time limits.
  for (const deadline = performance.now() + longestWaitMs; performance.now() < deadline; await sleep(pollMs)) {
    if (!(await isNew(ctx))) return null;
    const beginning = await begin(ctx, names);
    if (beginning !== 'busy') return beginning;
  }
  throw failure('unavailable', `Another process has been at its first start for ${longestWaitMs / 1000} s`);
}

async function begin(outer: Context, names: Names): Promise<Beginning | null | 'busy'> {
  return transact(outer, async (ctx) => {
    const lock = await ctx.sql.first<{ taken: boolean }>(
      sql`select pg_try_advisory_xact_lock(${lockKey}::bigint) as taken`,
    );
    if (!lock?.taken) return 'busy';
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
    const expiresAt = new Date(now.getTime() + defaultLifeDays * dayMs);
    const { secret } = await issueToken(ctx, {
      userId,
      kind: 'bootstrap',
      name: 'First start',
      scopes,
      organizationId: null,
      expiresAt,
    });
    return { userId, organizationId, secret, expiresAt };
  });
}
