import { createHash, createHmac } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { contentKey } from '../../src/infra/storage/content-key.ts';
import { createS3Storage, objectUrl } from '../../src/infra/storage/s3.ts';
import type { S3Config } from '../../src/infra/storage/storage.ts';

const closers: (() => void)[] = [];
afterAll(() => closers.forEach((close) => close()));

interface Seen {
  readonly request: IncomingMessage;
  readonly body: Buffer;
}

/** A bucket with given answers that records its requests. */
async function bucket(answer: (response: ServerResponse, count: number) => void) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    buffer(request).then(
      (body) => {
        seen.push({ request, body });
        answer(response, seen.length);
      },
      () => undefined,
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const config = { ...account, endpoint: `http://127.0.0.1:${port}` };
  return { seen, storage: createS3Storage(config) };
}

const account: S3Config = {
  endpoint: 'http://127.0.0.1',
  bucket: 'documents',
  region: 'eu-north-1',
  accessKeyId: 'reader',
  secretAccessKey: 'open sesame',
};

const body = Buffer.from('some text');
const key = contentKey(body);
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text).digest();

/** Computes the Authorization header of a received request by the specification of "Signature Version 4". */
function expectedAuthorization({ request, body: received }: Seen): string {
  const date = String(request.headers['x-amz-date']);
  const day = date.slice(0, 8);
  const names = ['host', 'x-amz-content-sha256', 'x-amz-date'];
  const canonical = [
    request.method,
    request.url,
    '',
    ...names.map((name) => `${name}:${String(request.headers[name])}`),
    '',
    names.join(';'),
    sha256(received),
  ].join('\n');
  const scope = `${day}/eu-north-1/s3/aws4_request`;
  const signingKey = ['eu-north-1', 's3', 'aws4_request'].reduce(hmac, hmac('AWS4open sesame', day));
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const signature = hmac(signingKey, text).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=reader/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
}

describe('S3 requests', () => {
  it('are signed over host, path and content', async () => {
    const { seen, storage } = await bucket((response) => response.end());
    await storage.put(key, body, { contentType: 'text/plain' });
    await storage.get(key);
    await storage.healthy();
    expect(seen.map(({ request }) => `${request.method} ${request.url}`)).toEqual([
      `PUT /documents/${key}`,
      `GET /documents/${key}`,
      'HEAD /documents/',
    ]);
    expect(seen.map(({ request }) => request.headers.authorization)).toEqual(seen.map(expectedAuthorization));
    expect(seen[0]?.request.headers['content-type']).toBe('text/plain');
    expect(seen[0]?.body).toEqual(body);
  });

  it('are retried after a temporary failure', async () => {
    const { seen, storage } = await bucket((response, count) => {
      response.statusCode = [503, 429, 200][count - 1] ?? 500;
      response.end();
    });
    await storage.put(key, body, { contentType: 'text/plain' });
    expect(seen).toHaveLength(3);
  });

  const unavailable = { type: 'storage_unavailable', message: 'The file storage is not available' };

  it.each([
    ['three times at most', 3, (response: ServerResponse) => response.writeHead(500).end('secret')],
    ['not after a refusal', 1, (response: ServerResponse) => response.writeHead(403).end('secret')],
    ['when the connection breaks', 3, (response: ServerResponse) => response.destroy()],
    [
      'when the answer breaks off',
      3,
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('part', () => response.destroy());
      },
    ],
  ])('are retried %s', async (_name, times, answer) => {
    const { seen, storage } = await bucket(answer);
    await expect(storage.get(key)).rejects.toMatchObject(unavailable);
    expect(seen).toHaveLength(times);
  });

  it('writing to a missing S3 bucket is reported as storage_unavailable', async () => {
    const { storage } = await bucket((response) => response.writeHead(404).end());
    const put = storage.put(key, body, { contentType: 'text/plain' });
    await expect(put).rejects.toMatchObject(unavailable);
  });

  it.each([
    ['https://s3.test', 'https://s3.test/documents/k'],
    ['https://s3.test/', 'https://s3.test/documents/k'],
    ['https://s3.test:9000/base/', 'https://s3.test:9000/base/documents/k'],
    ['https://documents.s3.test', 'https://documents.s3.test/k'],
    ['https://documents.s3.test:9000/', 'https://documents.s3.test:9000/k'],
    ['https://documents2.s3.test', 'https://documents2.s3.test/documents/k'],
  ])('to the endpoint %s address %s', (endpoint, url) => {
    expect(objectUrl({ ...account, endpoint }, 'k')).toBe(url);
  });
});

describe('a bucket that ignores ranges', () => {
  it('still gives a part', async () => {
    const { storage, seen } = await bucket((response) => {
      response.write('some');
      response.end(' text');
    });
    expect(String(await buffer(await storage.stream(key, { start: 2, end: 5 })))).toBe('me t');
    expect(seen[0]?.request.headers.range).toBe('bytes=2-5');
  });
});
