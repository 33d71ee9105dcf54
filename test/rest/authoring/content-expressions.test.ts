import { beforeAll, describe, expect, test } from 'vitest';
import { anOrganization, aSpace } from '../../factories.ts';
import { aServer } from '../../app/own-server.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
let spaceId: string;

beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server));
  ({ id: spaceId } = await aSpace(server, organizationId));
  await write({ operation: 'set_variables', variables: { product: 'Octavo', seats: 3 } });
});

const write = (...changes: object[]) => owner.rest(`POST /v1/spaces/${spaceId}/content`, { changes });
const insert = async (title: string, more: object) => {
  const { body } = await write({ operation: 'insert_page', title, ...more });
  return body.changes[0].page.id as string;
};

describe('evaluated', () => {
  test.each([
    ['{{ space.vars.product }} {{page.vars["name"]}}', 'Octavo Guide'],
    ['{{ page.vars.none || space.vars.product }}', 'Octavo'],
    ['{{ page.vars.none ?? "a default" }}', 'a default'],
    ['{{ space.vars.seats > 2 ? "many" : "few" }} {{ space.vars.seats * 2 }}', 'many 6'],
    ['{{ "Hello " + page.vars.name.toUpperCase() }}', 'Hello GUIDE'],
    ['<code class="expression">space.vars.seats &gt; 2 &amp;&amp; page.vars.name</code>', 'Guide'],
    ['{{ visitor.claims.name || "you" }}', 'you'],
    ['{{ space .vars.product }} {{ (space)["vars"].product }} {{ [space][0].vars.product }}', 'Octavo Octavo Octavo'],
    [String.raw`{{ "\ud83d" + page.vars.name }} {{ "\u0000" + page.vars.name }}`, '\uFFFDGuide \uFFFDGuide'],
    ['{{ page.vars.none }} {{ visitor.claims.name }}', '{{ page.vars.none }} {{ visitor.claims.name }}'],
    ['{{ 1 + 1 }} {{ name }} ${{ secrets.TOKEN }} {{', '{{ 1 + 1 }} {{ name }} ${{ secrets.TOKEN }} {{'],
    ['{{ page.vars. }} {{ page.vars.constructor }}', '{{ page.vars. }} {{ page.vars.constructor }}'],
  ])('evaluated=true replaces %s', async (markdown, expected) => {
    const id = await insert('Page', { variables: { name: 'Guide' }, document: { markdown } });
    const read = async (query: string) =>
      (await owner.rest(`GET /v1/spaces/${spaceId}/content/page/${id}${query}`)).body.markdown;
    expect([await read(''), await read('?evaluated=true')]).toEqual([markdown, expected]);
  });

  test('evaluation within one operation is limited so that other requests are not blocked', async () => {
    const works = Array.from({ length: 200 }, (_, nth) => `{{ page${' + 1'.repeat(240)} + ${nth} }}`);
    const id = await insert('Page', { document: { markdown: works.join('\n') } });
    const bodies = Array.from({ length: 30 }, (_, nth) => `b${nth}: body(evaluated: TRUE) { __typename }`).join(' ');
    const { app } = await aServer({}, { config: { ...server.platform.config, TEXTS_TIMEOUT_MS: 20 } });
    const query = `query ($space: ID!, $page: ID!) { space(id: $space) { content { page(id: $page) { ${bodies} } } } }`;
    const answer = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: `Bearer ${owner.secret}` },
      payload: { query, variables: { space: spaceId, page: id } },
    });
    expect(answer.json().errors[0]).toMatchObject({
      message: 'The texts take too long to process. Request fewer of them, or try again.',
      extensions: { type: 'overloaded' },
    });
  });

  test('evaluating the texts of many pages takes as many statements as evaluating few', async () => {
    const counts = [];
    for (const size of [2, 20]) {
      const { id } = await aSpace(server, organizationId);
      const changes = Array.from({ length: size }, (_, nth) => ({
        operation: 'insert_page',
        title: `Page ${nth}`,
        document: { markdown: '{{ space.vars.product }}' },
      }));
      await owner.rest(`POST /v1/spaces/${id}/content`, { changes });
      await server.statements.reset();
      const { body } = await owner.graphql(
        `query ($space: ID!) { space(id: $space) { content { tree { body(evaluated: TRUE) { __typename } } } } }`,
        { space: id },
      );
      expect(body.data.space.content.tree).toHaveLength(size);
      counts.push(server.statements.texts.length);
    }
    expect(counts[1]).toBe(counts[0]);
  });

  test('evaluated=deterministic-only leaves expressions about the visitor as written', async () => {
    const markdown = '{{ space.vars.product }} {{ visitor.claims.name || "you" }}';
    const id = await insert('Page', { document: { markdown } });
    const { body } = await owner.rest(`GET /v1/spaces/${spaceId}/content/page/${id}?evaluated=deterministic-only`);
    expect(body.markdown).toBe('Octavo {{ visitor.claims.name || "you" }}');
  });
});

