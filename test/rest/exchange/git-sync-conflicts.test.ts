import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

/** A space that has been made equal to its repository. */
async function equal(files?: Readonly<Record<string, string>>, more?: object): Promise<SyncedScene> {
  const scene = await aSyncedScene(world, files, more);
  expect(await scene.sync()).toBe('completed');
  return scene;
}

const requestOf = (scene: SyncedScene) => waitingRequest(world, scene);

const markdownAt = async (id: string, path: string) =>
  (await owner.rest(`GET /v1/spaces/${id}/content/path/${path}?format=markdown`)).body.markdown;

describe('a sync of both sides that have changed the same', () => {
  it('waits where both have changed the same line, until the change request is merged', async () => {
    const scene = await equal();
    await rewrite(scene.id, 'guide/start', '# Start\n\nOurs.\n');
    scene.repository.commit({ 'guide/start.md': '# Start\n\nTheirs.\n' });
    expect(await scene.sync()).toBe('conflicted');
    expect(await scene.sync()).toBe('conflicted');
    const request = await requestOf(scene);
    const { status, description } = (await owner.rest(`GET ${request}`)).body;
    expect(status).toBe('open');
    expect(JSON.stringify(description)).toContain('Archiving it keeps what the space has');
    expect((await owner.rest(`POST ${request}/merge`)).body).toMatchObject({ result: 'conflicts' });
    const { id: page } = await pageAt(scene.id, 'guide/start');
    await owner.rest(`POST ${request}/conflicts/${page}/resolve`, { choice: 'change-request' });
    expect((await owner.rest(`POST ${request}/merge`)).body).toMatchObject({ result: 'merge' });
    expect(await scene.sync()).toBe('unchanged');
    expect(await markdownAt(scene.id, 'guide/start')).toContain('Theirs.');
    expect(scene.repository.files()['guide/start.md']).toBe('# Start\n\nTheirs.\n');
    expect(await connectionOf(world, scene)).toMatchObject({ status: 'active', changeRequestId: null });
  });

  it('takes what is pushed while a change request waits, and writes how the conflict was resolved', async () => {
    const scene = await equal();
    await rewrite(scene.id, 'guide/start', '# Start\n\nOurs.\n');
    scene.repository.commit({ 'guide/start.md': '# Start\n\nTheirs.\n' });
    await scene.sync();
    scene.repository.commit({ 'guide/next.md': '# Next\n\nMore.\n', 'new.md': '# New\n' });
    expect(await scene.sync()).toBe('conflicted');
    const request = await requestOf(scene);
    const { id: page } = await pageAt(scene.id, 'guide/start');
    await owner.rest(`POST ${request}/conflicts/${page}/resolve`, { choice: 'main' });
    expect((await owner.rest(`POST ${request}/merge`)).body).toMatchObject({ result: 'merge' });
    expect(await scene.sync()).toBe('completed');
    expect(scene.repository.files()).toEqual({
      ...guide,
      'logo.png': expect.any(String),
      'guide/start.md': '# Start\n\nOurs.\n',
      'guide/next.md': '# Next\n\nMore.\n',
      'new.md': '# New\n',
    });
    expect(Object.keys(await world.pagesOf(scene.id))).toContain('New');
    expect(await scene.sync()).toBe('unchanged');
  });

  it('waits where a page was deleted here and edited there', async () => {
    const scene = await equal();
    const { id: page } = await pageAt(scene.id, 'guide/start');
    await edit(scene.id, [{ operation: 'delete_page', page }]);
    scene.repository.commit({ 'guide/start.md': '# Start\n\nTheirs.\n' });
    expect(await scene.sync()).toBe('conflicted');
    const request = await requestOf(scene);
    await owner.rest(`POST ${request}/conflicts/${page}/resolve`, { choice: 'change-request' });
    expect((await owner.rest(`POST ${request}/merge`)).body).toMatchObject({ result: 'merge' });
    await scene.sync();
    expect((await pageAt(scene.id, 'guide/start')).id).toBe(page);
    expect(scene.repository.files()['guide/start.md']).toBe('# Start\n\nTheirs.\n');
  });

  it.each([
    ['main', 'guide/next/start.md'],
    ['change-request', 'other/start.md'],
  ])('waits where a page was moved on both sides, and moves it to the place of %s', async (choice, path) => {
    const scene = await equal();
    const [{ id: page }, { id: into }] = [await pageAt(scene.id, 'guide/start'), await pageAt(scene.id, 'guide/next')];
    await edit(scene.id, [{ operation: 'move_page', page, into }]);
    const text = guide['guide/start.md'];
    scene.repository.commit({ 'guide/start.md': null, 'other/start.md': text });
    expect(await scene.sync()).toBe('conflicted');
    const request = await requestOf(scene);
    await owner.rest(`POST ${request}/conflicts/${page}/resolve`, { choice });
    expect((await owner.rest(`POST ${request}/merge`)).body).toMatchObject({ result: 'merge' });
    await scene.sync();
    expect(await scene.sync()).toBe('unchanged');
    const files = Object.entries(scene.repository.files()).filter(([name]) => name.endsWith('.md'));
    // Links that nobody has changed there stay as they are.
    const home = choice === 'main' ? guide['README.md'].replace('guide/start.md', path) : guide['README.md'];
    expect(Object.fromEntries(files)).toEqual({
      'README.md': home,
      'guide/next.md': guide['guide/next.md'],
      [path]: text,
    });
    expect((await world.pagesOf(scene.id))['Start']).toBe(page);
  });

  it('merges an edit of the line below a title that was given here', async () => {
    const scene = await equal({ 'README.md': '# Home\n', 'a.md': '# A\n\nText.\n' });
    const { id: page } = await pageAt(scene.id, 'a');
    await edit(scene.id, [{ operation: 'update_page', page, title: 'Other' }]);
    expect(await scene.sync()).toBe('completed');
    const file = '---\ntitle: Other\n---\n# A\n\nText.\n';
    expect(scene.repository.files()['a.md']).toBe(file);
    await rewrite(scene.id, 'a', '# A of ours\n\nText.\n');
    scene.repository.commit({ 'a.md': file.replace('Text', 'Theirs') });
    expect(await scene.sync()).toBe('completed');
    expect(scene.repository.files()['a.md']).toBe('---\ntitle: Other\n---\n# A of ours\n\nTheirs.\n');
    expect(await scene.sync()).toBe('unchanged');
  });

  it('keeps a page deleted that nobody has edited there', async () => {
    const scene = await equal();
    const { id: page } = await pageAt(scene.id, 'guide/start');
    await edit(scene.id, [{ operation: 'delete_page', page }]);
    scene.repository.commit({ 'guide/next.md': null, 'guide/after.md': '# After\n' });
    expect(await scene.sync()).toBe('completed');
    expect(Object.keys(await world.pagesOf(scene.id)).toSorted()).toEqual(['After', 'Guide', 'Welcome']);
    expect(Object.keys(scene.repository.files()).toSorted()).toEqual(['README.md', 'guide/after.md', 'logo.png']);
    expect(await scene.sync()).toBe('unchanged');
  });

  it('always waits when the connection says so', async () => {
    const scene = await equal(undefined, { onConflict: 'review' });
    await rewrite(scene.id, 'guide/start', '# Start\n\nOurs.\n');
    scene.repository.commit({ 'guide/next.md': '# Next\n\nTheirs.\n' });
    expect(await scene.sync()).toBe('conflicted');
  });

  it('keeps what the space has when the change request is archived', async () => {
    const scene = await equal();
    await rewrite(scene.id, 'guide/start', '# Start\n\nOurs.\n');
    scene.repository.commit({ 'guide/start.md': '# Start\n\nTheirs.\n', 'more.md': '# More\n' });
    expect(await scene.sync()).toBe('conflicted');
    await owner.rest(`PATCH ${await requestOf(scene)}`, { status: 'archived' });
    expect(await scene.sync()).toBe('completed');
    expect(scene.repository.files()).toEqual({
      ...guide,
      'logo.png': expect.any(String),
      'guide/start.md': '# Start\n\nOurs.\n',
    });
    expect(Object.keys(await world.pagesOf(scene.id))).not.toContain('More');
  });
});
