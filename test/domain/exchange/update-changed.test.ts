import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../src/db/sql.ts';
import { commitTree } from '../../../src/domain/exchange/imports/commit/commit-tree.ts';
import { updateChanged } from '../../../src/domain/exchange/imports/commit/update-changed.ts';
import { updateContent } from '../../../src/domain/authoring/content/edits/update-content.ts';
import { buildMarkdownTree } from '../../../src/text/imports/markdown-tree.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { allOr } from '../../setup/size.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

type Files = Readonly<Record<string, string>>;

const treeOf = (files: Files) =>
  buildMarkdownTree(Object.entries(files).map(([path, text]) => ({ path, body: Buffer.from(text) })));

const files: Files = {
  'docs/SUMMARY.md': '* [Start](README.md)\n* [Guide](guide.md)\n  * [Use](guide/use.md)\n* [Words](words.md)\n',
  'docs/README.md':
    '---\ndescription: First\ncover: img/a.png\n---\n# Start\n\nSee [use](guide/use.md#how) and ![a](img/a.png).\n',
  'docs/guide.md': '# Guide\n\nBack to [start](README.md), [abs](/v2/guide/use), [lost](lost.md).\n',
  'docs/guide/use.md': '# Use\n\n## How\n\n## {#own} Else\n',
  'docs/words.md': 'Words, [hidden](hidden.md).\n',
  'docs/hidden.md': '# Hidden\n',
  'docs/img/a.png': 'one',
  'docs/img/b.png': 'two',
  'code.ts': 'x',
};

interface Imported {
  readonly spaceId: string;
  readonly importId: string;
}

async function importAll(from: Files = files): Promise<Imported> {
  const { id: spaceId } = await aSpace(server, organizationId);
  const { revision } = await commitTree(owner.context(), { spaceId }, await treeOf(from));
  return { spaceId, importId: revision.id };
}

const update = ({ spaceId, importId }: Imported, changed: Files, all: Files = files) =>
  updateChanged(
    owner.context(),
    { spaceId },
    {
      importId,
      root: 'docs/',
      paths: Object.keys(all),
      changed: new Map(
        Object.entries(changed).map(([path, text]) => [
          path,
          { bytes: Buffer.from(text), former: Buffer.from(all[path] ?? '') },
        ]),
      ),
    },
  );

/** What a space says, without ids. */
async function contentOf(spaceId: string) {
  const reader = owner.context().sql;
  const entries = await reader.rows<{ id: string; name: string }>(sql`
    select e."entryId" as id, e.kind, e.type, e.title, e.slug, e."parentId", e.position, e."documentId", e."blobHash", e.attributes
    from content_entries e where e.line = ${spaceId} and e."toSeq" is null order by e.kind, e.title, e.slug`);
  const links = await reader.rows<object>(sql`
    select l."entryId", l."startsAt", l."endsAt", l.url, l.kind, l."targetId", l.anchor
    from content_links l join content_entries e on e.line = l.line and e."entryId" = l."entryId" and e."fromSeq" = l."fromSeq"
    where l.line = ${spaceId} and e."toSeq" is null order by e.title, l."startsAt"`);
  const states = await reader.rows<object>(sql`
    select kind, key, "entryId", place, state from imported_sources where "spaceId" = ${spaceId} order by kind, key`);
  const found = await reader.rows<object>(sql`
    select e.title from content_entries e where e.line = ${spaceId} and e."toSeq" is null and e.kind = 'page' order by 1`);
  const names = new Map(entries.map(({ id }, at) => [id, `entry ${at}`]));
  const text = JSON.stringify({ entries, links, states, found });
  return JSON.parse(text.replaceAll(/(?:pg|file)_[\w-]{20}/g, (id) => names.get(id) ?? id)) as unknown;
}

const start = files['docs/README.md'] ?? '';
const guide = files['docs/guide.md'] ?? '';
const use = files['docs/guide/use.md'] ?? '';

