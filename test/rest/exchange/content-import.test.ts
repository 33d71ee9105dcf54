import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { walkPages } from '../../../src/text/imports/import-tree.ts';
import { parseImport } from '../../../src/text/imports/parse.ts';
import { readZip } from '../../../src/text/imports/unpack/zip.ts';
import { makeZip } from '../../text/imports-archive.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { baseUrl, startServer, type Caller, type Harness } from '../../harness.ts';
import { allOr, isWhole } from '../../setup/size.ts';
import { fastifyDocs, onePixel, sourceServer, type SourceServer } from '../../source-server.ts';

let server: Harness;
let source: SourceServer;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  source = await sourceServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

afterAll(() => source[Symbol.asyncDispose]());

const importInto = (spaceId: string, body: object, caller = owner) =>
  caller.rest(`POST /v1/spaces/${spaceId}/content/import`, body);

const importZip = (spaceId: string, archive: Buffer, caller = owner) =>
  importInto(
    spaceId,
    { url: source.serve('/archive.zip', { body: archive, type: 'application/zip' }), source: 'zip' },
    caller,
  );

/** Titles and paths of a tree, in reading order. */
const outline = (pages: any[]): string[] => pages.flatMap((page) => [page.path, ...outline(page.pages ?? [])]);

const pagesOf = async (spaceId: string) => (await owner.rest(`GET /v1/spaces/${spaceId}/content/pages`)).body.pages;

const linksQuery = `query ($id: ID!) { space(id: $id) { content { allPages {
  path markdown links(first: 200) { edges { node { kind href startOffset endOffset anchor page { path } file { name downloadUrl } } } } } } } }`;