describe('the condition of a page', () => {
  test.each(['visitor.claims.plan === "pro"', 'visitor.claims.groups.some(g => g === "staff")', '  '])(
    'is kept: %s',
    async (condition) => {
      const id = await insert('Page', { condition });
      const { body } = await owner.graphql(
        `query ($space: ID!, $page: ID!) { space(id: $space) { content { page(id: $page) { condition } } } }`,
        { space: spaceId, page: id },
      );
      expect(body.data.space.content.page.condition).toBe(condition);
    },
  );

  const deep = `${'['.repeat(40)}1${']'.repeat(40)}`;
  test.each([deep, 'visitor.claims.plan ===', 'a; b', 'if (a) b', 'a = 1', 'a.constructor', 'eval("1")'])(
    'is refused: %s',
    async (condition) => {
      const id = await insert('Page', {});
      for (const change of [
        { operation: 'insert_page', title: 'Other', condition },
        { operation: 'update_page', page: id, condition },
      ]) {
        const { status, body } = await write(change);
        expect([status, body.error.type]).toEqual([400, 'validation_failed']);
        expect(body.error.details[0]).toMatchObject({
          path: 'body.changes.0.condition',
          message: expect.stringMatching(/must be an expression: .* at character \d+$/),
        });
      }
      const { body } = await owner.graphql(
        `mutation ($space: ID!, $input: UpdateContentInput!) {
          updateContent(spaceId: $space, input: $input) { revision { id } } }`,
        { space: spaceId, input: { changes: [{ operation: 'UPDATE_PAGE', page: id, condition }] } },
      );
      expect(body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
    },
  );
});

describe('a text with a condition', () => {
  const nested = `{% if ${'('.repeat(40)}1${')'.repeat(40)} %}A{% endif %}`;
  const chain = `{% if visitor.claims.beta == 1${' + 1'.repeat(20_000)} %}A{% endif %}`;
  const refused = expect.stringMatching(/^The condition in line 1 cannot be evaluated, .*(?:nested deeper|characters)/);

  test.each([
    ['nested too deeply', nested],
    ['too long', chain],
  ])('that is %s is refused on every way to write it', async (_what, markdown) => {
    const page = await insert('Page', {});
    const [, expression = ''] = /if (.*) %}A/.exec(markdown) ?? [];
    const paragraph = { object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves: [{ text: 'A' }] }] };
    const nodes = [{ object: 'block', type: 'if', data: { expression }, nodes: [paragraph] }];
    for (const change of [
      { operation: 'insert_page', title: 'Other', document: { markdown } },
      { operation: 'update_page', page, document: { markdown } },
      { operation: 'insert_reusable_content', title: 'Part', document: { markdown } },
      { operation: 'update_page', page, document: { document: { object: 'document', nodes } } },
    ]) {
      const { status, body } = await write(change);
      expect([status, body.error.details]).toEqual([
        400,
        [{ path: 'body.changes.0.document', rule: 'too_big', message: refused }],
      ]);
    }
    const { body } = await owner.graphql(
      `mutation ($space: ID!, $page: ID!, $input: UpdatePageInput!) {
        updatePage(spaceId: $space, pageId: $page, input: $input) { revision { id } } }`,
      { space: spaceId, page, input: { document: { markdown } } },
    );
    expect(body.errors[0]).toMatchObject({ message: refused, extensions: { code: 'BAD_USER_INPUT' } });
  });

  test('that cannot be evaluated is written, and the writer is told', async () => {
    const document = { markdown: 'Text\n\n{% if a and b %}A{% endif %}\n\n{% if visitor.claims.beta %}B{% endif %}' };
    const message =
      'The condition in line 3 cannot be evaluated, so its block is hidden from visitors: Unexpected "and" at character 3';
    const { status, body } = await write(
      { operation: 'insert_page', title: 'Plain', document: { markdown: 'Text' } },
      { operation: 'insert_page', title: 'Liquid', document },
    );
    expect([status, body.warnings]).toEqual([200, [{ path: 'changes.1.document', message }]]);
    const { body: created } = await owner.graphql(
      `mutation ($space: ID!, $input: CreatePageInput!) {
        createPage(spaceId: $space, input: $input) { warnings { path message } } }`,
      { space: spaceId, input: { title: 'Liquid', document } },
    );
    expect(created.data.createPage.warnings).toEqual([{ path: 'document', message }]);
  });
});
