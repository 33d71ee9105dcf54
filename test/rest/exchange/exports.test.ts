import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeZip } from '../../text/imports-archive.ts';
import { contentOf, endOfJob, exported, filesOf } from '../../exports.ts';
import { aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { fastifyDocs, sourceServer, type SourceServer } from '../../source-server.ts';

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

const exportOf = (id: string, caller = owner) => exported(server, caller, `POST /v1/spaces/${id}/export`);

async function importInto(id: string, archive: Buffer) {
  const url = source.serve('/archive.zip', { body: archive, type: 'application/zip' });
  const { status, body } = await owner.rest(`POST /v1/spaces/${id}/content/import`, { url, source: 'zip' });
  expect([status, body]).toEqual([201, expect.anything()]);
}

async function importedElsewhere(archive: Buffer): Promise<string> {
  const { id } = await aSpace(server, organizationId);
  await importInto(id, archive);
  return id;
}

async function edit(id: string, changes: readonly object[]) {
  const { status, body } = await owner.rest(`POST /v1/spaces/${id}/content`, { changes });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
}

describe('POST /v1/spaces/{spaceId}/export', () => {
  test('an archive has every page as a Markdown file whose links lead to files of the archive, and its import restores the space', async () => {
    const { id } = await aSpace(server, organizationId);
    await importInto(id, fastifyDocs);
    const archive = await exportOf(id);
    const files = await filesOf(archive);
    const before = await contentOf(server, id);
    expect(files.size).toBe(before.entries.length + 10);
    const again = await importedElsewhere(archive);
    expect(await contentOf(server, again)).toEqual(before);
  });
});

describe('An archive that was changed', () => {
  const archived = async (change: (files: Map<string, Buffer>) => void) => {
    const { id } = await aSpace(server, organizationId);
    await edit(id, [
      { operation: 'insert_page', title: 'One', slug: 'uno', icon: 'bolt', document: { markdown: 'To [two](/dos).' } },
      { operation: 'insert_page', title: 'Two', slug: 'dos', document: { markdown: 'Two.' } },
    ]);
    const files = new Map(await filesOf(await exportOf(id)));
    change(files);
    return importedElsewhere(makeZip([...files].map(([name, body]) => ({ name, body }))));
  };
  const tree = async (id: string) => (await owner.rest(`GET /v1/spaces/${id}/content/pages`)).body.pages;

  test('a changed page of an archive gets its new text and front matter, and keeps its slug, its icon and the working links', async () => {
    const id = await archived((files) =>
      files.set(
        'uno.md',
        Buffer.from(String(files.get('uno.md')).replace('title: One', 'title: First').replace('To ', 'Go to ')),
      ),
    );
    expect(await tree(id)).toMatchObject([
      { title: 'First', slug: 'uno', icon: 'bolt' },
      { title: 'Two', slug: 'dos' },
    ]);
    const { entries, links } = await contentOf(server, id);
    const two = (entries as any[]).find(({ slug: own }) => own === 'dos');
    expect(links).toMatchObject([{ url: 'dos.md', kind: 'page', targetId: two.entryId }]);
  });

  test('an archive with a changed SUMMARY.md is ordered by it', async () => {
    const id = await archived((files) => files.set('SUMMARY.md', Buffer.from('* [Two](dos.md)\n* [One](uno.md)\n')));
    expect((await tree(id)).map((one: any) => one.title)).toEqual(['Two', 'One']);
  });
});

describe('Who may export', () => {
  test('a reader gets the content without permissions, comments and what else only others may read', async () => {
    const { id } = await aSpace(server, organizationId);
    await edit(id, [{ operation: 'insert_page', title: 'One' }]);
    const reader = await aMember(server, organizationId, 'read');
    const names = [...(await filesOf(await exportOf(id, reader))).keys()];
    expect(names).toContain('one.md');
    expect(names).toContain('.octavo/change-requests.jsonl');
    expect(names.filter((name) => /access|comments/.test(name))).toEqual([]);
    const all = [...(await filesOf(await exportOf(id))).keys()];
    expect(all).toContain('.octavo/access.jsonl');
    expect(all).toContain('.octavo/comments.jsonl');
  });

  test('whoever may not read the space gets neither the export nor the address of one', async () => {
    const { id } = await aSpace(server, organizationId);
    await edit(id, [{ operation: 'insert_page', title: 'One' }]);
    const { owner: stranger } = await anOrganization(server);
    expect((await stranger.rest(`POST /v1/spaces/${id}/export`)).status).toBe(404);
    const reader = await aMember(server, organizationId, 'read');
    const started = await reader.rest(`POST /v1/spaces/${id}/export`);
    expect((await endOfJob(reader, started.body.id)).downloadURL).toEqual(expect.any(String));
    await owner.rest(`PATCH /v1/spaces/${id}`, { defaultLevel: null });
    expect((await reader.rest(`GET /v1/jobs/${started.body.id}`)).body).not.toHaveProperty('downloadURL');
  });

  test('an address with another name or signature does not download', async () => {
    const { id } = await aSpace(server, organizationId);
    const { body } = await owner.rest(`POST /v1/spaces/${id}/export`);
    const { downloadURL } = await endOfJob(owner, body.id);
    const { statusCode } = await server.app.inject({
      url: `${new URL(downloadURL).pathname}?expires=9999999999&signature=x`,
    });
    expect(statusCode).toBe(403);
  });
});
