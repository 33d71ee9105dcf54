import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aGitWorld, guide, type GitWorld } from '../../git-scenes.ts';
import { aSyncedScene, type SyncedScene } from '../../git-syncs.ts';
import { aMember } from '../../factories.ts';

let world: GitWorld;
beforeAll(async () => {
  world = await aGitWorld();
});
afterAll(() => world.git[Symbol.asyncDispose]());

const asked = `mutation ($id: ID!) { previewGit(spaceId: $id) { waits
  toSpace { total changes { change title path } } toRepository { total changes { change title path } } } }`;

async function preview({ id, repository }: SyncedScene) {
  const before = repository.git(['for-each-ref']);
  const revision = (await world.owner.rest(`GET /v1/spaces/${id}`)).body.revision;
  const { body } = await world.owner.graphql(asked, { id });
  expect(body.errors).toBeUndefined();
  expect(repository.git(['for-each-ref'])).toBe(before);
  expect((await world.owner.rest(`GET /v1/spaces/${id}`)).body.revision).toBe(revision);
  const { waits, toSpace, toRepository } = body.data.previewGit;
  const listed = ({ total, changes }: any) => {
    expect(total).toBe(changes.length);
    return changes.map(({ change, title, path }: any) => [change, title ?? path]).toSorted();
  };
  return { waits, toSpace: listed(toSpace), toRepository: listed(toRepository) };
}

const insert = (id: string, title: string) =>
  world.owner.rest(`POST /v1/spaces/${id}/content`, {
    changes: [{ operation: 'insert_page', title, document: { markdown: `${title}.\n` } }],
  });

const pages = [
  ['ADDED', 'Guide'],
  ['ADDED', 'Next'],
  ['ADDED', 'Start'],
  ['ADDED', 'Welcome'],
  ['ADDED', 'logo.png'],
];

describe('a preview of the first sync', () => {
  it('lists what an empty space gets', async () => {
    const scene = await aSyncedScene(world);
    expect(await preview(scene)).toEqual({ waits: false, toSpace: pages, toRepository: [] });
  });

  it('lists what would go from a space with content, which waits', async () => {
    const scene = await aSyncedScene(world);
    await insert(scene.id, 'Mine');
    expect(await preview(scene)).toEqual({ waits: true, toSpace: [...pages, ['REMOVED', 'Mine']], toRepository: [] });
  });

  it('lists the files that a space is written over', async () => {
    const scene = await aSyncedScene(world, undefined, { priority: 'octavo', status: 'paused' });
    await insert(scene.id, 'Mine');
    expect(await preview(scene)).toEqual({
      waits: false,
      toSpace: [],
      toRepository: [['ADDED', 'mine.md'], ...Object.keys(guide).map((path) => ['REMOVED', path])].toSorted(),
    });
  });
});

describe('a preview of a sync', () => {
  it('lists what each side has changed', async () => {
    const scene = await aSyncedScene(world);
    await scene.sync();
    expect(await preview(scene)).toEqual({ waits: false, toSpace: [], toRepository: [] });
    await insert(scene.id, 'Mine');
    expect(await preview(scene)).toEqual({ waits: false, toSpace: [], toRepository: [['ADDED', 'mine.md']] });
    scene.repository.commit({ 'guide/start.md': '# Start\n\nTheirs.\n', 'guide/next.md': null });
    expect(await preview(scene)).toEqual({
      waits: false,
      toSpace: [
        ['REMOVED', 'Next'],
        ['UPDATED', 'Start'],
      ],
      toRepository: [['ADDED', 'Mine']],
    });
  });

  it('can be read from its job', async () => {
    const scene = await aSyncedScene(world);
    const shown = await preview(scene);
    const job = await world.server.platform.db.prisma.job.findFirstOrThrow({ where: { spaceId: scene.id } });
    const { body } = await world.owner.graphql(
      `query ($id: ID!) { job(id: $id) { result { gitPreview { waits toSpace { total } toRepository { total } } } } }`,
      { id: job.id },
    );
    expect(body.data.job.result.gitPreview).toEqual({
      waits: false,
      toSpace: { total: shown.toSpace.length },
      toRepository: { total: 0 },
    });
  });

  it('is refused to who may not sync, and where there is no connection', async () => {
    const scene = await aSyncedScene(world);
    const editor = await aMember(world.server, world.organizationId, 'edit');
    const typeOf = async (caller: typeof editor, id: string) =>
      (await caller.graphql(asked, { id })).body.errors[0].extensions.code;
    expect(await typeOf(editor, scene.id)).toBe('FORBIDDEN');
    expect(await typeOf(world.owner, (await world.aScene()).id)).toBe('NOT_FOUND');
  });
});
