import { hashSecret, newSecret, tokenPrefixes, type TokenKind } from '../../../lib/secret-token.ts';
import type { Scope } from '../../../access/scopes.ts';
import type { Context } from '../../core/context.ts';

export interface NewToken {
  readonly userId: string;
  readonly kind: TokenKind;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly organizationId: string | null;
  readonly expiresAt: Date | null;
  readonly integrationId?: string;
  readonly installationId?: string;
  /** Id of the identity provider of a session; null for one by a passkey. */
  readonly providerId?: string | null;
}

/** Makes a token: its secret, and the row with the hash of it. */
export function newToken(ctx: Pick<Context, 'newId' | 'now'>, token: NewToken) {
  const secret = newSecret(token.kind);
  const row = {
    ...token,
    id: ctx.newId('tok'),
    scopes: [...token.scopes],
    hash: hashSecret(secret),
    prefix: tokenPrefixes[token.kind],
    lastFour: secret.slice(-4),
    createdAt: ctx.now(),
  };
  return { secret, row };
}

/** Stores the hash of a new token and returns its secret. Performs no authorization. */
export async function issueToken(ctx: Pick<Context, 'db' | 'newId' | 'now'>, token: NewToken) {
  const { secret, row } = newToken(ctx, token);
  await ctx.db.apiToken.create({ data: row });
  return { id: row.id, secret };
}
