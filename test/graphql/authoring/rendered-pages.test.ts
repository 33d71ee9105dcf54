import { beforeAll, expect, it } from 'vitest';
import { anOrganization } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';
import { aMergingWorld, text } from '../../rest/authoring/merging-world.ts';

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
