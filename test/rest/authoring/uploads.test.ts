import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeZip } from '../../text/imports-archive.ts';
import { aMember, anOrganization, aSpace } from '../../factories.ts';
import { formLimits } from '../../../src/rest/forms.ts';
import { pixel } from '../../visitors-world.ts';
import { baseUrl, startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

const archive = makeZip([
  { name: 'one.md', body: '# One\n\nTo [two](two.md).' },
  { name: 'two.md', body: '# Two' },
]);

interface Sent {
  readonly url: string;
  readonly type: string;
  readonly body: Buffer;
}

async function post(caller: Caller, { url, type, body }: Sent) {
  const headers = { authorization: `Bearer ${caller.secret}`, 'content-type': type };
  const answer = await server.app.inject({ method: 'POST', url, headers, payload: body });
  return { status: answer.statusCode, body: answer.json() };
}

async function postForm(caller: Caller, url: string, parts: Readonly<Record<string, string | Buffer>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts))
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)]), 'docs.zip');
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  return post(caller, { url, type, body: Buffer.from(await encoded.arrayBuffer()) });
}

const upload = (caller: Caller, body: Buffer, name = 'docs.zip') =>
  post(caller, { url: `/uploads?name=${name}`, type: 'application/zip', body });

describe('POST …/content/import as multipart/form-data', () => {
  test('the file of a form is imported', async () => {
    const { id } = await aSpace(server, organizationId);
    const { status, body } = await postForm(owner, `/v1/spaces/${id}/content/import`, {
      source: 'zip',
      file: archive,
    });
    expect([status, body]).toMatchObject([201, { importedResources: 2 }]);
  });

  test('the file of a form is named by filename*, and by UTF-8 in filename, composed', async () => {
    const { id } = await aSpace(server, organizationId);
    const preview = async (name: string) => {
      const head = `--x\r\nContent-Disposition: form-data; name="source"\r\n\r\nmarkdown\r\n--x\r\n`;
      const file = `Content-Disposition: form-data; name="file"; ${name}\r\n\r\nText\r\n--x--\r\n`;
      const sent = { type: 'multipart/form-data; boundary=x', body: Buffer.from(`${head}${file}`) };
      return (await post(owner, { url: `/v1/spaces/${id}/content/import/preview`, ...sent })).body.pages[0].title;
    };
    const named = [`filename="x.md"; filename*=UTF-8''r%C3%A9sum%C3%A9.md`, 'filename="re\u0301sume\u0301.md"'];
    expect(await Promise.all(named.map(preview))).toEqual(['R\u00e9sum\u00e9', 'R\u00e9sum\u00e9']);
  });

  test.each([
    ['markdown', 'x.md', '[x](no-such.md) ![y](no/such.png) [z](https://example.org)', ' (line 1)'],
    ['html', 'x.html', '<p><a href="no-such.md">x</a> <img src="no/such.png"></p>', ''],
  ])('a relative link in a page of a form has no target: %s', async (source, name, text, line) => {
    const { id } = await aSpace(server, organizationId);
    const form = new FormData();
    form.append('source', source);
    form.append('file', new Blob([text]), name);
    const encoded = new Response(form);
    const sent = {
      type: encoded.headers.get('content-type') ?? '',
      body: Buffer.from(await encoded.arrayBuffer()),
    };
    const { body } = await post(owner, { url: `/v1/spaces/${id}/content/import`, ...sent });
    expect(body.skipped).toEqual([]);
    expect(body.warnings).toEqual([
      { key: name, reason: `2 links have no target: no-such.md${line}, no/such.png${line}` },
    ]);
  });

  test('a form without a file, one with a url beside it, and one that is cut off are refused', async () => {
    const { id } = await aSpace(server, organizationId);
    const url = `/v1/spaces/${id}/content/import`;
    const refusals = await Promise.all([
      postForm(owner, url, { source: 'zip' }),
      postForm(owner, url, { source: 'zip', url: 'https://example.org/x', file: Buffer.from('x') }),
      post(owner, { url, type: 'multipart/form-data; boundary=x', body: Buffer.from('--x\r\ncontent-disp') }),
      post(owner, { url, type: 'multipart/form-data', body: Buffer.from('x') }),
    ]);
    expect(refusals.map(({ status, body }) => [status, body.error.type])).toEqual(
      refusals.map(() => [400, 'malformed_request']),
    );
  });

  test('a form with two files, and one with more fields than it may have, are refused', async () => {
    const { id } = await aSpace(server, organizationId);
    const url = `/v1/spaces/${id}/content/import`;
    const { fields } = formLimits;
    const many = Object.fromEntries(Array.from({ length: fields + 1 }, (_, index) => [`field${index}`, 'x']));
    const refusals = await Promise.all([
      postForm(owner, url, { source: 'zip', file: archive, other: archive }),
      postForm(owner, url, { ...many, file: archive }),
    ]);
    expect(refusals.map(({ status, body }) => [status, body.error.type, body.error.message])).toEqual([
      [400, 'malformed_request', 'The form has more than 1 file'],
      [400, 'malformed_request', `The form has more than ${fields} fields beside its file`],
    ]);
  });

  test('a missing source is refused as it is in JSON, as is a file that is no archive', async () => {
    const { id } = await aSpace(server, organizationId);
    const url = `/v1/spaces/${id}/content/import`;
    expect(await postForm(owner, url, { file: Buffer.from('x') })).toMatchObject({
      status: 400,
      body: { error: { type: 'validation_failed' } },
    });
    expect(await postForm(owner, url, { source: 'zip', file: Buffer.from('# One') })).toMatchObject({
      status: 400,
      body: { error: { type: 'import_refused' } },
    });
  });

  test('a form is refused before its file is stored for whoever may not edit the space, and on other paths', async () => {
    const { id } = await aSpace(server, organizationId);
    const parts = { source: 'zip', file: Buffer.from('x') };
    const { owner: stranger } = await anOrganization(server);
    const reader = await aMember(server, organizationId, 'read');
    expect((await postForm(stranger, `/v1/spaces/${id}/content/import`, parts)).status).toBe(404);
    expect((await postForm(reader, `/v1/spaces/${id}/content/import`, parts)).status).toBe(403);
    expect((await postForm(owner, `/v1/spaces/${id}/content`, parts)).status).toBe(415);
  });
});

