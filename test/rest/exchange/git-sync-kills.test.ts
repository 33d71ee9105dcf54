import { afterAll, beforeAll, expect, it } from 'vitest';
import { syncConnection } from '../../../src/domain/exchange/git/sync/sync-connection.ts';
import type { Context } from '../../../src/domain/core/context.ts';
import { aGitWorld, type GitWorld } from '../../git-scenes.ts';
import { aSyncedScene, gitFindings, type SyncedScene } from '../../git-syncs.ts';
import { allOr } from '../../setup/size.ts';

let world: GitWorld;
beforeAll(async () => {
  world = await aGitWorld();
});
afterAll(() => world.git[Symbol.asyncDispose]());

class Killed extends Error {}

/**
 * A context whose process dies before so many of its transactions, or before the next step after the last one. What a sync leaves lies in
 * the database and in the branch, which it changes between two of them, so these are all moments that differ.
 */
function dyingBefore(ctx: Context, transactions: number): { readonly ctx: Context; readonly counted: () => number } {
  const death = new AbortController();
  let count = 0;
  const die = () => {
    death.abort(new Killed());
    throw new Killed();
  };
  const runTransaction: Context['runTransaction'] = async (run, limits) => {
    if (death.signal.aborted || (count += 1) >= transactions) die();
    return ctx.runTransaction(run, limits);
  };
  return {
    ctx: { ...ctx, signal: death.signal, runTransaction },
    counted: () => count,
  };
}

/** Runs a sync that dies before so many transactions. Returns whether it has died. */
async function killSync({ connectionId }: SyncedScene, transactions: number): Promise<boolean> {
  const { ctx } = dyingBefore(world.owner.context(), transactions);
  try {
    await syncConnection(ctx, connectionId, {
      jobId: ctx.newId('job'),
      progress: () => undefined,
    });
    return false;
  } catch (error) {
    if (error instanceof Killed) return true;
    throw error;
  }
}

const files = {
  'SUMMARY.md': '# Contents\n\n* [Start](README.md)\n* [One](part/one.md)\n* [Two](part/two.md)\n',
  'README.md': '# Start\n\nSee [one](part/one.md).\n',
  'part/one.md': '# One\n\nFirst.\n\nMiddle.\n\nLast.\n',
  'part/two.md': '# Two\n\nFirst.\n\nMiddle.\n\nLast.\n',
};

let turn = 0;

/** Changes of the space: a text, and a new page. */
async function ours({ id }: SyncedScene) {
  const { markdown } = (await world.owner.rest(`GET /v1/spaces/${id}/content/path/one?format=markdown`)).body;
  await world.rewrite(id, 'one', markdown.replace(/First.*/, `First here ${turn}.`));
  await world.edit(id, [
    {
      operation: 'insert_page',
      title: `Ours ${turn}`,
      document: { markdown: `Ours ${turn}.\n` },
    },
  ]);
}

/** Changes of the repository: a text, which may be that of the space, another one, and a new file. */
function theirs({ repository }: SyncedScene) {
  const { 'SUMMARY.md': summary = '', 'part/one.md': one = '', 'part/two.md': two = '' } = repository.files();
  repository.commit({
    'part/one.md': one.replace(/Last.*/, `Last there ${turn}.`),
    'part/two.md': two.replace(/First.*/, `First there ${turn}.`),
    [`part/theirs-${turn}.md`]: `# Theirs ${turn}\n`,
    'SUMMARY.md': `${summary}* [Theirs ${turn}](part/theirs-${turn}.md)\n`,
  });
}

const countCommits = ({ repository }: SyncedScene) => Number(repository.git(['rev-list', '--count', 'main']));

/** Both sides have all changes once, in as few commits. */
async function expectEqual(scene: SyncedScene, commits: number) {
  const { id, repository } = scene;
  expect(await scene.sync()).toBe('unchanged');
  const now = repository.files();
  const pages = Object.keys(await world.pagesOf(id)).length;
  expect(Object.keys(now).filter((path) => path.endsWith('.md'))).toHaveLength(pages + 1);
  for (const name of ['one', 'two']) {
    const { body } = await world.owner.rest(`GET /v1/spaces/${id}/content/path/${name}?format=markdown`);
    expect(now[`part/${name}.md`]).toBe(body.markdown);
  }
  expect(countCommits(scene)).toBe(commits);
  const { changeRequestId } = await world.server.platform.db.prisma.gitConnection.findUniqueOrThrow({
    where: { id: scene.connectionId },
  });
  expect(changeRequestId).toBeNull();
}

const sides: readonly [string, boolean, boolean][] = [
  ['of both sides', true, true],
  ['of the repository', false, true],
  ['of the space', true, false],
];

it.each(allOr(sides, sides.slice(0, 1)))(
  'a sync of changes %s that dies at any point is made up for by the next one',
  { timeout: 1_800_000 },
  async (_name, isOurs, isTheirs) => {
    const scene = await aSyncedScene(world, files);
    expect(await scene.sync()).toBe('completed');
    let titles = Object.keys(await world.pagesOf(scene.id)).length;
    let commits = countCommits(scene);
    let kills = 0;
    let transactions = 1;
    for (let hasDied = true; hasDied || kills < allOr(70, 0); transactions = hasDied ? transactions + allOr(1, 3) : 1) {
      turn += 1;
      if (isOurs) await ours(scene);
      if (isTheirs) theirs(scene);
      hasDied = await killSync(scene, transactions);
      kills += Number(hasDied);
      if (hasDied) await scene.sync();
      commits += Number(isOurs) + Number(isTheirs);
      titles += Number(isOurs) + Number(isTheirs);
      await expectEqual(scene, commits);
      expect(Object.keys(await world.pagesOf(scene.id)), `dies before transaction ${transactions}`).toHaveLength(
        titles,
      );
    }
    expect(await gitFindings(world, scene.id)).toEqual([]);
  },
);