describe('an update by changed files alone', () => {
  it.each<[string, Files]>([
    ['a text', { 'docs/guide/use.md': `${use}More.\n` }],
    [
      'a title and an attribute',
      { 'docs/README.md': start.replace('First', 'Second'), 'docs/guide.md': guide.replace('# Guide', '# Manual') },
    ],
    ['an attribute that has gone', { 'docs/README.md': start.replace('description: First\n', '') }],
    ['a cover', { 'docs/README.md': start.replace('cover: img/a.png', 'cover: img/b.png\ncoverY: 3') }],
    [
      'links and their anchors',
      { 'docs/guide.md': `${guide}[How](guide/use.md#HOW), [b](img/b.png), [x](https://x.test/)\n` },
    ],
    [
      'an anchor in the same change',
      {
        'docs/guide.md': guide.replace('README.md', 'guide/use.md#New-One'),
        'docs/guide/use.md': use.replace('How', 'New one'),
      },
    ],
    ['a file', { 'docs/img/a.png': 'other' }],
    ['line ends', { 'docs/words.md': '\uFEFFWords, [hidden](hidden.md).\r\n' }],
    ['nothing that it says', { 'docs/guide.md': guide }],
  ])('writes what one by all files does: %s', async (_name, changed) => {
    const [one, other] = [await importAll(), await importAll()];
    const result = await update(one, changed);
    const whole = await commitTree(
      owner.context(),
      { spaceId: other.spaceId },
      await treeOf({ ...files, ...changed }),
      { update: true },
    );
    expect(result?.changes).toEqual(whole.changes);
    expect(await contentOf(one.spaceId)).toEqual(await contentOf(other.spaceId));
  });

  it.each<[string, Files]>([
    ['a file that is no source', { 'docs/SUMMARY.md': '* [Start](README.md)\n', 'code.ts': 'y' }],
    ['a page whose title comes from elsewhere', { 'docs/guide.md': guide.replace('# Guide', 'Guide') }],
    ['another title of the first page', { 'docs/README.md': start.replace('# Start', '# Begin') }],
    ['another address', { 'docs/guide.md': `---\nslug: other\n---\n${guide}` }],
    ['another place', { 'docs/guide.md': `---\nweight: 3\n---\n${guide}` }],
    ['a draft', { 'docs/guide.md': `---\ndraft: true\n---\n${guide}` }],
    ['a link to a file that is no part of the space', { 'docs/guide.md': `${guide}[code](../code.ts)\n` }],
    ['a link that nobody can resolve', { 'docs/guide.md': `${guide}[new](new.md)\n` }],
    ['a page that no link leads to any more', { 'docs/words.md': 'Words.\n' }],
    ['what a tool writes beside Markdown', { 'docs/guide.md': `${guide}A ==marked== word\n` }],
    ['lines of other files', { 'docs/guide.md': `${guide}{{#include ../code.ts}}\n` }],
  ])('asks for all files when they are needed: %s', async (_name, changed) => {
    const one = await importAll();
    const before = await contentOf(one.spaceId);
    expect(await update(one, changed)).toBeNull();
    expect(await contentOf(one.spaceId)).toEqual(before);
  });

  it('keeps what was changed in the space alone, and names what was changed on both sides', async () => {
    const one = await importAll();
    const edit = (title: string, own: object) =>
      updateContent(owner.context(), {
        spaceId: one.spaceId,
        operations: [{ input: { operation: 'update_page', page: idOf(title), ...own }, path: ['changes', 0] }],
      } as never);
    const rows = await owner.context().sql.rows<{ id: string; title: string }>(sql`
      select "entryId" as id, title from content_entries where line = ${one.spaceId} and "toSeq" is null`);
    const idOf = (title: string) => rows.find((row) => row.title === title)?.id;
    await edit('Guide', { title: 'Manual' });
    await edit('Use', { document: { markdown: '# Use\n\nMine.\n' } });
    const result = await update(one, { 'docs/guide.md': `${guide}More.\n`, 'docs/guide/use.md': `${use}More.\n` });
    expect(result?.changes).toMatchObject({ updated: 2 });
    expect(result?.warnings.map(({ key }) => key)).toEqual(['guide/use.md']);
    const after = await owner.context().sql.rows<{ title: string }>(sql`
      select title from content_entries where line = ${one.spaceId} and "toSeq" is null and kind = 'page' order by 1`);
    expect(after.map(({ title }) => title)).toContain('Manual');
  });

  it('writes the row of the changed page alone, however many there are', async () => {
    const count = allOr(5_000, 300);
    const many = Object.fromEntries(
      Array.from({ length: count }, (_none, at) => [
        `docs/p${at}.md`,
        `# Page ${at}\n\nTo [next](p${(at + 1) % count}.md).\n`,
      ]),
    );
    const one = await importAll({ ...many, 'docs/README.md': '# Start\n' });
    const [before] = await owner.context().sql.rows<{ at: string }>(sql`
      select max("updatedAt") as at from imported_sources where "spaceId" = ${one.spaceId}`);
    const all = { ...many, 'docs/README.md': '# Start\n' };
    const result = await update(
      { ...one },
      { 'docs/p7.md': '# Page seven\n\nTo [next](p8.md) and [first](README.md).\n' },
      all,
    );
    expect(result?.changes).toEqual({ added: 0, updated: 1, removed: 0, unchanged: count });
    const written = await owner.context().sql.rows<{ key: string }>(sql`
      select key from imported_sources where "spaceId" = ${one.spaceId} and "updatedAt" > ${before?.at ?? null}::timestamptz`);
    expect(written).toEqual([{ key: 'p7.md' }]);
  });
});
