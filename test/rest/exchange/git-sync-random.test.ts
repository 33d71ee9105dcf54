import { afterAll, beforeAll, expect, it } from 'vitest';
import { splitFrontMatter } from '../../../src/text/markdown/front-matter.ts';
import { aSpace } from '../../factories.ts';
import { aGitWorld, type GitWorld } from '../../git-scenes.ts';
import { aSyncedScene, gitFindings, waitingRequest, type SyncedScene } from '../../git-syncs.ts';
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

/** Pages in folders with texts of their own, in the spellings that a writer may lose. */
const spelled = {
  'README.md': '\uFEFF# Start\n\nSee [guide](guide/) and [use](guide/use.md#how).\n\nLast start.\n',
  'about.md': '# About\r\n\r\nFirst about.\r\n\r\nBack to the [start](./README.md).\r\n\r\nLast about.\r\n',
  'guide/README.md': '# Guide\n\nFirst guide.\n\n- [Install](install.md)\n- [Use](use.md)\n\nLast guide.',
  'guide/install.md':
    '---\n# kept\ndescription: "How"\ntags: [a,  b]\n---\n\n# Install\n\n:::tip[Mind]\n\nFirst {.wide}\n\n:::\n\nLast install.\n',
  'guide/use.mdx':
    'import Tabs from "@theme/Tabs";\n\n# Use\n\n<Tabs>\n\nFirst use of [install](install.md).\n\n</Tabs>\n\n## How\n\nLast use.\n',
  'guide/more/deep.md': '# Deep\n\nFirst deep, [up](../use.mdx).\n\nLast deep.\n',
  'src/main.ts': 'export {};\n',
};

/** Pages in the order that they give themselves. */
const ordered = {
  'docs/intro.md':
    '---\nsidebar_position: 1\n---\n\n# Intro\n\nFirst intro, [create](./basics/create.md).\n\nLast intro.\n',
  'docs/basics/create.md': '---\nsidebar_position: 2\n---\n\n# Create\n\nFirst create.\n\nLast create.\n',
  'docs/basics/deploy.md':
    '---\nsidebar_position: 1\n---\n\n# Deploy\n\nFirst deploy, after [creating](create.md).\n\nLast deploy.\n',
  'docs/extra.md': '---\nsidebar_position: 3\n---\n\n# Extra\n\nFirst extra.\n\nLast extra.\n',
};

/** A table of contents with groups. */
const grouped = {
  ...spelled,
  'SUMMARY.md':
    '# Table of contents\n\n* [Start](README.md)\n\n## Guide\n\n* [Guide](guide/README.md)\n  * [Install it](guide/install.md)\n* [Use](guide/use.mdx)\n\n## More\n\n* [API](https://example.test/api)\n* [About](about.md)\n* [Deep](guide/more/deep.md)\n',
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
        // Refused below itself.
        { operation: 'move_page', page: page.id, into: pick(pages)?.id },
        { operation: 'delete_page', page: page.id },
        { ...insert, into: page.id },
        insert,
      ][below(9)]
    : insert;
  await world.owner.rest(`POST /v1/spaces/${id}/content`, { changes: [change] });
}

