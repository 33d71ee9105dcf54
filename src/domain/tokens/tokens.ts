import { hashOf, newSecret, tokenPrefixes, type TokenKind } from '../../lib/secret-token.ts';
import type { Scope } from '../access/scopes.ts';
import type { Context } from '../context.ts';

export interface NewToken {
  readonly userId: string;
  readonly kind: TokenKind;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly organizationId: string | null;
  readonly expiresAt: Date | null;
}

/** Stores a token's hash and gives the secret, which is not kept. The caller has checked who may ask. */
export async function issueToken(ctx: Pick<Context, 'db' | 'newId' | 'now'>, token: NewToken) {
  const secret = newSecret(token.kind);
  const id = ctx.newId('tok');
  await ctx.db.apiToken.create({
    data: {
      ...token,
      id,
      scopes: [...token.scopes],
      hash: hashOf(secret),
      prefix: tokenPrefixes[token.kind],
      lastFour: secret.slice(-4),
      createdAt: ctx.now(),
    },
  });
  return { id, secret };
}
