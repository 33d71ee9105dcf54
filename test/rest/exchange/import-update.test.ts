import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeZip } from '../../text/imports-archive.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { onePixel, sourceServer, type SourceServer } from '../../source-server.ts';

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

type Files = Readonly<Record<string, string | Buffer>>;

const serveZip = (files: Files) => {
  const body = makeZip(Object.entries(files).map(([name, content]) => ({ name, body: Buffer.from(content) })));
  return source.serve('/docs.zip', { body, type: 'application/zip' });
};

async function importFiles(place: string, files: Files, update?: boolean) {
  const body = { url: serveZip(files), source: 'zip', ...(update !== undefined && { update }) };
  return owner.rest(`POST /v1/spaces/${place}/content/import`, body);
}

interface Page {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly pages?: readonly Page[];
}

const listPages = (pages: readonly Page[]): Page[] => pages.flatMap((page) => [page, ...listPages(page.pages ?? [])]);

const pagesOf = async (place: string): Promise<Page[]> =>
  listPages((await owner.rest(`GET /v1/spaces/${place}/content/pages`)).body.pages);

const idsByTitle = async (place: string) =>
  Object.fromEntries((await pagesOf(place)).map(({ title, id }) => [title, id]));

const markdownOf = async (place: string, id: string): Promise<string> =>
  (await owner.rest(`GET /v1/spaces/${place}/content/page/${id}?format=markdown`)).body.markdown;

const words = (name: string) => Array.from({ length: 6 }, (_none, line) => `Line ${line} of ${name}.`).join('\n\n');

const first: Files = {
  'README.md': `# Start\n\nSee [install](guide/install.md), [usage](guide/usage.md) and ![logo](logo.png).\n`,
  'guide/README.md': `# Guide\n\n${words('guide')}\n`,
  'guide/install.md': `# Install\n\n${words('install')}\n`,
  'guide/usage.md': `# Usage\n\nBack to [start](../README.md).\n\n${words('usage')}\n`,
  'old.md': `# Old\n\n${words('old')}\n`,
  'logo.png': onePixel,
};

/** The same repository later: a page renamed with a changed line, one changed, one deleted, one added and linked. */
const second: Files = {
  'README.md': `# Start\n\nSee [install](guide/setup.md), [usage](guide/usage.md), [new](new.md) and ![logo](logo.png).\n`,
  'guide/README.md': first['guide/README.md'] ?? '',
  'guide/setup.md': `# Set up\n\n${words('install').replace('Line 3', 'Line three')}\n`,
  'guide/usage.md': first['guide/usage.md'] ?? '',
  'new.md': `# New\n\nBrand new.\n`,
  'logo.png': onePixel,
};

