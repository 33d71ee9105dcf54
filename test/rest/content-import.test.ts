import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importContent } from '../../src/domain/imports/import-content.ts';
import { walkPages } from '../../src/domain/imports/import-tree.ts';
import { parseImport } from '../../src/domain/imports/parse.ts';
import { readZip } from '../../src/domain/imports/zip.ts';
import { storageUnavailable } from '../../src/infra/storage/storage-errors.ts';
import { makeZip } from '../domain/imports-archive.ts';
import { aGrant, aMember, anOrganization, aSpace } from '../factories.ts';
import { baseUrl, startServer, type Caller, type Harness } from '../harness.ts';
import { fastifyDocs, sourceServer, type SourceServer } from '../source-server.ts';

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

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAEklEQVR4nGP4z8DwHwyAFIMAAEvKBfvC1ZQwAAAAAElFTkSuQmCC',
  'base64',
);

const importInto = (spaceId: string, body: object, caller = owner) =>
  caller.rest(`POST /v1/spaces/${spaceId}/content/import`, body);

const importZip = (spaceId: string, archive: Buffer, caller = owner) =>
  importInto(
    spaceId,
    { url: source.serve('/archive.zip', { body: archive, type: 'application/zip' }), source: 'zip' },
    caller,
  );

/** Titles and paths of a tree in reading order. */
const outline = (pages: any[]): string[] => pages.flatMap((page) => [page.path, ...outline(page.pages ?? [])]);

const pagesOf = async (spaceId: string) => (await owner.rest(`GET /v1/spaces/${spaceId}/content/pages`)).body.pages;

const linksQuery = `query ($id: ID!) { space(id: $id) { content { allPages {
  path markdown links { kind url startsAt endsAt anchor page { path } file { name downloadURL } } } } } }`;