describe('POST /uploads', () => {
  test('an upload has a URL that GraphQL imports from and that inserts a file', async () => {
    const { id } = await aSpace(server, organizationId);
    const { status, body } = await upload(owner, Buffer.from('# Hello'), 'hello.md');
    expect(status).toBe(201);
    const mutation = `mutation ($id: ID!, $url: URL!) {
      importContent(spaceId: $id, input: { url: $url, source: MARKDOWN }) { importedResources } }`;
    const imported = await owner.graphql(mutation, { id, url: body.url });
    expect(imported.body).toEqual({ data: { importContent: { importedResources: 1 } } });
    const inserted = await owner.rest(`POST /v1/spaces/${id}/content`, {
      changes: [{ operation: 'insert_files', files: [{ name: 'hello.md', url: body.url }] }],
    });
    expect(inserted.status).toBe(200);
    const content = await owner.rest(`GET /v1/spaces/${id}/content`);
    expect(content.body).toMatchObject({ pages: [{ title: 'Hello' }], files: [{ name: 'hello.md', size: 7 }] });
  });

  test('an image that was uploaded first has its size, and its type as image of an integration', async () => {
    const { id } = await aSpace(server, organizationId);
    const image = Buffer.concat([Buffer.from(pixel, 'base64'), Buffer.from(id)]);
    const { body } = await upload(owner, image, 'x.png');
    const inserted = await owner.rest(`POST /v1/spaces/${id}/content`, {
      changes: [{ operation: 'insert_files', files: [{ name: 'x.png', url: body.url }] }],
    });
    expect(inserted.status).toBe(200);
    const { body: answer } = await owner.graphql(
      'query ($id: ID!) { space(id: $id) { content { files { edges { node { contentType dimensions { width height } } } } } } }',
      { id },
    );
    expect(answer.data.space.content.files.edges).toEqual([
      { node: { contentType: 'image/png', dimensions: { width: 1, height: 1 } } },
    ]);
    const icon = Buffer.concat([Buffer.from(pixel, 'base64'), Buffer.from(`icon ${id}`)]);
    await upload(owner, icon);
    const { body: integration } = await owner.rest(`POST /v1/integrations/uploads${process.pid}`, {
      title: 'Example',
      description: 'What it does',
      script: 'void 0',
      organization: organizationId,
      icon: icon.toString('base64'),
    });
    const shown = await server.app.inject({ url: integration.urls.icon.slice(baseUrl.length) });
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png']);
  });

  test('the URL of an upload can be altered by nobody, and does not download', async () => {
    const { id } = await aSpace(server, organizationId);
    const { body } = await upload(owner, Buffer.from('# Hello'), 'hello.md');
    const altered = body.url.replace('hello.md', 'other.md');
    const refused = await owner.rest(`POST /v1/spaces/${id}/content/import`, { url: altered, source: 'markdown' });
    expect([refused.status, refused.body.error.type]).toEqual([403, 'forbidden']);
    expect((await server.app.inject({ url: new URL(body.url).pathname })).statusCode).toBe(404);
  });

  test('an upload above IMPORT_MAX_BYTES is refused, and so is a caller without a token', async () => {
    const { config } = server.platform.services;
    const { IMPORT_MAX_BYTES } = config;
    Object.assign(config, { IMPORT_MAX_BYTES: 1_000 });
    onTestFinished(() => void Object.assign(config, { IMPORT_MAX_BYTES }));
    const large = Buffer.alloc(1_001);
    expect(await upload(owner, large)).toMatchObject({ status: 413, body: { error: { type: 'payload_too_large' } } });
    expect((await server.app.inject({ method: 'POST', url: '/uploads', payload: 'x' })).statusCode).toBe(401);
  });
});
