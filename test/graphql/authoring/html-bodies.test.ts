import { beforeAll, describe, expect, it } from 'vitest';
import { aChangeRequest, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { pixel, write } from '../../visitors-world.ts';

let server: Harness;
let owner: Caller;
let spaceId: string;

beforeAll(async () => {
  server = await startServer();
  const organization = await anOrganization(server);
  ({ owner } = organization);
  spaceId = (await aSpace(server, organization.id)).id;
});

const hostile = '**words** <img src="x" onerror="alert(2)"> [no](javascript:alert(3))\n\n<script>alert(1)</script>';

describe('a body as HTML', () => {
  it('of a page leads to pages in the application and to files by URLs without a token', async () => {
    const ids = await write(owner, spaceId, [
      { operation: 'insert_files', files: [{ name: 'dot.png', base64: pixel, ref: 'dot' }] },
      { operation: 'insert_page', ref: 'target', title: 'Target', document: { markdown: '## Part' } },
      {
        operation: 'insert_page',
        ref: 'page',
        title: 'Start',
        document: {
          markdown: `[to](target.md#part) ![a dot](dot.png) [lost](nowhere.md)\n\n{{ 1 + 1 }}\n\n${hostile}`,
        },
      },
    ]);
    const query = `query ($space: ID!, $page: ID!) { space(id: $space) { content { page(id: $page) {
      body(format: HTML) { markdown document html } evaluated: body(format: HTML, evaluated: TRUE) { html } } } } }`;
    const { body } = await owner.graphql(query, { space: spaceId, page: ids.get('page') });
    expect(body.errors).toBeUndefined();
    const { page } = body.data.space.content;
    const { html, ...others } = page.body;
    expect(others).toEqual({ markdown: null, document: null });
    expect(html).toContain(`/spaces/${spaceId}/pages/${ids.get('target')}#part">to</a>`);
    expect(html).toMatch(/<img[^>]* src="http[^"]*\/files\/[^"]*"/);
    expect(html).not.toMatch(/<a[^>]*>lost/);
    expect(html).toContain('<strong>words</strong>');
    expect(html).not.toMatch(/<script|onerror=|href="javascript:|style=/);
    expect(page.evaluated.html).toContain('2');
    const [, src = ''] = /<img[^>]* src="([^"]*)"/.exec(html) ?? [];
    const { pathname, search } = new URL(src.replaceAll('&amp;', '&'));
    expect((await server.app.inject({ url: `${pathname}${search}` })).statusCode).toBe(200);
  });

  it('of a comment, a reply and the description of a change request is sanitized', async () => {
    const { id: changeRequest } = await aChangeRequest(server, spaceId);
    await owner.rest(`PATCH /v1/spaces/${spaceId}/change-requests/${changeRequest}`, {
      description: { markdown: hostile },
    });
    const path = `/v1/spaces/${spaceId}/change-requests/${changeRequest}/comments`;
    const { body: comment } = await owner.rest(`POST ${path}`, { body: { markdown: hostile } });
    await owner.rest(`POST ${path}/${comment.id}/replies`, { body: { markdown: hostile } });
    const query = `query ($id: ID!) { node(id: $id) { ... on ChangeRequest { descriptionHtml comments { edges { node {
      body(format: HTML) { html markdown } replies { edges { node { body(format: HTML) { html } } } } } } } } } }`;
    const { body } = await owner.graphql(query, { id: changeRequest });
    expect(body.errors).toBeUndefined();
    const [{ node }] = body.data.node.comments.edges;
    expect(node.body.markdown).toBeNull();
    const texts = [body.data.node.descriptionHtml, node.body.html, node.replies.edges[0].node.body.html];
    for (const html of texts) {
      expect(html).toContain('<strong>words</strong>');
      expect(html).not.toMatch(/<script|onerror=|href="javascript:/);
    }
  });

  it('of a group is null, and REST does not know the format', async () => {
    const ids = await write(owner, spaceId, [{ operation: 'insert_page', ref: 'group', title: 'G', type: 'group' }]);
    const query = `query ($space: ID!, $page: ID!) { space(id: $space) { content { page(id: $page) {
      body(format: HTML) { html } } } } }`;
    const { body } = await owner.graphql(query, { space: spaceId, page: ids.get('group') });
    expect(body.data.space.content.page.body).toBeNull();
    const reply = await owner.rest(`GET /v1/spaces/${spaceId}/content/page/${ids.get('group')}?format=html`);
    expect(reply).toMatchObject({ status: 400, body: { error: { details: [{ path: 'query.format' }] } } });
  });
});
