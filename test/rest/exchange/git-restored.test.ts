import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encrypt } from '../../../src/lib/encryption.ts';
import { aGitWorld, guide, type GitWorld } from '../../git-scenes.ts';
import { aSyncedScene, type SyncedScene } from '../../git-syncs.ts';

let world: GitWorld;

beforeAll(async () => {
  world = await aGitWorld();
});
afterAll(() => world.git[Symbol.asyncDispose]());

type Lost = 'sources' | 'all';

/** A space that was equal to its repository, was edited, and has lost what it knew of it. */
async function aForgetful(lost: Lost, priority: 'git' | 'octavo'): Promise<SyncedScene> {
  const scene = await aSyncedScene(world, guide);
  expect(await scene.sync()).toBe('completed');
  await world.rewrite(scene.id, 'guide/start', '# Start\n\nEdited steps.\n');
  const { prisma } = world.server.platform.db;
  const where = { spaceId: scene.id };
  await prisma.gitConnection.update({ where, data: { priority } });
  await prisma.importedSource.deleteMany({ where });
  if (lost === 'all') {
    await prisma.gitFile.deleteMany({ where });
    await prisma.gitRepository.deleteMany({ where });
  }
  return scene;
}

const filesOf = ({ repository }: SyncedScene) =>
  repository.git(['ls-tree', '-r', '--name-only', 'main']).trim().split('\n');

const connectionOf = async ({ id }: SyncedScene) => (await world.owner.rest(`GET /v1/spaces/${id}/git`)).body;

describe('the first sync of a space that was restored without what it knew of its repository', () => {
  it.each(['sources', 'all'] as const)('asks before the repository replaces anything (%s lost)', async (lost) => {
    const scene = await aForgetful(lost, 'git');
    const [pages, files, tip] = [
      await world.pagesOf(scene.id),
      filesOf(scene),
      scene.repository.git(['rev-parse', 'main']),
    ];
    expect(await scene.sync()).toBe('conflicted');
    expect(await world.pagesOf(scene.id)).toEqual(pages);
    expect(scene.repository.git(['rev-parse', 'main'])).toBe(tip);
    const { changeRequest } = await connectionOf(scene);
    const merged = await world.owner.rest(`POST /v1/spaces/${scene.id}/change-requests/${changeRequest}/merge`, {});
    expect(merged.body.result).toBe('merge');
    await scene.sync();
    expect(await scene.sync()).toBe('unchanged');
    expect(Object.keys(await world.pagesOf(scene.id))).toEqual(Object.keys(pages));
    expect(filesOf(scene)).toEqual(files);
  });

  it.each(['sources', 'all'] as const)('writes no file twice where the space wins (%s lost)', async (lost) => {
    const scene = await aForgetful(lost, 'octavo');
    const [pages, files] = [await world.pagesOf(scene.id), filesOf(scene)];
    await scene.sync();
    expect(await scene.sync()).toBe('unchanged');
    expect(await world.pagesOf(scene.id)).toEqual(pages);
    const isPage = (path: string) => path.endsWith('.md') && path !== 'SUMMARY.md';
    expect(filesOf(scene).filter(isPage)).toHaveLength(files.filter(isPage).length);
    expect(scene.repository.git(['show', 'main:guide/start.md'])).toContain('Edited steps.');
  });
});

describe('a connection whose secrets were sealed with another key', () => {
  const other = Buffer.alloc(32, 7);

  it('waits for another token, and refuses webhooks instead of failing', async () => {
    const scene = await aSyncedScene(world, guide);
    const { prisma } = world.server.platform.db;
    const id = scene.connectionId;
    const sealed = {
      sealedCredential: encrypt(other, 'token', `git:${id}/token`),
      sealedHookSecret: encrypt(other, 'secret', `git:${id}/hook`),
    };
    await prisma.gitConnection.update({ where: { id }, data: sealed });
    const hook = { headers: { 'x-octavo-token': 'secret' } };
    const { status } = await world.server.call(`POST /v1/git/hooks/${id}`, {}, hook);
    expect(status).toBe(401);
    const { error } = await scene.run();
    expect(error).toMatchObject({ type: 'git_unauthenticated', message: expect.stringContaining('SECRETS_KEY') });
    expect(await connectionOf(scene)).toMatchObject({ status: 'unauthenticated' });
    const begun = await world.owner.rest(`PATCH /v1/spaces/${scene.id}/git`, { token: 'new' });
    expect({ status: begun.status, state: begun.body.status }).toEqual({ status: 200, state: 'active' });
    await scene.sync();
    expect(Object.keys(await world.pagesOf(scene.id))).toContain('Start');
  });
});
