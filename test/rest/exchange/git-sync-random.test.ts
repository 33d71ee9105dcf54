import { afterAll, beforeAll, expect, it } from 'vitest';
import { splitFrontMatter } from '../../../src/text/markdown/front-matter.ts';
import { aSpace } from '../../factories.ts';
import { aGitWorld, type GitWorld } from '../../git-scenes.ts';
import { aSyncedScene, type SyncedScene } from '../../git-syncs.ts';
import { randomBytes } from '../../setup/seed.ts';
import { allOr } from '../../setup/size.ts';

let world: GitWorld;
beforeAll(async () => {
  world = await aGitWorld();
});
afterAll(() => world.git[Symbol.asyncDispose]());

const below = (count: number) => randomBytes(4).readUInt32BE() % count;
const pick = <Item>(items: readonly Item[]): Item | undefined => items[below(items.length)];
const word = () => randomBytes(3).toString('hex');

const plain = Object.fromEntries([
  ['README.md', '# Start\n\nSee [one](part-0/page-1.md).\n'],
  ...Array.from({ length: 12 }, (_none, at) => [
    `part-${at % 3}/page-${at}.md`,
    `# Page ${at}\n\nFirst ${at}.\n\nBack to [start](../README.md).\n\nLast ${at}.\n`,
  ]),
]) as Record<string, string>;

const listed = {
  ...plain,
  'SUMMARY.md': `# Contents\n\n* [Start](README.md)\n${Object.keys(plain)
    .filter((path) => path.startsWith('part'))
    .map((path) => `* [${path.slice(7, -3)}](${path})\n`)
    .join('')}`,
};

interface Page {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly pages?: readonly Page[];
}

const flat = (pages: readonly Page[]): Page[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);

async function treeOf(id: string): Promise<readonly Page[]> {
  const { body } = await world.owner.rest(`GET /v1/spaces/${id}/content?limit=100`);
  return body.pages;
}

const markdownOf = async (id: string, page: string) =>
  (await world.owner.rest(`GET /v1/spaces/${id}/content/page/${page}?format=markdown`)).body.markdown ?? '';

/** A change of the space. */
async function ours({ id }: SyncedScene) {
  const pages = flat(await treeOf(id)).filter(({ type }) => type === 'document');
  const page = pick(pages);
  const insert = { operation: 'insert_page', title: `Ours ${word()}`, document: { markdown: `Ours ${word()}.\n` } };
  const markdown = page ? await markdownOf(id, page.id) : '';
  const change = page
    ? [
        { operation: 'update_page', page: page.id, document: { markdown: `${markdown}\nOurs ${word()}.\n` } },
        {
          operation: 'update_page',
          page: page.id,
          document: { markdown: markdown.replace('First', `Ours ${word()}`) },
        },
        { operation: 'update_page', page: page.id, title: `Title ${word()}` },
        { operation: 'update_page', page: page.id, slug: `slug-${word()}` },
        { operation: 'move_page', page: page.id, at: 0 },
        { operation: 'delete_page', page: page.id },
        { ...insert, into: page.id },
        insert,
      ][below(8)]
    : insert;
  await world.owner.rest(`POST /v1/spaces/${id}/content`, { changes: [change] });
}

