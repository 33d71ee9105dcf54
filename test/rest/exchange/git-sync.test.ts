import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aGitWorld, guide, type GitWorld } from '../../git-scenes.ts';
import { aSyncedScene, connectionOf, waitingRequest, type SyncedScene } from '../../git-syncs.ts';
import type { Caller } from '../../harness.ts';

let world: GitWorld;
let owner: Caller;
let pageAt: GitWorld['pageAt'];
let edit: GitWorld['edit'];
let rewrite: GitWorld['rewrite'];

beforeAll(async () => {
  world = await aGitWorld();
  ({ owner, pageAt, edit, rewrite } = world);
});
afterAll(() => world.git[Symbol.asyncDispose]());
beforeEach(() => {
  world.git.switches = {};
});

/** A space that has been made equal to its repository. */
async function equal(files?: Readonly<Record<string, string | Buffer>>, more?: object): Promise<SyncedScene> {
  const scene = await aSyncedScene(world, files, more);
  expect(await scene.sync()).toBe('completed');
  return scene;
}

const markdownAt = async (id: string, path: string) =>
  (await owner.rest(`GET /v1/spaces/${id}/content/path/${path}?format=markdown`)).body.markdown;

const requestOf = (scene: SyncedScene) => waitingRequest(world, scene);

const operationsOf = ({ connectionId }: SyncedScene) =>
  world.server.platform.db.prisma.gitOperation.findMany({
    where: { connectionId },
    orderBy: [{ startedAt: 'asc' }, { id: 'asc' }],
  });

const tipOf = ({ repository }: SyncedScene) => repository.git(['rev-parse', 'main']).trim();

describe('the first sync', () => {
  it('makes an empty space what the repository is, and leaves the repository as it is', async () => {
    const scene = await aSyncedScene(world);
    const tip = tipOf(scene);
    expect(await scene.sync()).toBe('completed');
    expect(Object.keys(await world.pagesOf(scene.id))).toEqual(['Welcome', 'Guide', 'Next', 'Start']);
    expect(await scene.sync()).toBe('unchanged');
    expect(tipOf(scene)).toBe(tip);
    expect(await operationsOf(scene)).toMatchObject([
      { state: 'completed', direction: 'import', commit: tip, counts: { added: 4, updated: 0, removed: 0 } },
    ]);
  });

  it('writes the space into an empty repository', async () => {
    const scene = await aSyncedScene(world, {});
    scene.repository.git(['update-ref', '-d', 'refs/heads/main']);
    await edit(scene.id, [{ operation: 'insert_page', title: 'Hello', document: { markdown: 'World.\n' } }]);
    expect(await scene.sync()).toBe('completed');
    expect(Object.values(scene.repository.files()).join('\n')).toContain('World.');
    expect(await scene.sync()).toBe('unchanged');
  });

  it('waits in a change request where the space has content of its own', async () => {
    const scene = await aSyncedScene(world);
    await edit(scene.id, [{ operation: 'insert_page', title: 'Mine', document: { markdown: 'Mine.\n' } }]);
    expect(await scene.sync()).toBe('conflicted');
    expect(Object.keys(await world.pagesOf(scene.id))).toEqual(['Mine']);
    expect((await connectionOf(world, scene)).status).toBe('conflict');
    expect((await owner.rest(`POST ${await requestOf(scene)}/merge`)).status).toBe(200);
    expect(await scene.sync()).toBe('unchanged');
    expect(Object.keys(await world.pagesOf(scene.id))).toEqual(['Welcome', 'Guide', 'Next', 'Start']);
    expect(scene.repository.files()).toEqual({ ...guide, 'logo.png': expect.any(String) });
  });

  it('writes the space over the repository when the space is to be kept', async () => {
    const scene = await aSyncedScene(world, undefined, { priority: 'octavo' });
    await edit(scene.id, [{ operation: 'insert_page', title: 'Mine', document: { markdown: 'Mine.\n' } }]);
    expect(await scene.sync()).toBe('completed');
    expect(Object.keys(await world.pagesOf(scene.id))).toEqual(['Mine']);
    expect(Object.keys(scene.repository.files())).toEqual(['mine.md']);
    expect(await scene.sync()).toBe('unchanged');
  });
});