describe('POST /v1/spaces/{spaceId}/content/import', () => {
  test('brings a real documentation: every page in order and to the byte, every file, every link', async () => {
    const { id } = await aSpace(server, organizationId);
    const reply = await importZip(id, fastifyDocs);
    const space = await owner.rest(`GET /v1/spaces/${id}`);
    expect(reply).toMatchObject({ status: 201, headers: { location: `${baseUrl}/v1/spaces/${id}/content` } });
    expect(reply.body).toEqual({ revision: space.body.revision, importedResources: 44, totalResources: 45 });

    const tree = await parseImport('zip', fastifyDocs);
    const expected = [...walkPages(tree.pages)];
    const { data, errors } = (await owner.graphql(linksQuery, { id })).body;
    expect(errors).toBeUndefined();
    const pages: any[] = data.space.content.allPages;
    expect(pages.map(({ markdown }) => markdown)).toEqual(expected.map(({ markdown }) => markdown));
    const sources = (await readZip(fastifyDocs)).filter(({ path }) => path.endsWith('.md'));
    const texts = new Set(pages.map(({ markdown }) => markdown));
    expect(sources.filter(({ body }) => !texts.has(body.toString()))).toEqual([]);
    expect(pages).toHaveLength(42);

    const links = pages.flatMap((page) => page.links.map((link: any) => ({ ...link, markdown: page.markdown })));
    expect(links.filter(({ kind }) => kind === 'PAGE').length).toBeGreaterThan(400);
    expect(links.filter(({ kind }) => kind === 'BROKEN')).toEqual([]);
    for (const { kind, page, file, markdown, startsAt, endsAt, url } of links) {
      expect(kind === 'PAGE' ? page?.path : 'not a page').toEqual(expect.any(String));
      expect(kind === 'FILE' ? file?.name : 'not a file').toEqual(expect.any(String));
      if (kind !== 'URL') expect(markdown.slice(startsAt, endsAt)).toBe(url);
    }
    const images = links.filter(({ kind }) => kind === 'FILE');
    expect(images.map(({ file }) => file.name)).toContain('encapsulation_context.svg');
    for (const { file } of images) {
      const bytes = await server.app.inject({ url: file.downloadURL.slice(baseUrl.length) });
      const known = tree.files.find(({ name }) => name === file.name);
      expect(bytes.rawPayload.equals(known?.body ?? Buffer.alloc(0)), file.name).toBe(true);
    }
  });

  test('takes titles, attributes and covers from front matter, and keeps the text as it is', async () => {
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
        { name: 'images/top.png', body: png },
      ]),
    );
    expect(reply.body).toMatchObject({ importedResources: 4, totalResources: 4 });

    const [welcome, guide] = await pagesOf(id);
    const [file] = (await owner.rest(`GET /v1/spaces/${id}/content/files`)).body.items;
    expect(file).toEqual({
      id: expect.stringMatching(/^file_/),
      name: 'top.png',
      contentType: 'image/png',
      size: png.length,
      downloadURL: expect.stringContaining(`${baseUrl}/files/${id}/`),
      dimensions: { width: 2, height: 3 },
    });
    expect(welcome).toMatchObject({
      title: 'Welcome',
      description: 'Where to start',
      icon: 'house',
      emoji: '🚀',
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
    expect(data.space.content.allPages[0].links).toEqual([
      expect.objectContaining({
        kind: 'PAGE',
        url: 'guide/first.md#start',
        anchor: 'start',
        page: { path: 'guide/first' },
      }),
      expect.objectContaining({
        kind: 'FILE',
        url: 'images/top.png',
        file: expect.objectContaining({ name: 'top.png' }),
      }),
    ]);
  });

  test('brings along the images that a single page shows from elsewhere, as far as they can be had', async () => {
    const { id } = await aSpace(server, organizationId);
    source.serve('/art/dot.png', { body: png, type: 'image/png' });
    source.serve('/art/script.png', { body: '<script>alert(1)</script>', type: 'image/png' });
    const markdown = '# One page\n\n![dot](art/dot.png) ![no image](art/script.png) ![gone](art/gone.png)\n';
    const url = source.serve('/page.md', { body: markdown, type: 'text/markdown' });
    const reply = await importInto(id, { url, source: 'markdown' });
    expect(reply.body).toMatchObject({ importedResources: 2, totalResources: 4 });
    const [page] = (await owner.graphql(linksQuery, { id })).body.data.space.content.allPages;
    expect(page.markdown).toBe(markdown);
    expect(page.links.map(({ kind, url: to }: any) => [kind, to])).toEqual([
      ['FILE', source.url('/art/dot.png')],
      ['URL', source.url('/art/script.png')],
      ['URL', source.url('/art/gone.png')],
    ]);
  });

  test('turns an HTML page into Markdown', async () => {
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

  test('adds after the pages that are there, under paths of their own, sharing texts and bytes', async () => {
    const { id } = await aSpace(server, organizationId);
    const archive = makeZip([
      { name: 'a.md', body: '# A\n\n![dot](dot.png)' },
      { name: 'b/c.md', body: '# C' },
      { name: 'dot.png', body: png },
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

  test('of two at once makes two revisions, one after the other, and both arrive whole', async () => {
    const { id, revisionId } = await aSpace(server, organizationId);
    const url = source.serve('/twice.zip', { body: fastifyDocs, type: 'application/zip' });
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
    expect(paths).toHaveLength(84);
    expect(new Set(paths).size).toBe(84);
  });

  test('repeats its answer for the same Idempotency-Key without importing again', async () => {
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

  const bomb = makeZip([{ name: 'bomb.md', body: Buffer.alloc(30_000_000) }]);
  const hostile: readonly (readonly [
    string,
    () => { body: string | Buffer; type?: string; status?: number },
    string,
    string,
  ])[] = [
    [
      'a path out of the archive',
      () => ({
        body: makeZip([
          { name: 'ok.md', body: '# Ok' },
          { name: '../out.md', body: 'x' },
        ]),
      }),
      'zip',
      'import_refused',
    ],
    ['a bomb', () => ({ body: bomb }), 'zip', 'import_refused'],
    ['a damaged archive', () => ({ body: fastifyDocs.subarray(0, 100_000) }), 'zip', 'import_refused'],
    ['an archive without a page', () => ({ body: makeZip([{ name: 'a.png', body: png }]) }), 'zip', 'import_refused'],
    ['a picture called Markdown', () => ({ body: png, type: 'text/markdown' }), 'markdown', 'import_refused'],
    ['a text with NUL', () => ({ body: 'a\0b', type: 'text/plain' }), 'markdown', 'import_refused'],
    ['an HTML page called an archive', () => ({ body: '<p>x', type: 'text/html' }), 'zip', 'import_refused'],
    ['an answer that is no page', () => ({ body: 'no', status: 503 }), 'markdown', 'fetch_failed'],
  ];

  test.each(hostile)('refuses %s, and nothing is there after it', async (_, served, kind, type) => {
    const { id, revisionId } = await aSpace(server, organizationId);
    const reply = await importInto(id, { url: source.serve('/hostile', served()), source: kind });
    expect(reply).toMatchObject({ status: 400, body: { error: { type } } });
    const { body } = await owner.rest(`GET /v1/spaces/${id}/content`);
    expect(body).toMatchObject({ id: revisionId, pages: [], files: [] });
    expect(await server.platform.db.prisma.contentEntry.count({ where: { spaceId: id } })).toBe(0);
  });

  test('shows nothing of an import whose files cannot all be kept', async () => {
    const { id, revisionId } = await aSpace(server, organizationId);
    const files = Array.from({ length: 6 }, (_, index) => ({
      name: `${index}.png`,
      body: Buffer.concat([png, Buffer.from([index])]),
    }));
    const page = { name: 'a.md', body: files.map(({ name }) => `![x](${name})`).join('\n') };
    const url = source.serve('/files.zip', { body: makeZip([page, ...files]) });
    const { storage } = server.platform.services;
    let kept = 0;
    const failing = {
      ...storage,
      put: async () => {
        if ((kept += 1) > 3) throw storageUnavailable(new Error('full'));
      },
    };
    await expect(
      importContent({ ...owner.context(), storage: failing }, { spaceId: id, url, source: 'zip' }),
    ).rejects.toMatchObject({ type: 'storage_unavailable', status: 503 });
    expect(kept).toBeGreaterThan(3);
    const { body } = await owner.rest(`GET /v1/spaces/${id}/content`);
    expect(body).toMatchObject({ id: revisionId, pages: [], files: [] });
    expect((await importInto(id, { url, source: 'zip' })).body).toMatchObject({ importedResources: 7 });
  });

  test('names the sources that work when asked for one that does not yet', async () => {
    const { id } = await aSpace(server, organizationId);
    const reply = await importInto(id, { url: source.url('/'), source: 'website' });
    expect(reply).toMatchObject({ status: 400, body: { error: { type: 'import_refused' } } });
    expect(reply.body.error.message).toBe('Imports of website do not work yet; these do: markdown, html, zip');
  });

  test.each([
    [{ url: 'ftp://example.org/a.zip', source: 'zip' }, 'body.url'],
    [{ url: 'not a URL', source: 'zip' }, 'body.url'],
    [{ url: 'http://example.org/', source: 'gopher' }, 'body.source'],
    [{ source: 'zip' }, 'body'],
  ])('names what is wrong with %j', async (body, path) => {
    const { id } = await aSpace(server, organizationId);
    const reply = await importInto(id, body);
    expect(reply).toMatchObject({ status: 400, body: { error: { type: 'validation_failed' } } });
    expect(reply.body.error.details.map((detail: any) => detail.path)).toContain(path);
  });

  test('fetches no private address that the operator did not allow', async () => {
    const { id } = await aSpace(server, organizationId);
    const reply = await importInto(id, { url: 'http://10.0.0.1/docs.zip', source: 'zip' });
    expect(reply).toMatchObject({ status: 400, body: { error: { type: 'fetch_refused' } } });
  });

  test('needs edit on the space, in an unlocked space that is not deleted', async () => {
    const { id } = await aSpace(server, organizationId);
    const body = { url: source.serve('/a.md', { body: '# A' }), source: 'markdown' };
    const reader = await aMember(server, organizationId, 'read');
    expect(await importInto(id, body, reader)).toMatchObject({ status: 403, body: { error: { type: 'forbidden' } } });
    const guest = await aMember(server, organizationId, null);
    expect((await importInto(id, body, guest)).status).toBe(404);
    await aGrant(server, organizationId, { on: { spaceId: id }, to: guest, role: 'edit' });
    expect((await importInto(id, body, guest)).status).toBe(201);
    const narrow = await server.as(owner.userId, { scopes: ['space:read', 'space:content:read'] });
    expect(await importInto(id, body, narrow)).toMatchObject({
      status: 403,
      body: { error: { type: 'insufficient_scope' } },
    });
    await server.platform.db.prisma.space.update({ where: { id }, data: { editMode: 'locked' } });
    expect(await importInto(id, body)).toMatchObject({ status: 409, body: { error: { type: 'space_locked' } } });
    expect((await importInto(id, body, reader)).status).toBe(403);
    await server.platform.db.prisma.space.update({ where: { id }, data: { editMode: 'live', deletedAt: new Date() } });
    expect((await importInto(id, body)).status).toBe(404);
  });
});

describe('importContent', () => {
  test('says what was left out', async () => {
    const { id } = await aSpace(server, organizationId);
    const url = source.serve('/noted.zip', {
      body: makeZip([
        { name: 'a.md', body: '---\n- no mapping\n---\n# A' },
        { name: 'stray.bin', body: 'x' },
      ]),
    });
    const reply = await owner.graphql(
      `mutation ($id: ID!, $input: ImportContentInput!) { importContent(spaceId: $id, input: $input) {
        revision { type pages { title } parents } importedResources totalResources skipped { key } warnings { key } } }`,
      { id, input: { url, source: 'ZIP' } },
    );
    expect(reply.body.data.importContent).toMatchObject({
      revision: { type: 'EDITS', pages: [{ title: 'A' }] },
      importedResources: 1,
      totalResources: 2,
      skipped: [{ key: 'stray.bin' }],
      warnings: [{ key: 'a.md' }],
    });
  });
});
