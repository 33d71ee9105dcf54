import { beforeAll, expect, it } from 'vitest';
import { anOrganization } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';
import { aMergingWorld, text } from '../../rest/authoring/merging-world.ts';
import { pixel } from '../../visitors-world.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

it('a text is rendered as that of a page, which stays what it is', async () => {
  const { id: organizationId, owner } = await anOrganization(server);
  const { spaceId, pages, textOf } = await aMergingWorld(server, organizationId, owner);
  const query = `query ($spaceId: ID!, $id: ID!, $markdown: String!) { space(id: $spaceId) { content { page(id: $id) {
    rendered(markdown: $markdown) } } } }`;
  const render = (markdown: string) => owner.graphql(query, { spaceId, id: pages.a, markdown });
  const html = (await render('## Hi *you* <script>alert(1)</script>\n\n[x](javascript:alert(1))')).body.data.space
    .content.page.rendered;
  expect(html).toContain('<em>you</em>');
  expect(html).not.toMatch(/<script|href="javascript:/);
  expect(await textOf(pages.a)).toBe(text);
  expect((await render('')).body.data.space.content.page.rendered).toBe('');
  const { errors } = (await render('x'.repeat(10_000_000))).body;
  expect(errors[0].message).toBeTruthy();
});

it('a text that is not stored leads to pages and files, as it will when it is', async () => {
  const { id: organizationId, owner } = await anOrganization(server);
  const { spaceId, pages } = await aMergingWorld(server, organizationId, owner);
  const files = [{ name: 'dot.png', base64: pixel }];
  const added = await owner.rest(`POST /v1/spaces/${spaceId}/content`, {
    changes: [{ operation: 'insert_files', files }],
  });
  const file = added.body.insertedFiles[0].id;
  const markdown = `[b](b.md) [c](/pages/${pages.c}) [no](nowhere.md)\n\n![one](/files/${file})\n\n![two](dot.png)`;
  const { body } = await owner.graphql(
    `query ($spaceId: ID!, $id: ID!, $markdown: String!) { space(id: $spaceId) { content { page(id: $id) {
      rendered(markdown: $markdown) } } } }`,
    { spaceId, id: pages.a, markdown },
  );
  const html = body.data.space.content.page.rendered;
  expect(html).toContain(`/spaces/${spaceId}/pages/${pages.b}"`);
  expect(html).toContain(`/spaces/${spaceId}/pages/${pages.c}"`);
  expect(html.match(new RegExp(`<img[^>]*src="[^"]*/files/${spaceId}/${file}/dot\\.png`, 'g'))).toHaveLength(2);
  expect(html).not.toContain('nowhere');
});
