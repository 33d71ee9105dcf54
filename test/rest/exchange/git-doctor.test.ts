import { afterAll, beforeAll, expect, it } from 'vitest';
import { aGitWorld, type GitWorld } from '../../git-scenes.ts';
import { aSyncedScene, gitFindings, lostEntry } from '../../git-syncs.ts';
import { allOr } from '../../setup/size.ts';

let world: GitWorld;
beforeAll(async () => {
  world = await aGitWorld();
});
afterAll(() => world.git[Symbol.asyncDispose]());

const files = {
  'README.md': '# Start\n\nSee [one](part/one.md).\n',
  'part/README.md': '# Part\n',
  'part/one.md': '# One\n\nText.\n',
  'part/two.md': '# Two\n\nText.\n',
  'logo.png': Buffer.from('iVBORw0KGgo=', 'base64'),
};

/** What is planted by SQL, where `$1` is the space, and the check that finds it; none where the next sync repairs it by itself. */
const faults: readonly (readonly [check: string | null, plant: string])[] = [
  ...['README.md', 'part/one.md', 'logo.png'].flatMap((path): [null, string][] => [
    [null, `delete from git_files where "spaceId" = $1 and path = '${path}'`],
    [null, `update git_files set oid = repeat('1', 40) where "spaceId" = $1 and path = '${path}'`],
  ]),
  [null, `update git_files set mode = '100755' where "spaceId" = $1 and path = 'part/two.md'`],
  [null, `insert into git_files ("spaceId", path, oid, mode) values ($1, 'gone.md', repeat('1', 40), '100644')`],
  [null, `update git_repositories set commit = repeat('1', 40) where "spaceId" = $1`],
  ['git revisions', `update git_repositories set "revisionId" = 'rev_lost' where "spaceId" = $1`],
  ...['part/README.md', 'part/one.md', 'part/two.md'].map((key): [string, string] => [
    'lost git sources',
    `delete from imported_sources where "spaceId" = $1 and key = '${key}'`,
  ]),
  ['lost git sources', `delete from imported_sources where "spaceId" = $1 and key like 'part/%'`],
  ...['copy.md', 'part/a.md'].map((key): [string, string] => [
    'git sources',
    `insert into imported_sources select "spaceId", line, "importId", kind, '${key}', "entryId", place, state, now()
      from imported_sources where "spaceId" = $1 and key = 'part/one.md'`,
  ]),
  [
    'git sources',
    `insert into imported_sources select "spaceId", 'cr_lost', "importId", kind, key, "entryId", place, state, now()
      from imported_sources where "spaceId" = $1`,
  ],
  ...['lost.md', 'part/lost.md'].map((key): [string, string] => [
    'git sources',
    `insert into imported_sources select "spaceId", line, "importId", kind, '${key}', '${lostEntry}', place, state, now()
      from imported_sources where "spaceId" = $1 and key = 'part/one.md'`,
  ]),
  [
    'git files',
    `with kept as (select * from git_repositories where "spaceId" = $1) delete from git_repositories where "spaceId" = $1`,
  ],
];

it('20 faults of what is noted of a repository are found and repaired, by the doctor or by the next sync', async () => {
  expect(faults).toHaveLength(20);
  const scene = await aSyncedScene(world, files);
  expect(await scene.sync()).toBe('completed');
  const { pool } = world.server.platform.db;
  const before = { pages: await world.pagesOf(scene.id), files: scene.repository.files() };
  const oneOfEach = faults.filter(([check], at) => faults.findIndex(([other]) => other === check) === at);
  for (const [turn, [check, plant]] of allOr(faults, oneOfEach).entries()) {
    await pool.query(plant, [scene.id]);
    const found = await gitFindings(world, scene.id, true);
    expect(new Set(found), plant).toEqual(new Set(check === null ? [] : [check]));
    // The last one, after which nothing is known of the repository.
    if (check === 'git files') break;
    // An edit there and one here show whether both are still told apart.
    const text = `# Two\n\nText.\n\nTheirs ${turn}.\n`;
    scene.repository.commit({ 'part/two.md': text });
    if ((await scene.sync()) === 'conflicted') {
      const { changeRequestId } = await world.server.platform.db.prisma.gitConnection.findUniqueOrThrow({
        where: { id: scene.connectionId },
      });
      await world.owner.rest(`POST /v1/spaces/${scene.id}/change-requests/${changeRequestId}/merge`);
      await scene.sync();
    }
    expect(await scene.sync(), plant).toBe('unchanged');
    expect(await world.pagesOf(scene.id), plant).toEqual(before.pages);
    expect(scene.repository.files(), plant).toEqual({ ...before.files, 'part/two.md': text });
  }
  expect(await gitFindings(world, scene.id)).toEqual([]);
});
