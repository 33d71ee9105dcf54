import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { anOrganization, aSpace } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
  for (let count = 0; count < 5; count += 1) await aSpace(server, organizationId);
});

const get = (path: string, encoding: string | null, more: Readonly<Record<string, string>> = {}) =>
  server.app.inject({
    url: path,
    headers: {
      authorization: `Bearer ${owner.secret}`,
      ...(encoding !== null && { 'accept-encoding': encoding }),
      ...more,
    },
  });

describe('responses', () => {
  const decoders = { gzip: gunzipSync, br: brotliDecompressSync };

  it.each([
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
  ] as const)('are compressed for a client that accepts %s', async (accepted, encoding) => {
    const path = `/v1/orgs/${organizationId}/spaces`;
    const plain = await get(path, null);
    const small = await get(path, accepted);
    expect([small.headers['content-encoding'], String(small.headers['vary']).toLowerCase()]).toEqual([
      encoding,
      expect.stringContaining('accept-encoding'),
    ]);
    expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
    expect(decoders[encoding](small.rawPayload).toString()).toBe(plain.body);
    expect(plain.headers['content-encoding']).toBeUndefined();
  });

  it('of GraphQL are compressed too', async () => {
    const reply = await server.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: `Bearer ${owner.secret}`, 'accept-encoding': 'gzip' },
      payload: { query: '{ __schema { types { name description } } }' },
    });
    expect(reply.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(reply.rawPayload).toString()).data.__schema.types.length).toBeGreaterThan(10);
  });

  it.each(['/graphql/schema.graphql', '/v1/openapi.json', '/metrics', '/docs'])(
    'of %s are compressed, whatever their media type',
    async (path) => {
      const { statusCode, headers } = await get(path, 'gzip');
      expect([statusCode, headers['content-encoding']]).toEqual([200, 'gzip']);
    },
  );

  it('are not compressed when they are small, refused or streamed', async () => {
    for (const path of ['/v1/user', '/v1/spaces/none', '/healthz']) {
      expect((await get(path, 'gzip, br')).headers['content-encoding']).toBeUndefined();
    }
    const { id } = await aSpace(server, organizationId);
    const files = [{ name: 'long.txt', base64: Buffer.from('word '.repeat(2_000)).toString('base64') }];
    const made = await owner.rest(`POST /v1/spaces/${id}/content`, { changes: [{ operation: 'insert_files', files }] });
    const file = (await owner.rest(`GET /v1/spaces/${id}/content/files`)).body.items[0];
    expect([made.status, file.size]).toEqual([200, 10_000]);
    const { pathname, search } = new URL(file.downloadURL);
    const reply = await get(`${pathname}${search}`, 'gzip, br');
    expect([reply.statusCode, reply.headers['content-encoding'], reply.rawPayload.length]).toEqual([
      200,
      undefined,
      10_000,
    ]);
  });

  it('that have not changed are still 304', async () => {
    const path = `/v1/spaces/${(await aSpace(server, organizationId)).id}`;
    const first = await get(path, 'gzip');
    const again = await get(path, 'gzip', { 'if-none-match': String(first.headers['etag']) });
    expect(again.statusCode).toBe(304);
  });

  it('with the schema are 304 for a list of tags and for a weak one', async () => {
    const path = '/graphql/schema.graphql';
    const etag = String((await get(path, null)).headers['etag']);
    for (const tags of [etag, `"other", ${etag}`, `W/${etag}`])
      expect((await get(path, 'gzip', { 'if-none-match': tags })).statusCode).toBe(304);
  });
});
