import { beforeAll, describe, expect, test } from 'vitest';
import { anOrganization, aSpace } from '../../factories.ts';
import { baseUrl, startServer, type Harness } from '../../harness.ts';

let server: Harness;
/** The download URL of a file of ten bytes. */
let url: string;
beforeAll(async () => {
  server = await startServer();
  const { id: organizationId, owner } = await anOrganization(server);
  const { id } = await aSpace(server, organizationId);
  const base64 = Buffer.from('The file a').toString('base64');
  const changes = [{ operation: 'insert_files', files: [{ name: 'a.txt', base64 }] }];
  await owner.rest(`POST /v1/spaces/${id}/content`, { changes });
  const { body } = await owner.rest(`GET /v1/spaces/${id}/content/files`);
  url = body.items[0].downloadURL.slice(baseUrl.length);
});

describe('GET /files/{spaceId}/{fileId}/{name}', () => {
  test.each([
    ['bytes=0-2', 206, 'The', 'bytes 0-2/10'],
    ['bytes=-1', 206, 'a', 'bytes 9-9/10'],
    ['bytes=4-99', 206, 'file a', 'bytes 4-9/10'],
    ['bytes=0-1,3-4', 200, 'The file a', undefined],
  ])('answers the range %s with %i', async (range, status, text, contentRange) => {
    const { statusCode, headers, body } = await server.app.inject({ url, headers: { range } });
    expect([statusCode, body, headers['content-range']]).toEqual([status, text, contentRange]);
    expect(headers).toMatchObject({ 'content-length': String(text.length), 'accept-ranges': 'bytes' });
  });

  test('answers 416 to a range after the end, and names the size', async () => {
    const request = { url, headers: { range: 'bytes=10-' } };
    const { statusCode, headers, body } = await server.app.inject(request);
    expect([statusCode, JSON.parse(body).error.type]).toEqual([416, 'range_not_satisfiable']);
    expect(headers).toMatchObject({ 'content-range': 'bytes */10', 'content-type': expect.stringContaining('json') });
  });

  test('sends the whole file when If-Range names another version, and 304 before a part', async () => {
    const { etag = '' } = (await server.app.inject({ url })).headers;
    const status = async (more: Readonly<Record<string, string>>) =>
      (await server.app.inject({ url, headers: { range: 'bytes=0-2', ...more } })).statusCode;
    expect(await status({ 'if-range': etag })).toBe(206);
    expect(await status({ 'if-range': '"other"' })).toBe(200);
    expect(await status({ 'if-none-match': etag })).toBe(304);
  });

  test('HEAD /files/{spaceId}/{fileId}/{name} tells the size and that ranges are served, and ignores a range', async () => {
    const request = { url, method: 'HEAD' as const, headers: { range: 'bytes=0-2' } };
    const { statusCode, headers, body } = await server.app.inject(request);
    expect([statusCode, body]).toEqual([200, '']);
    expect(headers).toMatchObject({ 'content-length': '10', 'accept-ranges': 'bytes' });
    expect(headers['content-range']).toBeUndefined();
  });
});
