import { sql, type Sql } from '../../db/sql.ts';
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

/** Any number: processes that start at once wait for each other here. */
const lockKey = 7_261_014;
const dayMs = 86_400_000;

/** True until the first user is there. */
export async function isNew({ sql: reader }: { readonly sql: Sql }): Promise<boolean> {
  return (await reader.first(sql`select 1 as found from users limit 1`)) === null;
}

/**
 * Creates the first user, who administers the installation, an organization of that user and a token of 90 days, in
 * one transaction. Null when a user is there: of several processes that start at once, one begins.
 */
export async function beginInstallation(outer: Context, names: Names): Promise<Beginning | null> {
  return transact(outer, async (ctx) => {
    await ctx.sql.rows(sql`select pg_advisory_xact_lock(${lockKey}::bigint)::text as locked`);
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
