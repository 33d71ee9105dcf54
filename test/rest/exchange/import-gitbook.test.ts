import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeZip } from '../../text/imports-archive.ts';
import { contentOf, exported } from '../../exports.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { sourceServer, type SourceServer } from '../../source-server.ts';

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

const repository = makeZip([
  { name: '.gitbook.yaml', body: 'redirects:\n  help: contact.md\n  old/deep/page: guide/new.md\n  lost: gone.md\n' },
  {
    name: 'SUMMARY.md',
    body: '* [Home](README.md)\n* [Contact](contact.md)\n* [Guide](guide/README.md)\n  * [New](guide/new.md)\n',
  },
  { name: 'README.md', body: '# Home\n\n{% include ".gitbook/includes/legal-notice.md" %}\n' },
  { name: 'contact.md', body: '# Contact\n' },
  { name: 'guide/README.md', body: '# Guide\n' },
  { name: 'guide/new.md', body: '# New\n\n{% include "../.gitbook/includes/Odd_Name.md" %}\n' },
  {
    name: '.gitbook/includes/legal-notice.md',
    body: '---\ntitle: Legal notice\n---\n\nSee [contact](../../contact.md).\n',
  },
  { name: '.gitbook/includes/Odd_Name.md', body: 'Odd\n' },
]);

async function importInto(spaceId: string, body: Buffer) {
  const url = source.serve('/repository.zip', { body, type: 'application/zip' });
  const answer = await owner.rest(`POST /v1/spaces/${spaceId}/content/import`, { url, source: 'zip' });
  expect(answer.status).toBe(201);
  return answer.body;
}

const idAt = async (spaceId: string, path: string) =>
  (await owner.rest(`GET /v1/spaces/${spaceId}/content/path/${encodeURIComponent(path)}`)).body.id;

test('a repository of GitBook is imported with its redirects and the texts that its pages include, and so is its export', async () => {
  const { id } = await aSpace(server, organizationId);
  const report = await importInto(id, repository);
  expect([report.skipped, report.warnings]).toEqual([
    [],
    [{ key: '.gitbook.yaml', reason: 'The redirect of lost has no page' }],
  ]);
  const contact = await idAt(id, 'contact');
  expect(contact).toMatch(/^pg_/);
  expect(await idAt(id, 'help')).toBe(contact);
  expect(await idAt(id, 'old/deep/page')).toBe(await idAt(id, 'guide/new'));
  expect(await idAt(id, 'lost')).toBeUndefined();

  const { reusableContents } = (await owner.rest(`GET /v1/spaces/${id}/content`)).body;
  const idOf = Object.fromEntries(reusableContents.map((one: any) => [one.title, one.id]));
  expect(Object.keys(idOf).toSorted()).toEqual(['Legal notice', 'Odd_Name']);
  for (const [path, title] of [
    ['home', 'Legal notice'],
    ['guide/new', 'Odd_Name'],
  ] as const) {
    const page = `GET /v1/spaces/${id}/content/page/${await idAt(id, path)}?format=document`;
    const { nodes } = (await owner.rest(page)).body.document;
    expect(nodes.find(({ type }: any) => type === 'reusable-content')?.data.ref).toEqual({
      kind: 'reusable-content',
      reusableContent: idOf[title],
    });
  }
  const { links } = await contentOf(server, id);
  expect(links.filter(({ entryId }: any) => entryId === idOf['Legal notice'])).toMatchObject([
    { kind: 'page', targetId: contact },
  ]);

  const archive = await exported(server, owner, `POST /v1/spaces/${id}/export`);
  const { id: copy } = await aSpace(server, organizationId);
  await importInto(copy, archive);
  expect(await contentOf(server, copy)).toEqual(await contentOf(server, id));
});
