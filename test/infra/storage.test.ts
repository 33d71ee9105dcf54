import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentKey } from '../../src/infra/storage/content-key.ts';
import { StorageMissing } from '../../src/infra/storage/storage-errors.ts';
import { createStorage } from '../../src/infra/storage/create-storage.ts';
import { type Storage } from '../../src/infra/storage/storage.ts';
import { startS3Server } from '../s3-server.ts';

const meta = { contentType: 'text/plain' };
const bucketName = 'documents';

let directory: string;
let s3: Awaited<ReturnType<typeof startS3Server>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'storage-'));
  s3 = await startS3Server([bucketName]);
});

afterAll(async () => {
  s3.close();
  await rm(directory, { recursive: true });
});

const openStorage = {
  local: () => createStorage({ kind: 'local', directory: join(directory, 'local') }),
  s3: (bucket = bucketName) =>
    createStorage({
      kind: 's3',
      endpoint: s3.endpoint,
      bucket,
      region: 'us-east-1',
      accessKeyId: 'someone',
      secretAccessKey: 'someone',
    }),
};

/** A file no other test has. */
let files = 0;
function file(sizeBytes = 100): { key: string; body: Buffer } {
  const body = Buffer.alloc(sizeBytes, `file ${files++} `);
  return { key: contentKey(body), body };
}

const listFiles = async (path: string): Promise<string[]> => {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
};

describe.each(['local', 's3'] as const)('%s storage', (kind) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openStorage[kind]();
  });

  it(`${kind} storage returns what was stored, whole and as a stream`, async () => {
    const { key, body } = file();
    await storage.put(key, body, meta);
    expect(await storage.get(key)).toEqual(body);
    expect(await buffer(await storage.stream(key))).toEqual(body);
    expect(await storage.exists(key)).toBe(true);
  });

  it(`${kind} storage streams parts of a file`, async () => {
    const { key, body } = file();
    await storage.put(key, body, meta);
    for (const [start, end] of [
      [0, 1],
      [3, 40],
      [99, 99],
      [0, 99],
    ] as const)
      expect(await buffer(await storage.stream(key, { start, end }))).toEqual(body.subarray(start, end + 1));
    await expect(storage.stream(file().key, { start: 0, end: 1 })).rejects.toBeInstanceOf(StorageMissing);
  });

  it(`${kind} storage keeps an empty file`, async () => {
    const body = Buffer.alloc(0);
    await storage.put(contentKey(body), body, meta);
    expect(await storage.get(contentKey(body))).toEqual(body);
  });

  it(`${kind} storage keeps a file of 5 MB`, async () => {
    const { key, body } = file(5 * 1024 * 1024);
    await storage.put(key, body, meta);
    expect((await storage.get(key)).equals(body)).toBe(true);
    expect((await buffer(await storage.stream(key))).equals(body)).toBe(true);
  });

  it(`${kind} storage accepts the same file twice`, async () => {
    const { key, body } = file();
    await storage.put(key, body, meta);
    await storage.put(key, body, meta);
    expect(await storage.get(key)).toEqual(body);
  });

  it(`${kind} storage accepts one file from twenty concurrent writers`, async () => {
    const { key, body } = file(300_000);
    const writers = Array.from({ length: 20 }, () => storage.put(key, body, meta));
    await Promise.all(writers);
    expect((await storage.get(key)).equals(body)).toBe(true);
  });

  it(`${kind} storage names the key of a missing file`, async () => {
    const { key } = file();
    await expect(storage.get(key)).rejects.toEqual(new StorageMissing(key));
    await expect(storage.stream(key)).rejects.toEqual(new StorageMissing(key));
    expect(await storage.exists(key)).toBe(false);
  });

  it(`${kind} storage deletes files, and deleting an absent one succeeds`, async () => {
    const { key, body } = file();
    await storage.put(key, body, meta);
    await storage.delete(key);
    await storage.delete(key);
    expect(await storage.exists(key)).toBe(false);
    await expect(storage.get(key)).rejects.toBeInstanceOf(StorageMissing);
  });

  it(`${kind} storage refuses content that does not match its key, and returns none of it`, async () => {
    const { key } = file();
    await expect(storage.put(key, Buffer.from('other'), meta)).rejects.toThrow('belongs under');
    expect(await storage.exists(key)).toBe(false);
  });

  const digest = contentKey(Buffer.from('x')).slice(6);
  it.each([
    '',
    '/',
    '..',
    '../../etc/passwd',
    '/etc/passwd',
    digest,
    `../${digest}`,
    `ab/cd/../${digest}`,
    `ab/cd/${digest}`,
    `AB/CD/${'ABCD'.repeat(16)}`,
    `ab/cd/${'abcd'.repeat(16)}/`,
    `ab/cd/${'abcd'.repeat(16)}\n`,
    `ab/cd/${'abcd'.repeat(16)}\0.txt`,
    `/ab/cd/${'abcd'.repeat(16)}`,
    `ab//cd/${'abcd'.repeat(16)}`,
    `ab\\cd\\${'abcd'.repeat(16)}`,
    `ab%2fcd%2f${'abcd'.repeat(16)}`,
    `ab/cd/${'abcd'.repeat(16)}?acl`,
    '.unfinished/x',
    '__proto__',
  ])('the storage refuses the key %j in every call', async (key) => {
    const calls = [
      storage.put(key, Buffer.from('x'), meta),
      storage.get(key),
      storage.stream(key),
      storage.exists(key),
      storage.delete(key),
    ];
    const outcomes = await Promise.allSettled(calls);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { name: 'Error', message: expect.stringContaining('is not a content key') },
      });
    }
  });

  it(`${kind} storage reports that it is healthy`, async () => {
    await expect(storage.healthy()).resolves.toBeUndefined();
  });
});

