import type { Prisma } from '../src/db/generated/client.ts';
import { hookSecretOwner } from '../src/domain/exchange/git/connections.ts';
import { newWebhookSecret } from '../src/domain/exchange/webhooks/sign.ts';
import { encrypt } from '../src/lib/encryption.ts';
import type { Harness } from './harness.ts';
import { clock } from './setup/clock.ts';
import { randomBytes } from './setup/seed.ts';

/** Notes a repository of a space, unless it has one. */
const aRepository = ({ platform }: Harness, spaceId: string) =>
  platform.db.prisma.gitRepository.createMany({
    data: {
      spaceId,
      url: 'https://github.com/acme/docs.git',
      ref: 'refs/heads/main',
      directory: '',
      provider: 'github',
      treeUrl: 'https://github.com/acme/docs/tree/main',
      importId: 'rev_first',
      commit: '1'.repeat(40),
      revisionId: 'rev_first',
      updatedAt: clock.now(),
    },
    skipDuplicates: true,
  });

/** Connects a space with a repository of GitHub anew, without asking it. Returns the secret of its webhook. */
export async function aConnection(
  { platform }: Harness,
  { spaceId, ...changes }: { readonly spaceId: string } & Partial<Prisma.GitConnectionUncheckedCreateInput>,
): Promise<{ readonly id: string; readonly secret: string }> {
  const { db, services } = platform;
  const id = services.newId('git');
  const userId = services.newId('usr');
  const secret = newWebhookSecret();
  const { organizationId } = await db.prisma.space.findUniqueOrThrow({ where: { id: spaceId } });
  await db.prisma.gitConnection.deleteMany({ where: { spaceId } });
  await db.prisma.user.create({ data: { id: userId, displayName: 'Git sync' } });
  await db.prisma.gitConnection.create({
    data: {
      id,
      organizationId,
      spaceId,
      userId,
      provider: 'github',
      url: 'https://github.com/acme/docs.git',
      urlKey: 'https://github.com/acme/docs',
      ref: 'refs/heads/main',
      directory: `docs-${randomBytes(6).toString('hex')}`,
      direction: 'both',
      priority: 'git',
      onConflict: 'merge',
      sealedHookSecret: encrypt(services.encryptionKey, secret, hookSecretOwner(id)),
      pollMinutes: 5,
      ...changes,
    },
  });
  return { id, secret };
}

/** Connects a space, and notes a sync that has failed. Returns the ids by their types. */
export async function aSynced(server: Harness, spaceId: string) {
  const { platform } = server;
  const { id: connectionId } = await aConnection(server, { spaceId });
  const id = platform.services.newId('gop');
  await platform.db.prisma.gitOperation.create({
    data: {
      id,
      connectionId,
      direction: 'both',
      stage: 'push',
      state: 'failed',
      startedAt: clock.now(),
      endedAt: clock.now(),
      commit: '1'.repeat(40),
      counts: { added: 1, updated: 2, removed: 0 },
      error: { type: 'git_declined', message: 'The server of the repository declines the commit' },
      skipped: [{ key: 'large.png', reason: 'It is a pointer of Git LFS, whose files are not read' }],
    },
  });
  return { ConnectedRepository: connectionId, GitOperation: id };
}

/** The body of a connection with the repository of a server of documents, of an import from it, or of an export to a new branch. */
export const gitBody = (signature: string, url: string) => {
  const repository = new URL('/docs.git', url).href;
  if (signature.startsWith('PUT '))
    return { url: repository, ref: 'refs/heads/main', directory: `docs-${randomBytes(6).toString('hex')}` };
  return signature.endsWith('/import')
    ? { url: repository, ref: 'refs/heads/main' }
    : { url: repository, ref: `refs/heads/${randomBytes(6).toString('hex')}`, commitMessage: 'Edits' };
};

/** What operations on the repository of a space need. */
export const gitPreparations: Readonly<
  Record<
    string,
    (world: { server: Harness }, request: { params: Record<string, string> }, importUrl: string) => Promise<unknown>
  >
> = {
  'GET /v1/spaces/{spaceId}/git/info': ({ server }, { params: { spaceId = '' } }) => aRepository(server, spaceId),
  'POST /v1/spaces/{spaceId}/git/preview': ({ server }, { params: { spaceId = '' } }, importUrl) =>
    aConnection(server, { spaceId, url: new URL('/docs.git', importUrl).href, directory: 'docs' }),
  ...Object.fromEntries(
    ['GET ', 'PATCH ', 'DELETE ', 'POST /rotate-secret', 'POST /sync', 'GET /operations'].map((operation) => [
      operation.replace(' ', ' /v1/spaces/{spaceId}/git'),
      ({ server }: { server: Harness }, { params: { spaceId = '' } }: { params: Record<string, string> }) =>
        aSynced(server, spaceId),
    ]),
  ),
};
