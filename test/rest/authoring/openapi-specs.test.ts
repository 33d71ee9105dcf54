import { afterAll, describe, expect, test, vi } from 'vitest';
import { failure } from '../../../src/lib/errors.ts';
import { aMember, aSpace, aSpecification } from '../../factories.ts';
import { gate } from '../../jobs.ts';
import { minimalSpec, specificationsWorld } from '../../openapi-specs.ts';

const world = await specificationsWorld();
const { server, source, owner, org, newSlug, processed, read, errorsOf } = world;
afterAll(() => world[Symbol.asyncDispose]());

describe('the state of a specification', () => {
  test.each([
    ['a NUL character in its title', { info: { title: 'A\0PI', version: '1' } }, '/info/title'],
    ['a lone surrogate in a path', { paths: { '/\ud800': {} } }, '/paths/\uFFFD'.slice(0, -1)],
    ['a lone surrogate in a description', { info: { title: 'A', version: '1', description: 'x\udc00' } }, '/info/desc'],
  ])('a specification with %s is refused by name, and its state ends', async (_what, more, place) => {
    const slug = newSlug();
    const spec = await read({ text: JSON.stringify(minimalSpec(more)) }, slug);
    expect([spec.processingState, spec.lastProcessErrorCode]).toEqual(['complete', 'PARSE_ERROR']);
    const [error] = await errorsOf(slug);
    expect(error.message).toContain(`The document contains a NUL character or a lone surrogate at "${place}`);
  });

  test('a specification in YAML with a NUL character in an escape is refused by name', async () => {
    const slug = newSlug();
    await read({ text: 'openapi: 3.0.3\ninfo: { title: "a\\0b", version: "1" }\npaths: {}\n' }, slug);
    expect((await errorsOf(slug))[0].message).toContain('at "/info/title"');
  });

  test('a specification whose job fails for another reason is complete with the reason', async () => {
    const slug = newSlug();
    const get = vi
      .spyOn(server.platform.services.storage, 'get')
      .mockRejectedValueOnce(failure('import_refused', 'The disk is on fire'));
    try {
      const spec = await read({ text: aSpecification }, slug);
      expect([spec.processingState, spec.lastProcessErrorCode]).toEqual(['complete', 'PARSE_ERROR']);
      expect(await errorsOf(slug)).toEqual([
        { code: 'PARSE_ERROR', message: 'The specification was not processed: The disk is on fire' },
      ]);
    } finally {
      get.mockRestore();
    }
    expect((await read({ text: aSpecification }, slug)).lastProcessErrorCode).toBeUndefined();
  });

  test('a specification whose job is cancelled is complete', async () => {
    const slug = newSlug();
    const opened = gate();
    const get = vi.spyOn(server.platform.services.storage, 'get').mockImplementationOnce(async () => {
      await opened.opened;
      throw new Error('The reading went on');
    });
    try {
      await owner.rest(`PUT /v1/orgs/${org}/openapi/${slug}`, { source: { text: aSpecification } });
      await expect.poll(() => get.mock.calls.length).toBe(1);
      const job = await server.platform.db.prisma.job.findFirstOrThrow({
        where: { organizationId: org, kind: 'openapi-spec' },
        orderBy: { createdAt: 'desc' },
      });
      const { body } = await owner.graphql('mutation ($id: ID!) { cancelJob(jobId: $id) { job { state } } }', {
        id: job.id,
      });
      expect(body.data.cancelJob.job.state).toBe('CANCELLED');
      await processed(slug);
      expect((await errorsOf(slug))[0].message).toBe('The specification was not processed: The job was cancelled');
    } finally {
      opened.open();
      get.mockRestore();
    }
  });
});