/** A change of the repository. */
function theirs({ repository }: SyncedScene) {
  const files = repository.files();
  const path = pick(Object.keys(files).filter((name) => name.endsWith('.md') && name !== 'SUMMARY.md'));
  const text = files[path ?? ''] ?? '';
  const added = { [`part-${below(3)}/theirs-${word()}.md`]: `# Theirs ${word()}\n\nText.\n` };
  const changes = path
    ? [
        { [path]: `${text}\nTheirs ${word()}.\n` },
        { [path]: text.replace('Last', `Theirs ${word()}`) },
        { [path]: text.replace(/^# .*$/m, `# Heading ${word()}`) },
        { [path]: null, [`moved-${word()}/${word()}.md`]: text },
        { [path]: null },
        added,
      ]
    : [added];
  const change: Readonly<Record<string, string | null>> = pick(changes) ?? added;
  repository.commit({ ...change, ...summaryOf(files, change) }, { message: `Change ${word()}` });
}

/** The table of contents with the lines of moved, deleted and added files, as people keep it. */
function summaryOf(
  files: Readonly<Record<string, string>>,
  change: Readonly<Record<string, string | null>>,
): Record<string, string> {
  const summary = files['SUMMARY.md'];
  const [gone] = Object.keys(change).filter((path) => change[path] === null);
  const [added] = Object.keys(change).filter((path) => change[path] !== null && files[path] === undefined);
  if (summary === undefined || (gone === undefined && added === undefined)) return {};
  if (gone === undefined) return { 'SUMMARY.md': `${summary}* [Theirs](${added})\n` };
  const lines = summary.split('\n').flatMap((line) => {
    if (!line.includes(`(${gone})`)) return [line];
    return added === undefined ? [] : [line.replace(`(${gone})`, `(${added})`)];
  });
  return { 'SUMMARY.md': lines.join('\n') };
}

/** Syncs until both sides are equal. What waits is merged as the repository or as the space has it, or archived. */
async function untilEqual(scene: SyncedScene) {
  for (let tries = 0; tries < 5; tries += 1) {
    if ((await scene.sync()) !== 'conflicted') return;
    const { changeRequestId } = await world.server.platform.db.prisma.gitConnection.findUniqueOrThrow({
      where: { id: scene.connectionId },
    });
    const request = `/v1/spaces/${scene.id}/change-requests/${changeRequestId}`;
    if (below(3) === 0) {
      await world.owner.rest(`PATCH ${request}`, { status: 'archived' });
      continue;
    }
    const { items } = (await world.owner.rest(`GET ${request}/conflicts`)).body;
    for (const { id } of items)
      await world.owner.rest(`POST ${request}/conflicts/${id}/resolve`, { choice: pick(['main', 'change-request']) });
    const { body } = await world.owner.rest(`POST ${request}/merge`);
    if (body.result !== 'merge') await world.owner.rest(`PATCH ${request}`, { status: 'archived' });
  }
  throw new Error('Both sides do not become equal');
}

/** What a space says, without ids. */
async function said(id: string) {
  const named = async (pages: readonly Page[]): Promise<unknown[]> => {
    const all: unknown[] = [];
    for (const { id: page, type, title, pages: children = [], ...more } of pages)
      all.push({
        type,
        title,
        slug: (more as { slug?: string }).slug,
        // A title that was given here is in the front matter of the file alone.
        markdown: type === 'document' ? splitFrontMatter(await markdownOf(id, page)).body.trim() : '',
        pages: await named(children),
      });
    return all;
  };
  return named(await treeOf(id));
}

/** What a new import of the repository says. */
async function saidByRepository({ url }: SyncedScene) {
  const { id } = await aSpace(world.server, world.organizationId);
  const { status } = await world.importGit(id, { url, allowPartial: true });
  expect(status).toBe(204);
  return said(id);
}

it.each([
  ['without a table of contents', plain],
  ['with a table of contents', listed],
])('both sides are equal after any changes of both, %s', { timeout: 1_800_000 }, async (_name, files) => {
  const scene = await aSyncedScene(world, files);
  expect(await scene.sync()).toBe('completed');
  for (let round = 0; round < allOr(60, 5); round += 1) {
    for (let count = below(4); count > 0; count -= 1) await ours(scene);
    for (let count = below(4); count > 0; count -= 1) theirs(scene);
    await untilEqual(scene);
    const tip = scene.repository.git(['rev-parse', 'main']);
    expect(await scene.sync()).toBe('unchanged');
    expect(scene.repository.git(['rev-parse', 'main'])).toBe(tip);
    expect(await said(scene.id), `after round ${round}`).toEqual(await saidByRepository(scene));
  }
});
