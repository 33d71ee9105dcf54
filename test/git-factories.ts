import type { Harness } from './harness.ts';
import { clock } from './setup/clock.ts';
import { randomBytes } from './setup/seed.ts';

/** Notes a repository of a space, unless it has one. */
export const aRepository = ({ platform }: Harness, spaceId: string) =>
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

/** The body of an import from the repository of a server of documents, or of an export to a new branch of it. */
export const gitBody = (signature: string, url: string) => {
  const repository = new URL('/docs.git', url).href;
  return signature.endsWith('/import')
    ? { url: repository, ref: 'refs/heads/main' }
    : { url: repository, ref: `refs/heads/${randomBytes(6).toString('hex')}`, commitMessage: 'Edits' };
};