describe('POST /v1/orgs/{organizationId}/openapi', () => {
  test('a new specification is pending, then complete with a version that holds its files', async () => {
    const { status, body, headers } = await owner.rest(`POST /v1/orgs/${org}/openapi`, {
      slug: 'created',
      source: { text: aSpecification },
    });
    expect([status, body.processingState, body.visibility]).toEqual([201, 'pending', 'private']);
    expect(headers['location']).toBe(body.urls.location);
    const spec = await processed('created');
    expect(spec.lastProcessErrorCode).toBeUndefined();
    const { body: version } = await owner.rest(`GET /v1/orgs/${org}/openapi/created/versions/latest`);
    expect(version.id).toBe(spec.lastVersion);
    const { body: content } = await owner.rest(`GET /v1/orgs/${org}/openapi/created/versions/latest/content`);
    const specification = JSON.parse(aSpecification);
    specification.paths['/pets'].get.responses[200]['x-gitbook-description-html'] = '<p>Pets</p>';
    expect(content).toEqual({
      url: version.url,
      filesystem: [
        {
          dir: './',
          isEntrypoint: true,
          references: [],
          filename: 'openapi.json',
          specification,
        },
      ],
    });
    const path = `GET /v1/orgs/${org}/openapi/created/versions/${version.id}/content`;
    const { headers: tagged, body: same } = await owner.rest(path);
    expect(same).toEqual(content);
    const again = await owner.rest(path, undefined, { headers: { 'if-none-match': String(tagged['etag']) } });
    expect(again.status).toBe(304);
  });

  test('a slug that is taken, and a source that is neither or both, are refused', async () => {
    const post = (body: object) => owner.rest(`POST /v1/orgs/${org}/openapi`, body);
    expect((await post({ slug: 'taken', source: { text: aSpecification } })).status).toBe(201);
    const taken = await post({ slug: 'taken', source: { text: aSpecification } });
    expect([taken.status, taken.body.error.details[0].path]).toEqual([409, 'body.slug']);
    for (const given of [{}, { url: 'https://example.org/a', text: 'a' }, { url: 'ftp://example.org' }, { text: '' }])
      expect((await post({ slug: 'neither', source: given })).status).toBe(400);
    for (const slug of ['Upper', 'a--b', '-a', 'a'.repeat(101), ''])
      expect((await post({ slug, source: { text: aSpecification } })).status).toBe(400);
  });
});

