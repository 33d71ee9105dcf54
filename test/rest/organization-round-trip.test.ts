import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeZip } from '../domain/imports-archive.ts';
import { contentOf, endOfJob, exported, filesOf } from '../exports.ts';
import { aCollection, aMember, anOrganization, aSpace } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';
import { fastifyDocs, onePixel } from '../source-server.ts';

let server: Harness;

beforeAll(async () => {
  server = await startServer();
});

async function upload(caller: Caller, body: Buffer): Promise<string> {
  const headers = { authorization: `Bearer ${caller.secret}`, 'content-type': 'application/zip' };
  const sent = await fetch(`${await server.listen()}/uploads?name=organization.zip`, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
  });
  return ((await sent.json()) as { url: string }).url;
}

async function imported(caller: Caller, organizationId: string, archive: Buffer) {
  const url = await upload(caller, archive);
  const { status, body } = await caller.rest(`POST /v1/orgs/${organizationId}/import`, { url });
  expect(status).toBe(202);
  return endOfJob(caller, body.id, 60_000);
}

async function edit(caller: Caller, id: string, changes: readonly object[]) {
  const { status, body } = await caller.rest(`POST /v1/spaces/${id}/content`, { changes });
  expect([status, body]).toEqual([200, expect.anything()]);
}

const digestsOf = async (archive: Buffer) =>
  [...(await filesOf(archive))]
    .filter(([path]) => !path.endsWith('.octavo/export.json') && !/^\.octavo\/|change-requests|access/.test(path))
    .map(([path, body]) => [path, createHash('sha256').update(body).digest('hex')])
    .toSorted();

interface Placed {
  readonly parent: string | null;
}

const byParent = (a: Placed, b: Placed) => String(a.parent).localeCompare(String(b.parent));

/** The tree of an organization: collections and spaces with their settings and content, in their order. */
async function treeOf(organizationId: string) {
  const { prisma } = server.platform.db;
  const spaces = await prisma.space.findMany({
    where: { organizationId, deletedAt: null },
    orderBy: { position: 'asc' },
  });
  const collections = await prisma.collection.findMany({ where: { organizationId }, orderBy: { position: 'asc' } });
  const titles = new Map(collections.map(({ id, title }) => [id, title]));
  const contents = await Promise.all(spaces.map(({ id }) => contentOf(server, id)));
  return {
    spaces: spaces
      .map(({ title, emoji, icon, visibility, editMode, defaultLevel, language, parentId }, index) => ({
        title,
        emoji,
        icon,
        visibility,
        editMode,
        defaultLevel,
        language,
        parent: titles.get(parentId ?? '') ?? null,
        content: contents[index],
      }))
      .toSorted(byParent),
    collections: collections
      .map(({ title, description, defaultLevel, parentId }) => ({
        title,
        description,
        defaultLevel,
        parent: titles.get(parentId ?? '') ?? null,
      }))
      .toSorted(byParent),
  };
}

const anyText = fc.record({
  title: fc.constantFrom('Café & Crème', 'README', '日本語 ガイド', '`code` <b>', 'x: "y"'),
  text: fc.constantFrom(
    '# Words\r\n\nText without end',
    '---\ntags: [a]\n---\n[up](/plugins)\n',
    '![p](/files/none)\n',
  ),
});

describe('An organization that is exported and imported elsewhere', { timeout: 180_000 }, () => {
  test('the copy has the same collections, spaces, settings, trees, texts, links, files and order, and gives the same export', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 4 }), async (texts) => {
        const { owner, id } = await anOrganization(server);
        const outer = await aCollection(server, id, { title: 'Outer', description: 'All', position: 'a2' });
        const inner = await aCollection(server, id, { title: 'Inner', parentId: outer.id, defaultLevel: 'none' });
        const handbook = await aSpace(server, id, { title: 'Handbook', position: 'a3', language: 'de', emoji: '🚀' });
        const locked = await aSpace(server, id, { title: 'Locked', position: 'a1', visibility: 'unlisted' });
        const inside = await aSpace(server, id, {
          title: 'Inside',
          parentId: inner.id,
          position: 'a1',
          visibility: 'in-collection',
          defaultLevel: 'comment',
        });
        await aSpace(server, id, { title: 'Empty', position: 'a4' });
        const url = await upload(owner, fastifyDocs);
        await owner.rest(`POST /v1/spaces/${handbook.id}/content/import`, { url, source: 'zip' });
        const base64 = onePixel.toString('base64');
        const file = { operation: 'insert_files', files: [{ name: 'p.png', base64 }] };
        const pages = texts.map(({ title, text }) => ({
          operation: 'insert_page',
          title,
          document: { markdown: text },
        }));
        await edit(owner, handbook.id, pages);
        await edit(owner, locked.id, [file, ...pages]);
        await edit(owner, inside.id, [{ operation: 'insert_page', type: 'group', title: 'Group' }, ...pages]);
        await owner.rest(`PATCH /v1/spaces/${locked.id}`, { editMode: 'locked' });

        const archive = await exported(server, owner, `POST /v1/orgs/${id}/export`, 60_000);
        const { owner: other, id: elsewhere } = await anOrganization(server);
        const job = await imported(other, elsewhere, archive);
        expect(job).toMatchObject({ state: 'completed', result: { collections: 2, skipped: [] } });
        expect(await treeOf(elsewhere)).toEqual(await treeOf(id));
        const again = await exported(server, other, `POST /v1/orgs/${elsewhere}/export`, 60_000);
        expect(await digestsOf(again)).toEqual(await digestsOf(archive));
      }),
      { numRuns: 2, endOnFailure: true },
    );
  });
});

describe('POST /v1/orgs/{organizationId}/import', () => {
  test('an archive that is no export of an organization is refused, and nothing is made', async () => {
    const { owner, id } = await anOrganization(server);
    const zip = await imported(owner, id, makeZip([{ name: 'one.md', body: '# One' }]));
    expect(zip).toMatchObject({ state: 'failed', error: { type: 'import_refused' } });
    const text = await imported(owner, id, Buffer.from('# One'));
    expect(text).toMatchObject({ state: 'failed', error: { type: 'import_refused' } });
    expect(await treeOf(id)).toEqual({ spaces: [], collections: [] });
  });

  test('a space whose index is damaged is named, and the others are imported', async () => {
    const { owner, id } = await anOrganization(server);
    await aSpace(server, id, { title: 'Good' });
    await aSpace(server, id, { title: 'Bad' });
    const files = new Map(await filesOf(await exported(server, owner, `POST /v1/orgs/${id}/export`)));
    files.set('bad/.octavo/export.json', Buffer.from('{'));
    const archive = makeZip([...files].map(([name, body]) => ({ name, body })));
    const { owner: other, id: elsewhere } = await anOrganization(server);
    const { result } = await imported(other, elsewhere, archive);
    expect(result.spaces.map(({ title }: any) => title)).toEqual(['Good']);
    expect(result.skipped).toEqual([{ key: 'bad/', reason: expect.any(String) }]);
  });

  test('only admins of an organization may import into it', async () => {
    const { id } = await anOrganization(server);
    const creator = await aMember(server, id, 'create');
    const { owner: stranger } = await anOrganization(server);
    const answers = await Promise.all(
      [creator, stranger].map((caller) =>
        caller.rest(`POST /v1/orgs/${id}/import`, { url: 'https://example.org/organization.zip' }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([403, 404]);
  });
});
