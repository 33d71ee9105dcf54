import type { Platform } from '../../src/app/process/platform.ts';
import { scopes } from '../../src/access/scopes.ts';
import { issueToken } from '../../src/domain/people/tokens/issue.ts';

/** Creates a user with a token for all scopes. */
export async function allScopes({ db, services }: Platform): Promise<{ userId: string; secret: string }> {
  const { newId, now } = services;
  const userId = newId('usr');
  await db.prisma.user.create({ data: { id: userId, displayName: 'Bench' } });
  const { secret } = await issueToken(
    { db: db.prisma, newId, now },
    { userId, kind: 'user', name: 'bench', scopes, organizationId: null, expiresAt: null },
  );
  return { userId, secret };
}