describe('the processing of a source', () => {
  test('a version is made only when the content has changed, and the newest is the latest', async () => {
    const slug = newSlug();
    const url = source.serve('/changing.json', { body: aSpecification, type: 'application/json' });
    const first = await read({ url }, slug);
    expect(first.sourceURL).toBe(url);
    const same = await read({ url }, slug);
    expect(same.lastVersion).toBe(first.lastVersion);
    source.serve('/changing.json', { body: aSpecification.replace('Pets', 'Animals') });
    const refreshed = await owner.rest(`POST /v1/orgs/${org}/openapi/${slug}/refresh`);
    expect(refreshed.body.processingState).toBe('pending');
    const next = await processed(slug);
    expect(next.lastVersion).not.toBe(first.lastVersion);
    const { body } = await owner.rest(`GET /v1/orgs/${org}/openapi/${slug}/versions`);
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([next.lastVersion, first.lastVersion]);
  });

  test('a failed reading leaves the last version in place, and a good one clears the error', async () => {
    const slug = newSlug();
    const { lastVersion } = await read({ text: aSpecification }, slug);
    const failed = await read({ text: 'title: not a specification' }, slug);
    expect([failed.lastProcessErrorCode, failed.lastVersion]).toEqual(['PARSE_ERROR', lastVersion]);
    expect((await errorsOf(slug))[0]).toEqual({
      code: 'PARSE_ERROR',
      message: 'The document has neither "openapi" nor "swagger", so it is not an OpenAPI document',
    });
    const good = await read({ text: aSpecification }, slug);
    expect([good.lastProcessErrorCode, good.lastVersion]).toEqual([undefined, lastVersion]);
    expect(await errorsOf(slug)).toEqual([]);
  });

  test('Swagger 2 in YAML becomes OpenAPI 3, and its text is kept as it was read', async () => {
    const text =
      'swagger: "2.0"\ninfo:\n  title: Old\n  version: "1"\nhost: example.org\npaths:\n  /a:\n    get:\n      responses:\n        "200": { description: Fine }\n';
    const slug = newSlug();
    await read({ text }, slug);
    const latest = `/v1/orgs/${org}/openapi/${slug}/versions/latest/content`;
    const [file] = (await owner.rest(`GET ${latest}`)).body.filesystem;
    expect(file.specification.openapi).toMatch(/^3\./);
    expect(file.specification.servers[0].url).toContain('example.org');
    const raw = await owner.rest(`GET ${latest}/raw`);
    expect([raw.headers['content-type'], raw.body]).toEqual(['application/yaml; charset=utf-8', text]);
  });

  test.each([
    ['with blanks', `${JSON.stringify(JSON.parse(aSpecification), null, 2)}\n`],
    ['without them', JSON.stringify(JSON.parse(aSpecification))],
  ])('a text of JSON %s is served as JSON, as it was read', async (_how, text) => {
    const slug = newSlug();
    await read({ text }, slug);
    const raw = await owner.rest(`GET /v1/orgs/${org}/openapi/${slug}/versions/latest/content/raw`);
    expect([raw.headers['content-type'], raw.body]).toEqual(['application/json; charset=utf-8', JSON.parse(text)]);
  });

  test('a text of JSON that was a file of text before is served as JSON', async () => {
    const text = JSON.stringify({ ...JSON.parse(aSpecification), tags: [{ name: 'once a file' }] });
    const { body: space } = await owner.rest(`POST /v1/orgs/${org}/spaces`, { title: 'Files' });
    const files = [{ name: 'api.txt', base64: Buffer.from(text).toString('base64') }];
    await owner.rest(`POST /v1/spaces/${space.id}/content`, { changes: [{ operation: 'insert_files', files }] });
    const slug = newSlug();
    await read({ text }, slug);
    const raw = await owner.rest(`GET /v1/orgs/${org}/openapi/${slug}/versions/latest/content/raw`);
    expect([raw.headers['content-type'], raw.body]).toEqual(['application/json; charset=utf-8', JSON.parse(text)]);
  });

  test('a source at a URL is served as what it is', async () => {
    const yaml = 'openapi: 3.1.0\ninfo: { title: At a URL, version: "1" }\npaths:\n';
    const files = { 'of.yaml': yaml, 'of.json': JSON.stringify({ ...JSON.parse(aSpecification), servers: [] }) };
    const types: unknown[] = [];
    for (const [name, body] of Object.entries(files)) {
      const slug = newSlug();
      await read({ url: source.serve(`/types/${name}`, { body }) }, slug);
      const raw = await owner.rest(`GET /v1/orgs/${org}/openapi/${slug}/versions/latest/content/raw`);
      types.push(raw.headers['content-type']);
    }
    expect(types).toEqual(['application/yaml; charset=utf-8', 'application/json; charset=utf-8']);
  });

  test('the files that references name are fetched, and named in the content', async () => {
    const url = source.serve('/multi/openapi.yaml', {
      body: 'openapi: 3.1.0\ninfo: { title: Multi, version: "1" }\npaths:\n  /pets:\n    $ref: paths/pets.yaml\n',
    });
    source.serve('/multi/paths/pets.yaml', {
      body: 'get:\n  tags: [Pets]\n  responses:\n    "200":\n      description: Pets\n      content: { application/json: { schema: { $ref: "../schemas.yaml#/Pet" } } }\n',
    });
    source.serve('/multi/schemas.yaml', { body: 'Pet: { type: object }\n' });
    const slug = newSlug();
    const spec = await read({ url }, slug);
    expect(await errorsOf(slug)).toEqual([]);
    expect(spec.lastVersion).toBeDefined();
    const { filesystem } = (await owner.rest(`GET /v1/orgs/${org}/openapi/${slug}/versions/latest/content`)).body;
    expect(filesystem.map(({ filename, references }: any) => [filename, references])).toEqual([
      ['openapi.json', ['./paths/pets.yaml']],
      ['./paths/pets.yaml', ['./schemas.yaml']],
      ['./schemas.yaml', []],
    ]);
    const response = filesystem[1].specification.get.responses[200];
    expect(response.content['application/json'].schema.$ref).toBe('./schemas.yaml#/Pet');
  });
});