const unavailable = { name: 'DomainError', type: 'storage_unavailable', status: 503 };

describe('local storage on disk', () => {
  it('local storage is closed to other users of the machine and leaves no temporary files', async () => {
    const path = join(directory, 'closed');
    const storage = await createStorage({ kind: 'local', directory: path });
    const { key, body } = file();
    await storage.put(key, body, meta);
    await storage.healthy();
    const modes = [path, join(path, '.unfinished'), join(path, key, '..'), join(path, key)];
    const stats = await Promise.all(modes.map((name) => stat(name)));
    expect(stats.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '700', '700', '600']);
    expect(await listFiles(path)).toEqual([key.slice(6)]);
  });

  it('local storage shows no partial file after a failed write', async () => {
    const path = join(directory, 'small');
    const script = `
      import { contentKey } from './src/infra/storage/content-key.ts';
      import { createLocalStorage } from './src/infra/storage/local.ts';
      const body = Buffer.alloc(5_000_000, 'some text');
      await createLocalStorage(${JSON.stringify(path)}).put(contentKey(body), body, {}).catch((error) =>
        process.stdout.write(error.type + ' ' + error.cause.code));`;
    // No file of this process may grow beyond 1 MiB.
    const node = `ulimit -f 1024; exec "$0" --import tsx --input-type=module -e "$1"`;
    const child = spawn('bash', ['-c', node, process.execPath, script]);
    const [output] = await Promise.all([buffer(child.stdout), once(child, 'exit')]);
    expect(String(output)).toBe('storage_unavailable EFBIG');
    expect(await listFiles(path)).toEqual([]);
  });

  it('local storage removes temporary files of an hour ago, and none that are being written', async () => {
    const path = join(directory, 'crashed');
    const [old, fresh] = [join(path, '.unfinished', 'old'), join(path, '.unfinished', 'fresh')];
    await mkdir(join(path, '.unfinished'), { recursive: true });
    await Promise.all([old, fresh].map((name) => writeFile(name, 'part')));
    // oxlint-disable-next-line octavo/chance -- the clock of the storage, which is not that of new files in `test:chance`
    const now = Date.now() / 1000;
    await utimes(fresh, now, now);
    await utimes(old, now - 7200, now - 7200);
    await (await createStorage({ kind: 'local', directory: path })).healthy();
    expect(await listFiles(path)).toEqual(['fresh']);
  });

  it('local storage is unavailable, not empty, when its directory cannot be created', async () => {
    const path = join(directory, 'a-file');
    await writeFile(path, '');
    const storage = await createStorage({ kind: 'local', directory: path });
    const { key, body } = file();
    await expect(storage.healthy()).rejects.toMatchObject(unavailable);
    await expect(storage.put(key, body, meta)).rejects.toMatchObject(unavailable);
    await expect(storage.get(key)).rejects.toMatchObject(unavailable);
  });
});

describe('S3 storage', () => {
  it('reports that it is unhealthy without its bucket', async () => {
    await expect((await openStorage.s3('absent')).healthy()).rejects.toMatchObject(unavailable);
  });
});