/** A change of the repository. Returns the former path of a file that it has moved, and the new one. */
function theirs({ repository }: SyncedScene): readonly [string, string] | null {
  const files = repository.files();
  const path = pick(Object.keys(files).filter(isPage));
  const text = files[path ?? ''] ?? '';
  const isLast = Object.keys(files).filter(isPage).length < 3;
  const added = {
    [`part-${below(3)}/theirs-${word()}.md`]: `# Theirs ${word()}\n\nText.\n`,
  };
  const changes = path
    ? [
        { [path]: `${text}\nTheirs ${word()}.\n` },
        { [path]: text.replace('Last', `Theirs ${word()}`) },
        { [path]: text.replace(/^# .*$/m, `# Heading ${word()}`) },
        { [path]: null, [`moved-${word()}/${word()}.md`]: text },
        isLast ? added : { [path]: null },
        added,
      ]
    : [added];
  const change: Readonly<Record<string, string | null>> = pick(changes) ?? added;
  repository.commit({ ...change, ...summaryOf(files, change) }, { message: `Change ${word()}` });
  const moved = Object.keys(change).find((name) => name.startsWith('moved-'));
  return path !== undefined && moved !== undefined ? [path, moved] : null;
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
  const all = summary.split('\n');
  const at = all.findIndex((line) => line.includes(`(${gone})`));
  const indent = all[at]?.search(/\S/) ?? 0;
  let isBelow = added === undefined;
  const lines = all.flatMap((line, number) => {
    if (at < 0 || number < at) return [line];
    if (number === at) return added === undefined ? [] : [line.replace(`(${gone})`, `(${added})`)];
    // What was below it moves up. Two levels lower, it would be code.
    isBelow &&= line.search(/\S/) > indent;
    return [isBelow ? line.replace(/^ {2}/, '') : line];
  });
  return { 'SUMMARY.md': lines.join('\n') };
}

/** Syncs until both sides are equal. What waits is merged as the repository or as the space has it, or archived. */
async function untilEqual(scene: SyncedScene) {
  for (let tries = 0; tries < 5; tries += 1) {
    if ((await scene.sync()) !== 'conflicted') return;
    const request = await waitingRequest(world, scene);
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

const asked = `query ($id: ID!) { space(id: $id) { content {
  allPages { pageId parentId title slug type body { markdown } }
  links(first: 1000) { edges { node { href startOffset endOffset location { page { pageId } } target { page { pageId } } } } } } } }`;

/** A page as readers see it, with the number of the page that each link leads to in place of ids. */
interface Said {
  readonly id: string;
  readonly parent: number;
  readonly title: string;
  readonly slug: string | null;
  readonly type: string;
  readonly body: string;
  readonly links: readonly { readonly url: string; readonly target: number }[];
}

/** What a space says, in reading order. */
async function said(id: string): Promise<readonly Said[]> {
  const { body } = await world.owner.graphql(asked, { id });
  expect(body.errors).toBeUndefined();
  const { allPages, links } = body.data.space.content;
  const inTexts = links.edges.map(({ node }: any) => node).filter(({ startOffset }: any) => startOffset !== null);
  const parents = new Set(allPages.map(({ parentId }: any) => parentId));
  // No folder says a group without pages.
  const shown = allPages.filter(({ pageId, type }: any) => type !== 'GROUP' || parents.has(pageId));
  const numberOf = (page: string | undefined) => shown.findIndex(({ pageId }: any) => pageId === page);
  return shown.map(({ pageId, parentId, title, slug, type, body: text }: any): Said => {
    const own = inTexts
      .filter(({ location }: any) => location.page.pageId === pageId)
      .toSorted((one: any, other: any) => one.startOffset - other.startOffset);
    let markdown: string = text?.markdown ?? '';
    for (const { startOffset, endOffset } of own.toReversed())
      markdown = `${markdown.slice(0, startOffset)}…${markdown.slice(endOffset)}`;
    return {
      id: pageId,
      parent: numberOf(parentId),
      title,
      slug,
      type,
      // A title that was given here is in the front matter of the file alone.
      body: splitFrontMatter(markdown).body.replaceAll('\r\n', '\n').trim(),
      links: own.map(({ href, target }: any) => ({ url: href, target: numberOf(target?.page?.pageId) })),
    };
  });
}

/** What a new import of the repository says, and its first page. */
async function saidByRepository({ url }: SyncedScene) {
  const { id } = await aSpace(world.server, world.organizationId);
  const { status } = await world.importGit(id, { url, allowPartial: true });
  expect(status).toBe(204);
  return { there: await said(id), home: await homeOf(id) };
}

/** The page of the first file of a repository, whose address nothing but its title says. */
async function homeOf(spaceId: string): Promise<string | null> {
  const { prisma } = world.server.platform.db;
  const source = await prisma.importedSource.findFirst({ where: { spaceId, line: spaceId, key: 'README.md' } });
  return source && source.entryId;
}

/** Whether a file is one that a page has. */
const isPage = (path: string) => /\.mdx?$/.test(path) && !/(?:^|\/)SUMMARY\.md$/.test(path);

/** Both sides say the same: links may be spelled otherwise where they lead to the same page, and the first page keeps its address. */
async function expectEqual(scene: SyncedScene, round: number) {
  const here = await said(scene.id);
  const { there, home } = await saidByRepository(scene);
  const homes = new Set([await homeOf(scene.id), home]);
  const shown = (pages: readonly Said[], others: readonly Said[]) =>
    pages.map(({ id, links, slug, ...page }, at) => ({
      ...page,
      slug: homes.has(id) ? null : slug,
      links: links.map(({ url, target }, index) => (others[at]?.links[index]?.url === url ? url : target)),
    }));
  expect(shown(here, there), `after round ${round}`).toEqual(shown(there, here));
}

/** The page of each file. */
async function pagesByPath({ id, repository }: SyncedScene): Promise<Map<string, string>> {
  const sources = await world.server.platform.db.prisma.importedSource.findMany({ where: { spaceId: id, line: id } });
  const paths = Object.keys(repository.files());
  const pathOf = (key: string) => paths.find((path) => path === key || path.endsWith(`/${key}`)) ?? '';
  return new Map(sources.map(({ key, entryId }) => [pathOf(key), entryId]));
}

/** Changes both sides at random, and makes them equal. Files that were moved there keep their pages. */
async function changeBoth(scene: SyncedScene) {
  const before = scene.repository.files();
  const pages = await pagesByPath(scene);
  for (let count = below(4); count > 0; count -= 1) await ours(scene);
  const origin = new Map<string, string>();
  for (let count = below(4); count > 0; count -= 1) {
    const [from, to] = theirs(scene) ?? [];
    if (from !== undefined && to !== undefined) origin.set(to, origin.get(from) ?? from);
  }
  const pushed = scene.repository.files();
  await untilEqual(scene);
  const after = await pagesByPath(scene);
  const files = scene.repository.files();
  // A file whose page has gone is left nowhere.
  const isListed = (path: string) => files['SUMMARY.md']?.includes(`(${path})`) ?? true;
  for (const path of pages.keys())
    if (isListed(path)) expect(files[path] === undefined || after.has(path), path).toBe(true);
  for (const [path, from] of origin)
    if (before[from] !== undefined && pushed[path] === before[from] && after.has(path))
      expect(after.get(path), `${from} → ${path}`).toBe(pages.get(from));
}

const sets: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['without a table of contents', plain],
  ['with a table of contents', listed],
  ['in many spellings', spelled],
  ['in an order of its own', ordered],
  ['with groups', grouped],
];

// In the whole suite over a thousand changes: three of each round in the mean.
it.each(allOr(sets, sets.slice(0, 2)))(
  'both sides are equal after any changes of both, %s',
  { timeout: 1_800_000 },
  async (_name, files) => {
    const scene = await aSyncedScene(world, files);
    expect(await scene.sync()).toBe('completed');
    for (let round = 0; round < allOr(70, 3); round += 1) {
      await changeBoth(scene);
      const tip = scene.repository.git(['rev-parse', 'main']);
      expect(await scene.sync()).toBe('unchanged');
      expect(scene.repository.git(['rev-parse', 'main'])).toBe(tip);
      // A new import costs most of a round.
      if ((round + 1) % allOr(5, 3) === 0) await expectEqual(scene, round);
    }
    expect(await gitFindings(world, scene.id)).toEqual([]);
  },
);
