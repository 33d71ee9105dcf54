import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FetchSettings, createGuardedFetch } from '../../src/infra/fetch/guarded-fetch.ts';
import { hostileServers } from './hostile-servers.ts';
import { hostileFormCount, hostileUrls } from './hostile-urls.ts';
import { type Listener, answering, httpResponse, listen } from './listeners.ts';
import { patienceMs } from '../setup/patience.ts';

/** Represents the public internet: the only address that the guard allows in most tests. */
const publicAddress = '127.0.0.2';
const deadlineMs = 600;

/** Lets everything go on that can. */
async function manyTurns<Value>(value: Value): Promise<Value> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return value;
}

/** Servers that must not receive any connection. */
const canaries: Listener[] = [];
const canaryHits = () => canaries.reduce((sum, canary) => sum + canary.hits(), 0);

const guarded = (settings: Partial<FetchSettings> = {}) =>
  createGuardedFetch({
    allowHosts: [`${publicAddress}/32`],
    connectTimeoutMs: patienceMs,
    totalTimeoutMs: patienceMs,
    maxRedirects: 5,
    maxBodyBytes: 1024 * 1024,
    maxHeaderBytes: 32 * 1024,
    userAgent: 'docs-test',
    resolve: async () => [publicAddress],
    ...settings,
  });

const opened: Listener[] = [];
async function serve(response: (requestHead: string) => string | Buffer): Promise<string> {
  const listener = await listen(publicAddress, answering(response));
  opened.push(listener);
  return `http://docs.test:${listener.port}`;
}

beforeAll(async () => {
  const ok = answering(() => httpResponse(200, {}, 'secret'));
  const first = await listen('127.0.0.1', ok);
  canaries.push(first, await listen('::1', ok, first.port));
});

afterAll(async () => {
  expect(canaryHits()).toBe(0);
  await Promise.all([...canaries, ...opened].map((listener) => listener.close()));
});

const refused = { name: 'DomainError', type: 'fetch_refused', status: 400 };

describe('hostile URLs', () => {
  it('every URL form of a private address is refused, at any port, without a connection', async () => {
    const port = canaries[0]?.port ?? 0;
    const fetch = guarded({ allowHosts: [], resolve: async () => ['127.0.0.1'] });
    const reached = await Promise.all(
      hostileUrls(port).map((url) =>
        fetch(url).then(
          () => url,
          ({ type }: { type?: string }) => (type === 'fetch_refused' ? null : `${url} ${type}`),
        ),
      ),
    );
    expect(reached.filter((url) => url !== null)).toEqual([]);
    expect(hostileFormCount).toBeGreaterThanOrEqual(95);
    expect(canaryHits()).toBe(0);
  });

  it('most URL forms of the loopback address connect when nothing is refused', async () => {
    const live = [
      await listen(
        '127.0.0.1',
        answering(() => httpResponse(200, {})),
      ),
      await listen(
        '::1',
        answering(() => httpResponse(200, {})),
      ),
    ];
    const fetch = guarded({
      allowHosts: ['127.0.0.0/8', '::1/128'],
      resolve: async () => ['127.0.0.1'],
    });
    const urls = live.flatMap(({ port }) => hostileUrls(port).filter((url) => url.includes(`:${port}`)));
    await Promise.allSettled(urls.map((url) => fetch(url)));
    const hits = live.reduce((sum, listener) => sum + listener.hits(), 0);
    await Promise.all(live.map((listener) => listener.close()));
    expect(hits).toBeGreaterThan(40);
  });
});