describe('POST /v1/spaces/{spaceId}/content/import', () => {
  test.runIf(isWhole)(
    'the Fastify documentation is imported with every page in order and byte for byte, every file and every link',
    async () => {
      const { id } = await aSpace(server, organizationId);
      const reply = await importZip(id, fastifyDocs);
      const space = await owner.rest(`GET /v1/spaces/${id}`);
      expect(reply).toMatchObject({ status: 201, headers: { location: `${baseUrl}/v1/spaces/${id}/content` } });
      expect(reply.body).toEqual({
        revision: space.body.revision,
        importedResources: 44,
        totalResources: 45,
        skipped: [{ key: '../LICENSE', reason: 'It is not a page, and no page refers to it' }],
        warnings: [],
      });

      const tree = await parseImport('zip', fastifyDocs);
      const expected = [...walkPages(tree.pages)];
      const { data, errors } = (await owner.graphql(linksQuery, { id })).body;
      expect(errors).toBeUndefined();
      const pages: any[] = data.space.content.allPages;
      expect(pages.map(({ markdown }) => markdown)).toEqual(expected.map(({ markdown }) => markdown));
      const sources = (await readZip(fastifyDocs)).entries.filter(({ path }) => path.endsWith('.md'));
      const texts = new Set(pages.map(({ markdown }) => markdown));
      expect(sources.filter(({ body }) => !texts.has(body.toString()))).toEqual([]);
      expect(pages).toHaveLength(42);

      const links = pages.flatMap((page) =>
        page.links.edges.map(({ node }: any) => ({ ...node, markdown: page.markdown })),
      );
      expect(links.filter(({ kind }) => kind === 'PAGE').length).toBeGreaterThan(400);
      // Of the documentation itself: headings that have had other names.
      const broken = links.filter(({ kind }) => kind === 'BROKEN').map(({ href }) => href);
      expect(broken.filter((href) => !href.startsWith('#'))).toEqual([]);
      expect(broken).toHaveLength(16);
      const lost = links.filter(
        ({ kind, page, file }) => (kind === 'PAGE' && page === null) || (kind === 'FILE' && file === null),
      );
      expect(lost).toEqual([]);
      const inside = links.filter(({ kind }) => kind !== 'URL');
      expect(inside.map(({ markdown, startOffset, endOffset }) => markdown.slice(startOffset, endOffset))).toEqual(
        inside.map(({ href }) => href),
      );
      const images = links.filter(({ kind }) => kind === 'FILE');
      expect(images.map(({ file }) => file.name)).toContain('encapsulation_context.svg');
      for (const { file } of images) {
        const bytes = await server.app.inject({ url: file.downloadUrl.slice(baseUrl.length) });
        const known = tree.files.find(({ name }) => name === file.name);
        expect([file.name, bytes.rawPayload.equals((known?.body ?? Buffer.alloc(0)) as Buffer)]).toEqual([
          file.name,
          true,
        ]);
      }
    },
  );

  test('titles, attributes and covers are read from front matter, and the text is unchanged', async () => {
    const { id } = await aSpace(server, organizationId);
    const home = [
      '---',
      'title: Welcome',
      'description: Where to start',
      'icon: house',
      'emoji: 🚀',
      'hidden: true',
      'noIndex: true',
      'layout: { width: wide, outline: { visible: false } }',
      'cover: images/top.png',
      'coverY: 12.5',
      'vars: { product: Octavo }',
      '---',
      '',
      '{{ page.vars.product }}: [next](guide/first.md#start), ![top](images/top.png)',
      '',
    ].join('\r\n');
    const reply = await importZip(
      id,
      makeZip([
        { name: 'README.md', body: home },
        { name: 'guide/README.md', body: '# Guide\n' },
        { name: 'guide/first.md', body: '# First\n\n## Start\n' },
        { name: 'images/top.png', body: onePixel },
      ]),
    );
    expect(reply.body).toMatchObject({ importedResources: 4, totalResources: 4 });

    const [welcome, guide] = await pagesOf(id);
    const [file] = (await owner.rest(`GET /v1/spaces/${id}/content/files`)).body.items;
    expect(file).toEqual({
      id: expect.stringMatching(/^file_/),
      name: 'top.png',
      contentType: 'image/png',
      size: onePixel.length,
      downloadURL: expect.stringContaining(`${baseUrl}/files/${id}/`),
      dimensions: { width: 2, height: 3 },
    });
    expect(welcome).toMatchObject({
      title: 'Welcome',
      description: 'Where to start',
      icon: 'house',
      emoji: '1f680',
      hidden: true,
      noIndex: true,
      noRobotsIndex: false,
      layout: { width: 'wide', outline: false, title: true, pagination: true },
      cover: { yPos: 12.5, ref: { kind: 'file', file: file.id } },
      variables: { product: 'Octavo' },
    });
    expect(outline([guide])).toEqual(['guide', 'guide/first']);

    const page = `GET /v1/spaces/${id}/content/page/${welcome.id}`;
    expect((await owner.rest(page)).body.markdown).toBe(home);
    expect((await owner.rest(`${page}?evaluated=true`)).body.markdown).toBe(
      home.replace('{{ page.vars.product }}', 'Octavo'),
    );
    const { data } = (await owner.graphql(linksQuery, { id })).body;
    expect(data.space.content.allPages[0].links.edges.map(({ node }: any) => node)).toEqual([
      expect.objectContaining({
        kind: 'PAGE',
        href: 'guide/first.md#start',
        anchor: 'start',
        page: { path: 'guide/first' },
      }),
      expect.objectContaining({
        kind: 'FILE',
        href: 'images/top.png',
        file: expect.objectContaining({ name: 'top.png' }),
      }),
    ]);
  });

  test('the remote images of a single page are downloaded, and those that fail are noted', async () => {
    const { id } = await aSpace(server, organizationId);
    source.serve('/art/dot.png', { body: onePixel, type: 'image/png' });
    source.serve('/art/script.png', { body: '<script>alert(1)</script>', type: 'image/png' });
    const markdown = '# One page\n\n![dot](art/dot.png) ![no image](art/script.png) ![gone](art/gone.png)\n';
    const url = source.serve('/page.md', { body: markdown, type: 'text/markdown' });
    const reply = await importInto(id, { url, source: 'markdown' });
    expect(reply.body).toMatchObject({ importedResources: 2, totalResources: 4 });
    const [page] = (await owner.graphql(linksQuery, { id })).body.data.space.content.allPages;
    expect(page.markdown).toBe(markdown);
    expect(page.links.edges.map(({ node: { kind, href: to } }: any) => [kind, to])).toEqual([
      ['FILE', source.url('/art/dot.png')],
      ['URL', source.url('/art/script.png')],
      ['URL', source.url('/art/gone.png')],
    ]);
  });

  test('an HTML page is converted to Markdown', async () => {
    const { id } = await aSpace(server, organizationId);
    const body =
      '<!doctype html><title>T</title><main><h1>Hello</h1><p>A <b>bold</b> word.</p><script>x()</script></main>';
    const url = source.serve('/page.html', { body, type: 'text/html; charset=utf-8' });
    expect((await importInto(id, { url, source: 'html' })).status).toBe(201);
    const [page] = await pagesOf(id);
    const { markdown } = (await owner.rest(`GET /v1/spaces/${id}/content/page/${page.id}`)).body;
    expect(page.title).toBe('Hello');
    expect(markdown).toContain('A **bold** word.');
    expect(markdown).not.toContain('x()');
  });

  test('imported pages come after the existing ones under unique paths, and share stored texts and bytes', async () => {
    const { id } = await aSpace(server, organizationId);
    const archive = makeZip([
      { name: 'a.md', body: '# A\n\n![dot](dot.png)' },
      { name: 'b/c.md', body: '# C' },
      { name: 'dot.png', body: onePixel },
    ]);
    await importZip(id, archive);
    const first = await pagesOf(id);
    await importZip(id, archive);
    const both = await pagesOf(id);
    expect(outline(both)).toEqual([...outline(first), ...outline(first).map((path) => path.replace(/^[^/]+/, '$&-1'))]);
    expect(both.slice(0, first.length)).toEqual(first);
    const entries = await server.platform.db.prisma.contentEntry.findMany({ where: { line: id, toSeq: null } });
    expect(new Set(entries.flatMap(({ documentId }) => documentId ?? [])).size).toBe(2);
    expect(new Set(entries.flatMap(({ blobHash }) => blobHash ?? [])).size).toBe(1);
  });

  test('two concurrent imports become two complete revisions', async () => {
    const { id, revisionId } = await aSpace(server, organizationId);
    const count = allOr(42, 12);
    const pages = Array.from({ length: count }, (_, at) => ({
      name: `${at}.md`,
      body: `# Page ${at}\n\nTo [another](${(at + 1) % count}.md).\n`,
    }));
    const url = source.serve('/twice.zip', { body: makeZip(pages), type: 'application/zip' });
    const replies = await Promise.all([1, 2].map(() => importInto(id, { url, source: 'zip' })));
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    const revisions = await server.platform.db.prisma.revision.findMany({
      where: { line: id },
      orderBy: { seq: 'asc' },
    });
    const [, second, third] = revisions;
    expect(revisions.map(({ seq, parents }) => [seq, parents])).toEqual([
      [1, []],
      [2, [revisionId]],
      [3, [second?.id]],
    ]);
    expect(new Set([second?.id, third?.id])).toEqual(new Set(replies.map(({ body }) => body.revision)));
    const paths = outline(await pagesOf(id));
    expect(paths).toHaveLength(2 * count);
    expect(new Set(paths).size).toBe(2 * count);
  });

  test('a repeated Idempotency-Key repeats the response without importing again', async () => {
    const { id } = await aSpace(server, organizationId);
    const url = source.serve('/once.md', { body: '# Once', type: 'text/markdown' });
    const send = () =>
      owner.rest(
        `POST /v1/spaces/${id}/content/import`,
        { url, source: 'markdown' },
        { headers: { 'idempotency-key': 'once' } },
      );
    const [first, again] = [await send(), await send()];
    expect(again.body).toEqual(first.body);
    expect(await pagesOf(id)).toHaveLength(1);
  });
});