describe('a source behind a redirect', () => {
  const to = (location: string) => ({ body: '', status: 302, location });

  test('has references relative to where it was found, and descriptions as HTML', async () => {
    const url = source.serve('/latest', to('/v7/api/openapi.yaml'));
    source.serve('/v7/api/openapi.yaml', {
      body: 'openapi: 3.1\ninfo: { title: 1.0, version: 2024-01-15 }\npaths:\n  /pets: { $ref: paths/pets.yaml }\n  /toys: { $ref: paths/toys.yaml }\n',
    });
    source.serve('/v7/api/paths/pets.yaml', to('../../moved/pets.yaml'));
    source.serve('/v7/moved/pets.yaml', {
      body: 'get: { description: "A *List<Pet>*", responses: { default: { $ref: "./answers.yaml#/All" } } }\n',
    });
    source.serve('/v7/moved/answers.yaml', { body: 'All: { description: All pets }\n' });
    source.serve('/v7/api/paths/toys.yaml', { body: 'get: { summary: Toys }\n' });
    const slug = newSlug();
    const spec = await read({ url }, slug);
    expect([await errorsOf(slug), spec.sourceURL]).toEqual([[], url]);
    const { filesystem } = (await owner.rest(`GET /v1/orgs/${org}/openapi/${slug}/versions/latest/content`)).body;
    const specifications = Object.fromEntries(filesystem.map((file: any) => [file.filename, file.specification]));
    expect(specifications['openapi.json'].info).toEqual({ title: '1.0', version: '2024-01-15' });
    expect(specifications['./paths/pets.yaml'].get).toEqual({
      description: 'A *List<Pet>*',
      'x-gitbook-description-html': '<p>A <em>List&#x3C;Pet></em></p>',
      responses: { default: { $ref: '../moved/answers.yaml#/All' } },
    });
    expect(specifications['../moved/answers.yaml']).toMatchObject({ All: { description: 'All pets' } });
  });

  test('is refused when a redirect, or a reference after one, leads to a private address', async () => {
    const slug = newSlug();
    await read({ url: source.serve('/inside', to('http://10.0.0.1/openapi.yaml')) }, slug);
    expect((await errorsOf(slug))[0].code).toBe('FETCH_ERROR');
    const reference = JSON.stringify(minimalSpec({ paths: { '/a': { $ref: '//10.0.0.1/a.json' } } }));
    await read({ url: source.serve('/outside', { body: reference }) }, slug);
    expect((await errorsOf(slug))[0].code).toBe('FETCH_ERROR');
  });
});

describe('who may read a specification', () => {
  test('a guest reads a public specification, and no private one', async () => {
    const guest = await aMember(server, org, null);
    const slug = newSlug();
    await read({ text: aSpecification }, slug);
    const path = `/v1/orgs/${org}/openapi/${slug}`;
    expect((await guest.rest(`GET ${path}`)).status).toBe(403);
    const { body } = await owner.rest(`PATCH ${path}`, { visibility: 'public' });
    expect(body.visibility).toBe('public');
    expect((await guest.rest(`GET ${path}/versions/latest/content`)).status).toBe(200);
    expect((await guest.rest(`GET ${path}`)).body.permissions).toEqual({ view: true, edit: false });
    expect((await guest.rest(`GET /v1/orgs/${org}/openapi`)).status).toBe(403);
  });

  test('a deleted specification is gone with its versions', async () => {
    const slug = newSlug();
    const { id } = await read({ text: aSpecification }, slug);
    expect((await owner.rest(`DELETE /v1/orgs/${org}/openapi/${slug}`)).status).toBe(205);
    expect((await owner.rest(`GET /v1/orgs/${org}/openapi/${slug}`)).status).toBe(404);
    expect(await server.platform.db.prisma.openApiVersion.count({ where: { specId: id } })).toBe(0);
  });

  test('a guest who edits a space cannot show a private specification in it', async () => {
    const guest = await aMember(server, org, null);
    const { id: spaceId } = await aSpace(server, org);
    await owner.rest(`POST /v1/spaces/${spaceId}/permissions`, { role: 'edit', users: [guest.userId] });
    const slug = newSlug();
    await read({ text: aSpecification }, slug);
    const insert = () =>
      guest.rest(`POST /v1/spaces/${spaceId}/content`, {
        changes: [
          {
            operation: 'insert_page',
            type: 'computed',
            title: 'API',
            computed: { type: 'builtin:openapi', dependencies: { spec: { ref: { kind: 'openapi', spec: slug } } } },
          },
        ],
      });
    expect((await insert()).status).toBe(403);
    await owner.rest(`PATCH /v1/orgs/${org}/openapi/${slug}`, { visibility: 'public' });
    expect((await insert()).status).toBe(200);
  });
});