describe('a sync of one side', () => {
  it('brings an edit of the repository here, in one revision of its commit', async () => {
    const scene = await equal();
    const before = await world.pagesOf(scene.id);
    const oid = scene.repository.commit({ 'guide/start.md': '# Start\n\nTheirs.\n' }, { message: 'Better start' });
    expect(await scene.sync()).toBe('completed');
    expect(await markdownAt(scene.id, 'guide/start')).toContain('Theirs.');
    expect(await world.pagesOf(scene.id)).toEqual(before);
    const { git } = (await owner.rest(`GET /v1/spaces/${scene.id}/content`)).body;
    expect(git).toMatchObject({ oid, message: 'Better start', createdByService: false });
    expect(tipOf(scene)).toBe(oid);
  });

  it('writes an edit of the space as a commit of who made it', async () => {
    const scene = await equal();
    await rewrite(scene.id, 'guide/start', '# Start\n\nOurs.\n');
    expect(await scene.sync()).toBe('completed');
    expect(scene.repository.files()['guide/start.md']).toBe('# Start\n\nOurs.\n');
    const log = scene.repository.git(['log', '-1', '--format=%ae%n%cn%n%B', 'main']);
    const { revision } = (await owner.rest(`GET /v1/spaces/${scene.id}`)).body;
    const host = new URL(world.server.platform.services.urls.base).hostname;
    expect(log.trim()).toBe(
      `${owner.userId}@users.noreply.${host}\nOctavo\nUpdate guide/start.md\n\nOctavo-Revision: ${revision}`,
    );
    expect(await scene.sync()).toBe('unchanged');
  });

  it('names the change request that a commit has, and everybody who has written in it', async () => {
    const scene = await equal();
    const request = await owner.rest(`POST /v1/spaces/${scene.id}/change-requests`, { subject: 'A better start' });
    const { id: page } = await pageAt(scene.id, 'guide/start');
    const path = `/v1/spaces/${scene.id}/change-requests/${request.body.id}`;
    await owner.rest(`POST ${path}/content`, {
      changes: [{ operation: 'update_page', page, document: { markdown: '# Start\n\nBetter.\n' } }],
    });
    await owner.rest(`POST ${path}/merge`);
    await scene.sync();
    expect(scene.repository.git(['log', '-1', '--format=%s', 'main']).trim()).toBe(
      `OCTAVO-${request.body.number}: A better start`,
    );
  });

  it('goes the way of the connection alone', async () => {
    const imported = await equal(undefined, { direction: 'import' });
    await rewrite(imported.id, 'guide/start', '# Start\n\nOurs.\n');
    const tip = imported.repository.commit({ 'guide/next.md': '# Next\n\nTheirs.\n' });
    expect(await imported.sync()).toBe('completed');
    expect(tipOf(imported)).toBe(tip);
    expect(await markdownAt(imported.id, 'guide/start')).toContain('Ours.');
    const exported = await aSyncedScene(world, {}, { direction: 'export', priority: 'octavo' });
    await edit(exported.id, [{ operation: 'insert_page', title: 'Mine', document: { markdown: 'Mine.\n' } }]);
    await exported.sync();
    exported.repository.commit({ 'mine.md': 'Theirs.\n', 'code.ts': 'x' });
    expect(await exported.sync()).toBe('completed');
    expect(exported.repository.files()).toMatchObject({ 'code.ts': 'x', 'mine.md': expect.stringContaining('Mine.') });
    expect(await markdownAt(exported.id, 'mine')).toContain('Mine.');
  });
});

describe('a sync of both sides', () => {
  it('merges what both have changed', async () => {
    const scene = await equal();
    const before = await world.pagesOf(scene.id);
    await rewrite(scene.id, 'guide/start', '# Start\n\nOurs.\n');
    scene.repository.commit({ 'guide/next.md': '# Next\n\nTheirs.\n' });
    expect(await scene.sync()).toBe('completed');
    expect(await markdownAt(scene.id, 'guide/next')).toContain('Theirs.');
    expect(scene.repository.files()).toMatchObject({
      'guide/start.md': '# Start\n\nOurs.\n',
      'guide/next.md': '# Next\n\nTheirs.\n',
    });
    expect(await world.pagesOf(scene.id)).toEqual(before);
    expect(await scene.sync()).toBe('unchanged');
    expect((await connectionOf(world, scene)).changeRequestId).toBeNull();
  });

  it('keeps an order that was changed here when something else has changed there', async () => {
    const scene = await equal({
      'README.md': '# Start\n',
      'one.md': '# One\n',
      'two.md': '# Two\n',
      'SUMMARY.md': '# Contents\n\n* [Start](README.md)\n* [One](one.md)\n* [Two](two.md)\n',
    });
    const { id: page } = await pageAt(scene.id, 'two');
    await edit(scene.id, [{ operation: 'move_page', page, at: 0 }]);
    scene.repository.commit({ 'one.md': '# One\n\nTheirs.\n' });
    expect(await scene.sync()).toBe('completed');
    expect(Object.keys(await world.pagesOf(scene.id))).toEqual(['Two', 'Start', 'One']);
    expect(scene.repository.files()).toMatchObject({
      'one.md': '# One\n\nTheirs.\n',
      'SUMMARY.md': '# Contents\n\n* [Two](two.md)\n* [Start](README.md)\n* [One](one.md)\n',
    });
    expect(await scene.sync()).toBe('unchanged');
  });

  it('keeps addresses that come from titles when these were changed here and other files there', async () => {
    const scene = await equal({
      'README.md': '# Start\n',
      'one.md': '# One\n',
      'SUMMARY.md': '# Contents\n\n* [Start](README.md)\n\n## Group\n\n* [One](one.md)\n',
    });
    const addresses = async () => (await owner.rest(`GET /v1/spaces/${scene.id}/content/pages`)).body.pages;
    const before = await addresses();
    await edit(scene.id, [
      { operation: 'update_page', page: before[0].id, title: 'Begin' },
      { operation: 'update_page', page: before[1].id, title: 'Team' },
    ]);
    expect(await scene.sync()).toBe('completed');
    expect(scene.repository.files()['SUMMARY.md']).toContain('## Team');
    scene.repository.commit({ 'one.md': '# One\n\nTheirs.\n', 'two.md': '# Two\n' });
    expect(await scene.sync()).toBe('completed');
    const named = ({ id, title, slug }: any) => ({ id, title, slug });
    expect((await addresses()).map(named)).toEqual([
      { ...named(before[0]), title: 'Begin' },
      { ...named(before[1]), title: 'Team' },
    ]);
    expect(await scene.sync()).toBe('unchanged');
  });
});