describe('importContent', () => {
  test('returns what was skipped', async () => {
    const { id } = await aSpace(server, organizationId);
    const url = source.serve('/noted.zip', {
      body: makeZip([
        { name: 'a.md', body: '---\n- no mapping\n---\n# A' },
        { name: 'stray.bin', body: 'x' },
      ]),
    });
    const reply = await owner.graphql(
      `mutation ($id: ID!, $input: ImportContentInput!) { importContent(spaceId: $id, input: $input) {
        revision { type tree { title } parentIds } importedResources totalResources skipped { key } warnings { key } } }`,
      { id, input: { url, source: 'ZIP' } },
    );
    expect(reply.body.data.importContent).toMatchObject({
      revision: { type: 'EDITS', tree: [{ title: 'A' }] },
      importedResources: 1,
      totalResources: 2,
      skipped: [{ key: 'stray.bin' }],
      warnings: [{ key: 'a.md' }],
    });
  });

  test('warns of conditions that cannot be evaluated, of any size, and imports their page', async () => {
    const { id } = await aSpace(server, organizationId);
    const chain = `1${' + 1'.repeat(20_000)}`;
    const body = `# A\n\n{% if a and b %}\nB\n{% endif %}\n\n{% if ${chain} %}\nC\n{% endif %}`;
    const url = source.serve('/conditions.zip', { body: makeZip([{ name: 'a.md', body }]) });
    const reply = await owner.graphql(
      `mutation ($id: ID!, $input: ImportContentInput!) { importContent(spaceId: $id, input: $input) {
        importedResources warnings { key reason } } }`,
      { id, input: { url, source: 'ZIP' } },
    );
    const reason = (line: number, why: string) =>
      `The condition in line ${line} cannot be evaluated, so its block is hidden from visitors: ${why}`;
    expect(reply.body.data.importContent.importedResources).toBe(1);
    expect(reply.body.data.importContent.warnings).toEqual(
      expect.arrayContaining([
        { key: 'a.md', reason: reason(3, 'Unexpected "and" at character 3') },
        { key: 'a.md', reason: reason(7, 'An expression has at most 1024 characters') },
      ]),
    );
  });
});
