import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { printSpecBlocks } from '../../../src/domain/authoring/content/spec-blocks/texts.ts';
import { makeZip } from '../../text/imports-archive.ts';
import { exported } from '../../exports.ts';
import { aGrant, aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { processedSpec } from '../../openapi-specs.ts';
import { sourceServer } from '../../source-server.ts';
import { printPdf } from '../exchange/print-pdf.ts';

let server: Harness;
let owner: Caller;
let org: string;
let specId: string;

const specification = (description: string) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Zoo', version: '1' },
    paths: {
      '/cats/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, description: 'Number of the cat' }],
        get: {
          operationId: 'getCat',
          summary: 'Read a cat',
          description,
          responses: { 200: { description: 'The cat', content: { 'application/json': {} } } },
        },
      },
    },
    webhooks: { purred: { post: { summary: 'A cat purrs', responses: {} } } },
    components: { schemas: { Cat: { type: 'object', description: 'A small beast' } } },
  });

async function publish(slug: string, text: string) {
  await owner.rest(`PUT /v1/orgs/${org}/openapi/${slug}`, { source: { text } });
  return processedSpec(owner, org, slug);
}

const operation = (spec: string) =>
  `{% openapi-operation spec="${spec}" path="/cats/{id}" method="get" %}\n[OpenAPI](https://example.org)\n{% endopenapi-operation %}`;

async function write(spaceId: string, markdown: string, caller = owner): Promise<string> {
  const { status } = await caller.rest(`POST /v1/spaces/${spaceId}/content`, {
    changes: [{ operation: 'insert_page', title: 'Mine', document: { markdown } }],
  });
  expect(status).toBe(200);
  const { pages } = (await owner.rest(`GET /v1/spaces/${spaceId}/content/pages`)).body;
  return pages[0].id;
}

/** Publishes a specification that is read from a URL of the server. */
async function publishUrl(slug: string, url: string) {
  await owner.rest(`PUT /v1/orgs/${org}/openapi/${slug}`, { source: { url } });
  return processedSpec(owner, org, slug);
}

const bySource = (url: string) => `{% openapi src="${url}" path="/cats/{id}" method="get" %}\n{% endopenapi %}`;

const usedBy = async (slug: string): Promise<string[]> =>
  (await owner.rest(`GET /v1/orgs/${org}/openapi/${slug}/used-by`)).body.items.map((item: any) => item.page.id);

const blocksOf = async (spaceId: string, page: string, caller = owner): Promise<any[]> =>
  (await caller.rest(`GET /v1/spaces/${spaceId}/content/page/${page}?format=document`)).body.document.nodes;
const found = async (spaceId: string, query: string) =>
  (await owner.rest(`GET /v1/spaces/${spaceId}/search?query=${query}`)).body.items.map(({ title }: any) => title);
const linksOf = async (spaceId: string) =>
  (await owner.rest(`GET /v1/spaces/${spaceId}/links`)).body.items.map(({ relation, status, targetReference }: any) => [
    relation,
    status,
    targetReference?.openAPISpec?.slug ?? null,
  ]);

beforeAll(async () => {
  server = await startServer();
  ({ id: org, owner } = await anOrganization(server));
  ({ id: specId } = await publish('zoo', specification('Finds a whiskered animal')));
});

