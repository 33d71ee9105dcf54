import { beforeAll, expect, test } from 'vitest';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller } from '../../harness.ts';
import { allOr } from '../../setup/size.ts';

let owner: Caller;
let content: string;
beforeAll(async () => {
  const server = await startServer();
  const organization = await anOrganization(server);
  owner = organization.owner;
  content = `/v1/spaces/${(await aSpace(server, organization.id)).id}/content`;
});

test.each([
  ['many lines of code', `# Code\n\n\`\`\`js\n${'const a = 1;\n'.repeat(allOr(2_000, 500))}\`\`\`\n`],
  [
    'many items with links',
    `# Links\n\n${'* See [a **page**](https://example.test/a) here\n'.repeat(allOr(800, 200))}`,
  ],
  ['many paragraphs', `# Words\n\n${'Some *words* and `code` [here](b.md).\n\n'.repeat(allOr(1_400, 300))}`],
  [
    'lists in lists',
    `# Lists\n\n${Array.from({ length: 15 }, (_none, at) => `${'  '.repeat(at)}* level ${at}\n`).join('')}`,
  ],
])('a page with %s is read as a document and written back unchanged', async (title, markdown) => {
  const inserted = await owner.rest(`POST ${content}`, {
    changes: [{ operation: 'insert_page', title, type: 'document', document: { markdown } }],
  });
  expect(inserted.status).toBe(200);
  const { pages } = (await owner.rest(`GET ${content}/pages`)).body;
  const { id } = pages.find((page: { title: string }) => page.title === title);
  const { document } = (await owner.rest(`GET ${content}/page/${id}?format=document`)).body;
  expect(document.data.limit).toBeUndefined();
  document.nodes[0].nodes[0].leaves[0].text = 'Changed';
  const changes = [{ operation: 'update_page', page: id, document: { document } }];
  expect((await owner.rest(`POST ${content}`, { changes })).body).toMatchObject({ revision: expect.anything() });
  const after = (await owner.rest(`GET ${content}/page/${id}?format=markdown`)).body.markdown;
  expect(after).toBe(markdown.replace(/^# \w+/, '# Changed'));
});