describe('name lookup', () => {
  it('a name that resolves to a private address later is refused: the connection uses the checked address', async () => {
    const origin = await serve(() => httpResponse(200, {}, 'ok'));
    let calls = 0;
    const fetch = guarded({ resolve: async () => [calls++ % 2 === 0 ? publicAddress : '127.0.0.1'] });
    const outcomes: string[] = [];
    for (let round = 0; round < 500; round++) {
      // One after the other, so that the answers alternate.
      outcomes.push(await fetch(origin).then(String, (error: { type: string }) => error.type));
    }
    expect(outcomes.filter((outcome) => outcome === 'fetch_refused')).toHaveLength(250);
    expect(calls).toBe(500);
    expect(canaryHits()).toBe(0);
  });

  it.each([
    ['a private answer among public ones', [publicAddress, '127.0.0.1']],
    ['a private answer after 511 public ones', [...Array<string>(511).fill(publicAddress), '::1']],
    ['a mapped private answer', [publicAddress, '::ffff:127.0.0.1']],
    ['a scoped link-local answer', ['fe80::1%lo']],
    ['an answer that is no address', [publicAddress, 'localhost']],
    ['an empty answer text', ['']],
  ])('a name that resolves to %s is refused', async (_name, answers) => {
    const fetch = guarded({ resolve: async () => answers });
    await expect(fetch(`http://docs.test:${canaries[0]?.port}/`)).rejects.toMatchObject(refused);
  });

  it.each([
    ['no answer', async () => []],
    ['an error', async () => Promise.reject(new Error('queryA SERVFAIL'))],
  ])('a fetch fails when the name lookup gives %s', async (_name, resolve) => {
    await expect(guarded({ resolve })('http://docs.test/')).rejects.toMatchObject({
      type: 'fetch_failed',
      message: expect.not.stringContaining('SERVFAIL'),
    });
  });

  it('the timeout of the settings holds for callers who allow more', async () => {
    const fetch = guarded({ resolve: () => new Promise(() => {}), connectTimeoutMs: 60_000, totalTimeoutMs: 50 });
    await expect(fetch('http://docs.test/', { timeoutMs: 60_000 })).rejects.toMatchObject({
      type: 'fetch_timeout',
      message: expect.stringContaining('50 ms'),
    });
  });

  it('a name lookup that never ends times out', async () => {
    const fetch = guarded({ resolve: () => new Promise(() => {}), connectTimeoutMs: 50 });
    await expect(fetch('http://docs.test/')).rejects.toMatchObject({ type: 'fetch_timeout' });
  });
});

describe('redirects', () => {
  it.each([
    'http://127.0.0.1:#/',
    '//127.0.0.1:#/',
    '\\\\127.0.0.1:#/',
    'http://2130706433:#/',
    'http://[::1]:#/',
    'http://[::ffff:7f00:1]:#/',
    'http://0.0.0.0:#/',
    'http://private.test:#/',
    'https://127.0.0.1:#/',
    'http://169.254.169.254/latest/meta-data/',
    'http://user:pw@docs.test/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:#/',
    'data:text/plain,x',
    'javascript:alert(1)',
    'http://[',
  ])('a redirect to %s is not followed', async (location) => {
    const target = location.replace('#', String(canaries[0]?.port));
    const origin = await serve(() => httpResponse(302, { location: target }));
    const fetch = guarded({
      resolve: async (hostname) => (hostname === 'docs.test' ? [publicAddress] : ['127.0.0.1']),
    });
    await expect(fetch(origin)).rejects.toMatchObject(refused);
    expect(canaryHits()).toBe(0);
  });

  it('five redirects are followed, and no more', async () => {
    const origin = await serve((head) => {
      const left = Number(/^GET \/(\d+)/.exec(head)?.[1]);
      return left === 0 ? httpResponse(200, {}, 'arrived') : httpResponse(307, { location: `/${left - 1}` });
    });
    const arrived = await guarded()(`${origin}/5`);
    expect([arrived.url, String(arrived.body)]).toEqual([`${origin}/0`, 'arrived']);
    await expect(guarded()(`${origin}/6`)).rejects.toMatchObject({ type: 'fetch_failed' });
  });

  it('a loop of redirects ends with an error', async () => {
    const origin = await serve(() => httpResponse(301, { location: '/' }));
    await expect(guarded()(origin)).rejects.toMatchObject({ type: 'fetch_failed' });
    expect(opened.at(-1)?.hits()).toBe(6);
  });

  it('a redirect without a target is returned as the answer', async () => {
    const origin = await serve(() => httpResponse(302, {}, 'nowhere'));
    expect((await guarded()(origin)).status).toBe(302);
  });
});