describe('a block of an OpenAPI specification in a text that a person wrote', () => {
  test('the document of a page has the data of the operation, the webhook and the schemas that its blocks name', async () => {
    const { id } = await aSpace(server, org);
    const page = await write(
      id,
      [
        'Before',
        operation('zoo'),
        '{% openapi spec="zoo" path="/cats/{id}" method="GET" %}\n{% endopenapi %}',
        '{% openapi-webhook spec="zoo" name="purred" method="post" %}\n{% endopenapi-webhook %}',
        '{% hint style="info" %}\n{% openapi-schemas spec="zoo" schemas="Cat,Dog" grouped="true" %}\n{% endopenapi-schemas %}\n{% endhint %}',
        '{% openapi-operation spec="zoo" path="/dogs" method="get" %}\n{% endopenapi-operation %}',
        operation('absent'),
      ].join('\n\n'),
    );
    const { lastVersion } = (await owner.rest(`GET /v1/orgs/${org}/openapi/zoo`)).body;
    const [, cat, alias, webhook, hint, dog, absent] = await blocksOf(id, page);
    const spec = { object: 'openapi-spec', id: specId, slug: 'zoo', lastVersion };
    expect(cat.type).toBe('openapi-operation');
    expect(cat.data).toMatchObject({ ref: { kind: 'openapi', spec: 'zoo' }, path: '/cats/{id}', method: 'get' });
    expect(cat.data.resolved).toEqual({
      ...spec,
      operation: {
        title: 'Read a cat',
        path: '/cats/{id}',
        method: 'get',
        operationId: 'getCat',
        summary: 'Read a cat',
        description: 'Finds a whiskered animal',
        deprecated: false,
        parameters: [{ name: 'id', in: 'path', required: true, description: 'Number of the cat' }],
        requestBody: null,
        responses: [{ status: '200', description: 'The cat', contentTypes: ['application/json'] }],
      },
    });
    expect([alias.type, alias.data.resolved]).toEqual(['openapi-operation', cat.data.resolved]);
    expect(webhook.data.resolved).toMatchObject({ ...spec, webhook: { name: 'purred', summary: 'A cat purrs' } });
    expect(hint.nodes[0].data.resolved).toEqual({
      ...spec,
      schemas: [{ name: 'Cat', description: 'A small beast' }],
    });
    expect(dog.data.resolved).toEqual({ ...spec, operation: null });
    expect(absent.data.resolved).toBeNull();
  });

  test('a document that is written back as it was read keeps the source of its blocks', async () => {
    const { id } = await aSpace(server, org);
    const page = await write(id, `Before\n\n${operation('zoo')}\n\nAfter`);
    const { document } = (await owner.rest(`GET /v1/spaces/${id}/content/page/${page}?format=document`)).body;
    document.nodes[0].nodes[0].leaves[0].text = 'Changed';
    const { status } = await owner.rest(`POST /v1/spaces/${id}/content`, {
      changes: [{ operation: 'update_page', page, document: { document } }],
    });
    expect(status).toBe(200);
    const { markdown } = (await owner.rest(`GET /v1/spaces/${id}/content/page/${page}`)).body;
    expect(markdown.trim()).toBe(`Changed\n\n${operation('zoo')}\n\nAfter`);
  });

  test('search finds a page by what its blocks show, also after a new version and after a change of the title', async () => {
    const { id } = await aSpace(server, org);
    await publish('farm', specification('Finds a bovine animal'));
    const page = await write(id, operation('farm'));
    expect(await found(id, 'bovine')).toEqual(['Mine']);
    await publish('farm', specification('Finds a feathered animal'));
    expect([await found(id, 'bovine'), await found(id, 'feathered')]).toEqual([[], ['Mine']]);
    await owner.rest(`POST /v1/spaces/${id}/content`, {
      changes: [{ operation: 'update_page', page, title: 'Renamed' }],
    });
    expect(await found(id, 'feathered')).toEqual(['Renamed']);
    await owner.rest(`DELETE /v1/orgs/${org}/openapi/farm`);
    await expect.poll(() => found(id, 'feathered')).toEqual([]);
  });

  test('the last of more than 500 blocks is found and printed, and what there is no room for in print is named', async () => {
    const { id } = await aSpace(server, org);
    const last = '{% openapi-webhook spec="many" name="purred" method="post" %}\n{% endopenapi-webhook %}';
    const markdown = [...Array.from({ length: 501 }, () => operation('many')), last].join('\n\n');
    const print = () =>
      printSpecBlocks(owner.context(), { spaceId: id, markdown, specs: new Set(['many']), isGenerated: false });
    await publish('many', specification('Short'));
    await write(id, markdown);
    expect(await found(id, 'purrs')).toEqual(['Mine']);
    const printed = await print();
    expect(printed).toContain('A cat purrs');
    expect(printed).not.toMatch(/\{%|The rest is/);
    await publish('many', specification('word '.repeat(400)));
    const cut = await print();
    expect([cut.includes('A cat purrs'), cut.match(/The rest is/g)]).toEqual([false, ['The rest is']]);
  });

  test('the link of an OpenAPI block leads to the specification, and is broken only while there is none', async () => {
    const { id } = await aSpace(server, org);
    const page = await write(id, operation('late'));
    expect(await linksOf(id)).toContainEqual(['reference', 'broken', null]);
    await publish('late', specification('Comes later'));
    expect(await linksOf(id)).toContainEqual(['reference', 'ok', 'late']);
    expect(await found(id, 'later')).toEqual(['Mine']);
    const { body } = await owner.rest(`GET /v1/orgs/${org}/openapi/late/used-by`);
    expect(body.items.map((item: any) => [item.kind, item.space.id, item.page.id])).toEqual([['page', id, page]]);
    const { data } = (
      await owner.graphql(
        `query ($id: ID!, $page: ID!) { space(id: $id) { content { page(id: $page) { links { edges { node { kind status href } } } } } } }`,
        { id, page },
      )
    ).body;
    expect(data.space.content.page.links.edges).toContainEqual({
      node: { kind: 'OPENAPI', status: 'OK', href: 'late' },
    });
  });

  test('a block that names the source URL of a specification shows it, whenever the specification comes or goes', async () => {
    const source = await sourceServer();
    onTestFinished(() => source[Symbol.asyncDispose]());
    const type = 'application/json';
    const url = source.serve('/a.json', { body: specification('Finds an aquatic animal'), type });
    const other = source.serve('/other.json', { body: specification('Finds another animal'), type });
    const { id } = await aSpace(server, org);
    const page = await write(id, bySource(url));
    const block = async () => (await blocksOf(id, page))[0];
    const { type: kind, data } = await block();
    expect([kind, data]).toEqual(['swagger', expect.objectContaining({ ref: { kind: 'url', url }, resolved: null })]);
    expect(await linksOf(id)).toContainEqual(['reference', 'broken', null]);

    const spec = await publishUrl('aquatic', url);
    await publishUrl('copy', url);
    expect((await block()).data.resolved).toMatchObject({ id: spec.id, operation: { summary: 'Read a cat' } });
    expect(await linksOf(id)).toContainEqual(['reference', 'ok', 'aquatic']);
    expect([await usedBy('aquatic'), await usedBy('copy')]).toEqual([[page], []]);
    expect(await found(id, 'aquatic')).toEqual(['Mine']);
    const markdown = `${bySource(url)}\n`;
    expect((await owner.rest(`GET /v1/spaces/${id}/content/page/${page}`)).body.markdown.trim()).toBe(markdown.trim());

    await owner.rest(`DELETE /v1/orgs/${org}/openapi/copy`);
    await publishUrl('aquatic', other);
    expect((await block()).data.resolved).toBeNull();
    expect(await usedBy('aquatic')).toEqual([]);
    await expect.poll(() => found(id, 'aquatic')).toEqual([]);
  });

  test('an operation that the specification at a source URL does not have is null, and a relative source is no link', async () => {
    const source = await sourceServer();
    onTestFinished(() => source[Symbol.asyncDispose]());
    const url = source.serve('/fish.json', { body: specification('Finds a fish'), type: 'application/json' });
    await publishUrl('fish', url);
    const { id } = await aSpace(server, org);
    const tags = [
      `src="${url}" path="/dogs" method="get"`,
      `src="${url}"`,
      'src="./fish.json" path="/cats/{id}" method="get"',
    ];
    const page = await write(id, tags.map((tag) => `{% openapi ${tag} %}\n{% endopenapi %}`).join('\n\n'));
    const resolved = (await blocksOf(id, page)).map(({ data }) => data.resolved);
    expect(resolved).toEqual([
      expect.objectContaining({ slug: 'fish', operation: null }),
      expect.objectContaining({ slug: 'fish', operation: null }),
      null,
    ]);
    expect((await linksOf(id)).map(([, status]: any) => status)).toEqual(['ok', 'ok']);
  });

  test('a writer who may not read a private specification does not get it by its source URL either', async () => {
    const source = await sourceServer();
    onTestFinished(() => source[Symbol.asyncDispose]());
    const url = source.serve('/b.json', { body: specification('Finds a secret'), type: 'application/json' });
    await publishUrl('secret', url);
    const { id } = await aSpace(server, org);
    const guest = await aMember(server, org, null);
    await aGrant(server, org, { on: { spaceId: id }, to: { userId: guest.userId }, role: 'edit' });
    const page = await write(id, bySource(url), guest);
    expect((await blocksOf(id, page, guest))[0].data.resolved).toBeNull();
    expect([await found(id, 'secret'), await usedBy('secret')]).toEqual([[], []]);
  });

  test('the PDF prints the operation that a block shows', async () => {
    const { id } = await aSpace(server, org);
    await write(id, `Before\n\n${operation('zoo')}\n\nAfter`);
    const { all } = await printPdf(server, owner, `GET /v1/spaces/${id}/pdf`);
    for (const words of ['Before', 'Read a cat', 'GET /cats/{id}', 'whiskered', 'Number of the cat', 'After'])
      expect(all.replaceAll(/\s+/g, ' ')).toContain(words);
  });

  test('code that looks like a block is no link', async () => {
    const { id } = await aSpace(server, org);
    const page = await write(id, `\`\`\`\n${operation('zoo')}\n\`\`\``);
    expect(await linksOf(id)).toEqual([]);
    expect((await blocksOf(id, page))[0].type).toBe('code');
  });

  test('a writer who may not read a private specification gets nothing of it, and members do not get it from that page', async () => {
    const { id } = await aSpace(server, org);
    const guest = await aMember(server, org, null);
    await aGrant(server, org, { on: { spaceId: id }, to: { userId: guest.userId }, role: 'edit' });
    const page = await write(id, operation('zoo'), guest);
    expect((await blocksOf(id, page, guest))[0].data.resolved).toBeNull();
    expect((await blocksOf(id, page))[0].data.resolved).toBeNull();
    expect(await found(id, 'whiskered')).toEqual([]);
    expect(await linksOf(id)).toContainEqual(['reference', 'broken', null]);
    await owner.rest(`POST /v1/spaces/${id}/content`, {
      changes: [{ operation: 'update_page', page, document: { markdown: `Now:\n\n${operation('zoo')}` } }],
    });
    expect((await blocksOf(id, page, guest))[1].data.resolved.operation.summary).toBe('Read a cat');
  });
});

test('a computed page has the present specification as the value of its dependency', async () => {
  const { id } = await aSpace(server, org);
  const computed = {
    type: 'builtin:openapi',
    dependencies: { spec: { ref: { kind: 'openapi', spec: 'shop' } } },
    props: { models: false },
  };
  await owner.rest(`POST /v1/spaces/${id}/content`, {
    changes: [{ operation: 'insert_page', type: 'computed', title: 'API', computed }],
  });
  const dependency = async () =>
    (await owner.rest(`GET /v1/spaces/${id}/content/pages`)).body.pages[0].computed.dependencies.spec;
  const { ref } = computed.dependencies.spec;
  expect(await dependency()).toEqual({ ref, value: null });
  const spec = await publish('shop', specification('Sells'));
  const value = { object: 'openapi-spec', id: spec.id, slug: 'shop', lastVersion: spec.lastVersion };
  expect(await dependency()).toEqual({ ref, value });
});

describe('a block of an OpenAPI specification in an imported text', () => {
  test('the list of what uses a specification names the imported page, also from an archive of another space', async () => {
    const { id } = await aSpace(server, org);
    const source = await sourceServer();
    onTestFinished(() => source[Symbol.asyncDispose]());
    const importFrom = async (spaceId: string, body: Buffer) => {
      const url = source.serve('/archive.zip', { body, type: 'application/zip' });
      const { status } = await owner.rest(`POST /v1/spaces/${spaceId}/content/import`, { url, source: 'zip' });
      expect(status).toBe(201);
    };
    await importFrom(id, makeZip([{ name: 'cats.md', body: `# Cats\n\n${operation('zoo')}\n` }]));
    expect(await linksOf(id)).toContainEqual(['reference', 'ok', 'zoo']);
    const { id: elsewhere } = await aSpace(server, org);
    await importFrom(elsewhere, await exported(server, owner, `POST /v1/spaces/${id}/export`));
    expect(await linksOf(elsewhere)).toEqual(await linksOf(id));
    const { items } = (await owner.rest(`GET /v1/orgs/${org}/openapi/zoo/used-by?limit=1000`)).body;
    expect(JSON.stringify(items)).toContain(id);
    expect(JSON.stringify(items)).toContain(elsewhere);
    expect(await found(elsewhere, 'whiskered')).toEqual(['Cats']);
  });
});