describe('an import with update', () => {
  test('changes what has changed in the source, keeps the ids, and leaves no page twice', async () => {
    const { id } = await aSpace(server, organizationId);
    const begun = await importFiles(id, first);
    expect(begun).toMatchObject({ status: 201 });
    expect(begun.body).not.toHaveProperty('changes');
    const before = await idsByTitle(id);
    const reply = await importFiles(id, second, true);
    expect(reply).toMatchObject({ status: 201, body: { changes: { added: 1, updated: 2, removed: 1, unchanged: 3 } } });
    const after = await idsByTitle(id);
    expect(after).toEqual({
      Start: before['Start'],
      Guide: before['Guide'],
      'Set up': before['Install'],
      Usage: before['Usage'],
      New: expect.stringMatching(/^pg_/),
    });
    expect((await pagesOf(id)).map(({ title }) => title)).toEqual(['Start', 'Guide', 'Set up', 'Usage', 'New']);
    expect(await markdownOf(id, after['Start'] ?? '')).toBe(second['README.md']);
    const links = await owner.rest(`GET /v1/spaces/${id}/links`);
    expect(links.body.stats.broken.total).toBe(0);
    const files = await owner.rest(`GET /v1/spaces/${id}/content/files`);
    expect(files.body.items).toHaveLength(1);
    const changes = await owner.rest(`GET /v1/spaces/${id}/revisions/${reply.body.revision}/changes`);
    expect(changes.body.changes).toHaveLength(4);
  });

  test('is previewed with what it would change, without writing anything', async () => {
    const { id } = await aSpace(server, organizationId);
    const preview = (files: Files, update?: boolean) =>
      owner.rest(`POST /v1/spaces/${id}/content/import/preview`, { url: serveZip(files), source: 'zip', update });
    expect((await preview(first, true)).body).not.toHaveProperty('changes');
    await importFiles(id, first);
    const before = await pagesOf(id);
    expect((await preview(second, true)).status).toBe(200);
    expect(await pagesOf(id)).toEqual(before);
    expect((await preview(second)).body).not.toHaveProperty('changes');
    expect((await preview(second, true)).body).toMatchObject({
      importedResources: 6,
      changes: { added: 1, updated: 2, removed: 1, unchanged: 3 },
    });
    const pages = await idsByTitle(id);
    const changes = [{ operation: 'update_page', page: pages['Start'], document: { markdown: 'Mine.' } }];
    expect(await owner.rest(`POST /v1/spaces/${id}/content`, { changes })).toMatchObject({ status: 200 });
    const reply = await preview(second, true);
    expect(reply.body.warnings.map(({ reason }: any) => reason)).toContain(
      'was changed in the space and in the source, and has the text of the source',
    );
  });

  test('that changes nothing says so', async () => {
    const { id } = await aSpace(server, organizationId);
    await importFiles(id, first);
    const before = await pagesOf(id);
    const reply = await importFiles(id, first, true);
    expect(reply.body.changes).toEqual({ added: 0, updated: 0, removed: 0, unchanged: 6 });
    expect(await pagesOf(id)).toEqual(before);
  });

  test('keeps what was changed in the space alone, and names what was changed on both sides', async () => {
    const { id } = await aSpace(server, organizationId);
    await importFiles(id, first);
    const pages = await idsByTitle(id);
    const markdowns = [
      ['Usage', '# Usage\n\nWritten here.\n'],
      ['Start', '# Start\n\nWritten here.\n'],
    ] as const;
    const own = await owner.rest(`POST /v1/spaces/${id}/content`, {
      changes: [
        ...markdowns.map(([title, markdown]) => ({
          operation: 'update_page',
          page: pages[title],
          document: { markdown },
        })),
        { operation: 'insert_page', title: 'Own', slug: 'own', into: pages['Old'] },
      ],
    });
    expect(own).toMatchObject({ status: 200 });
    const reply = await importFiles(id, second, true);
    expect(reply.body.warnings.map(({ key }: { key: string }) => key).toSorted()).toEqual(['README.md', 'old.md']);
    expect(await markdownOf(id, pages['Usage'] ?? '')).toBe('# Usage\n\nWritten here.\n');
    expect(await markdownOf(id, pages['Start'] ?? '')).toBe(second['README.md']);
    const after = await idsByTitle(id);
    expect([after['Old'], after['Own']]).toEqual([pages['Old'], expect.stringMatching(/^pg_/)]);
  });

  test('in GraphQL tells what it changed in the result of its job', async () => {
    const { id } = await aSpace(server, organizationId);
    await importFiles(id, first);
    const begin = `mutation ($id: ID!, $url: URL!) {
      startImport(spaceId: $id, input: { url: $url, source: ZIP, update: true }) { job { id } } }`;
    const begun = await owner.graphql(begin, { id, url: serveZip(second) });
    const job = begun.body.data.startImport.job.id;
    const read = `query ($job: ID!) {
      job(id: $job) { state result { import { changes { added updated removed unchanged } } } } }`;
    const readJob = async () => (await owner.graphql(read, { job })).body.data.job;
    await expect.poll(async () => (await readJob()).state).toBe('COMPLETED');
    expect((await readJob()).result.import.changes).toEqual({ added: 1, updated: 2, removed: 1, unchanged: 3 });
  });

  test('without an earlier import adds the pages, and without the option they are added again', async () => {
    const { id } = await aSpace(server, organizationId);
    expect((await importFiles(id, first, true)).body).not.toHaveProperty('changes');
    await importFiles(id, first, false);
    expect((await pagesOf(id)).filter(({ title }) => title === 'Usage')).toHaveLength(2);
  });

  test('does not remove most pages of a space, but may in a change request', async () => {
    const { id } = await aSpace(server, organizationId);
    const many = Object.fromEntries(
      Array.from({ length: 12 }, (_none, at) => [`page-${at}.md`, `# Page ${at}\n\n${words(`${at}`)}`]),
    );
    await importFiles(id, many);
    const few = { 'page-0.md': many['page-0.md'] ?? '' };
    expect(await importFiles(id, few, true)).toMatchObject({
      status: 400,
      body: { error: { type: 'import_refused' } },
    });
    expect(await pagesOf(id)).toHaveLength(12);
    const request = (await owner.rest(`POST /v1/spaces/${id}/change-requests`, { subject: 'Update' })).body;
    const place = `${id}/change-requests/${request.id}`;
    expect((await importFiles(place, few, true)).body.changes).toMatchObject({ removed: 11, unchanged: 1 });
    expect(await pagesOf(place)).toHaveLength(1);
    expect(await pagesOf(id)).toHaveLength(12);
    // What is not merged is no state of the space.
    expect((await importFiles(id, many, true)).body.changes).toEqual({
      added: 0,
      updated: 0,
      removed: 0,
      unchanged: 12,
    });
  });
});