describe('hostile servers', () => {
  it.each(hostileServers)(
    'a fetch from a hostile server ends in time and leaves no socket: $name',
    async ({ type, serve: run, scheme }) => {
      const listener = await listen(publicAddress, (socket) => socket.once('data', () => run(socket)));
      opened.push(listener);
      // The others end before any deadline, but a busy machine may take long to read a body byte by byte.
      const isLate = type === 'fetch_timeout';
      const visit = guarded({ maxBodyBytes: 131_072 })(`${scheme ?? 'http'}://docs.test:${listener.port}/`, {
        timeoutMs: isLate ? deadlineMs : patienceMs,
      });
      const ended = visit.catch((error: unknown) => error);
      // Both timers are those of this process, so that a busy machine delays the deadline and this one alike.
      const late = isLate ? sleep(deadlineMs + 500, 'late').then(manyTurns) : ended;
      expect(await Promise.race([ended, late])).toMatchObject({ name: 'DomainError', type });
      await expect.poll(() => listener.openSockets()).toBe(0);
    },
  );

  it('a fetch reads no further than the announced length', async () => {
    const origin = await serve(() => httpResponse(200, { 'content-length': '4' }, 'four and more'));
    expect(String((await guarded()(origin)).body)).toBe('four');
  });

  it('a TLS handshake without an answer ends at the connect timeout', async () => {
    const listener = await listen(publicAddress, (socket) => socket.resume());
    opened.push(listener);
    const visit = guarded({ connectTimeoutMs: 100 })(`https://docs.test:${listener.port}/`);
    await expect(visit).rejects.toMatchObject({ type: 'fetch_timeout' });
    await expect.poll(() => listener.openSockets()).toBe(0);
  });
});

describe('an honest server', () => {
  it('a server gets a plain request with its own name and no cookies', async () => {
    const heads: string[] = [];
    const origin = await serve((head) => {
      heads.push(head);
      return httpResponse(200, { 'content-type': 'text/html', 'set-cookie': 'a=b' }, 'hi');
    });
    const response = await guarded()(`${origin}/page?q=1#part`, { accept: 'text/html' });
    expect(response).toEqual({
      url: `${origin}/page?q=1#part`,
      status: 200,
      contentType: 'text/html',
      headers: { 'content-length': '2', 'content-type': 'text/html' },
      body: Buffer.from('hi'),
    });
    expect(heads).toEqual([
      [
        'GET /page?q=1 HTTP/1.1',
        `host: ${new URL(origin).host}`,
        'connection: close',
        'user-agent: docs-test',
        'accept: text/html',
        'accept-encoding: gzip, deflate, br',
        '\r\n',
      ].join('\r\n'),
    ]);
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
    ['identity', (text: string) => Buffer.from(text)],
  ])('a server may encode its body as %s', async (coding, encode) => {
    const text = 'documentation '.repeat(5000);
    const origin = await serve(() =>
      Buffer.concat([
        Buffer.from(`HTTP/1.1 200 OK\r\ncontent-encoding: ${coding}\r\nconnection: close\r\n\r\n`),
        encode(text),
      ]),
    );
    expect(String((await guarded()(origin)).body)).toBe(text);
  });

  it('an answer to HEAD has no body, whatever length it announces', async () => {
    const origin = await serve(() => 'HTTP/1.1 200 OK\r\ncontent-length: 99999999\r\ncontent-encoding: gzip\r\n\r\n');
    const { status, body } = await guarded()(origin, { method: 'HEAD' });
    expect([status, body.length]).toEqual([200, 0]);
  });

  it('an error status of a server is returned as its answer', async () => {
    const origin = await serve(() => httpResponse(404, {}, 'gone'));
    expect((await guarded()(origin)).status).toBe(404);
  });

  it('a body may be as long as the limit, and not one byte longer', async () => {
    const origin = await serve(() => httpResponse(200, {}, 'a'.repeat(1000)));
    expect((await guarded()(origin, { maxBodyBytes: 1000 })).body.length).toBe(1000);
    await expect(guarded()(origin, { maxBodyBytes: 999 })).rejects.toMatchObject({
      type: 'fetch_too_large',
    });
  });

  it('a TLS handshake names the host of the URL', async () => {
    const greetings: Buffer[] = [];
    const listener = await listen(publicAddress, (socket) =>
      socket.once('data', (data) => {
        greetings.push(data);
        socket.destroy();
      }),
    );
    opened.push(listener);
    const visit = guarded()(`https://handbook.docs.test:${listener.port}/`);
    await expect(visit).rejects.toMatchObject({ type: 'fetch_failed' });
    expect(String(greetings[0])).toContain('handbook.docs.test');
  });

  it('a fetch ignores the proxies of the environment', async () => {
    vi.stubEnv('http_proxy', `http://127.0.0.1:${canaries[0]?.port}`);
    vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${canaries[0]?.port}`);
    const origin = await serve(() => httpResponse(200, {}, 'direct'));
    const { body } = await guarded()(origin).finally(() => vi.unstubAllEnvs());
    expect(String(body)).toBe('direct');
  });
});
