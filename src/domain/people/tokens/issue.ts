import { hashOf, newSecret, tokenPrefixes, type TokenKind } from '../../../lib/secret-token.ts';
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
  /** Id of the identity provider of a session. */
  readonly samlProviderId?: string;
}

/** Stores the hash of a new token and returns its secret. Performs no authorization. */
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
