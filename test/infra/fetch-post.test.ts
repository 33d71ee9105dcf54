import type { Socket } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { createGuardedFetch } from '../../src/infra/fetch/guarded-fetch.ts';
import { type Listener, answering, httpResponse, listen } from './listeners.ts';
import { patienceMs } from '../setup/patience.ts';

const publicAddress = '127.0.0.2';

const settings = (allowHosts: readonly string[]) => ({
  allowHosts,
  connectTimeoutMs: patienceMs,
  totalTimeoutMs: patienceMs,
  maxRedirects: 5,
  maxBodyBytes: 1024,
  maxHeaderBytes: 32 * 1024,
  userAgent: 'docs-test',
  resolve: async () => [publicAddress],
});

const guarded = (allowHosts: readonly string[]) => createGuardedFetch(settings(allowHosts));

const opened: Listener[] = [];
async function serve(response: (requestHead: string) => string): Promise<string> {
  const listener = await listen(publicAddress, answering(response));
  opened.push(listener);
  return `http://docs.test:${listener.port}`;
}

afterAll(() => Promise.all(opened.map((listener) => listener.close())));

describe('a body that is sent by POST', () => {
  const post = { body: '{"tags":["ä"]}', headers: { 'content-type': 'application/json', 'x-signature': 'abc' } };

  it('a body arrives as it was sent, with its headers, and the answer of the server is returned', async () => {
    const heads: string[] = [];
    const origin = await serve((head) => {
      heads.push(head);
      return httpResponse(202, {}, 'taken');
    });
    const { status, body } = await guarded([`${publicAddress}/32`])(`${origin}/hook`, { post });
    expect([status, String(body)]).toEqual([202, 'taken']);
    const head = heads[0] ?? '';
    expect(head.startsWith('POST /hook HTTP/1.1\r\n')).toBe(true);
    expect(head).toMatch(/content-type: application\/json\r\n/);
    expect(head).toMatch(/x-signature: abc\r\n/);
    expect(head).toMatch(/content-length: 15\r\n/);
  });

  it.each([301, 302, 303, 307, 308])('a body is not sent to where a redirect with status %i leads', async (code) => {
    const heads: string[] = [];
    const origin = await serve((head) => {
      heads.push(head);
      return httpResponse(code, { location: '/elsewhere' });
    });
    expect((await guarded([`${publicAddress}/32`])(origin, { post })).status).toBe(code);
    expect(heads).toHaveLength(1);
  });

  it('a body is not sent to a host that is not public', async () => {
    const heads: string[] = [];
    const origin = await serve((head) => {
      heads.push(head);
      return httpResponse(200, {});
    });
    const fetch = guarded([]);
    await expect(fetch(origin, { post })).rejects.toMatchObject({ type: 'fetch_refused', status: 400 });
    expect(heads).toEqual([]);
  });
});

describe('an answer of which the begin is read', () => {
  const begin = async (headers: Record<string, string>, text: string) => {
    const origin = await serve(() => httpResponse(201, headers, text));
    const { status, body } = await guarded([`${publicAddress}/32`])(origin, { beginBytes: 8 });
    return [status, String(body)];
  };

  it.each([
    ['short', {}, 'abc', 'abc'],
    ['longer than any answer may be', {}, 'abcd'.repeat(20_000), 'abcdabcd'],
    ['not what its coding says', { 'content-encoding': 'gzip' }, 'abc', ''],
    ['in an unknown coding', { 'content-encoding': 'other' }, 'abc', ''],
  ])('an answer that is %s has its status', async (_what, headers, text, read) => {
    expect(await begin(headers, text)).toEqual([201, read]);
  });
});

describe('connections that are kept', () => {
  const post = { body: '{}', headers: {}, isRepeatable: true };
  const ask = { post, beginBytes: 1024 };

  /** Answers each request of a connection, and notes its head. */
  const answeringAll = (heads: string[], response: () => string) => (socket: Socket) =>
    void socket.on('data', (data) => {
      heads.push(String(data));
      socket.write(response());
    });

  async function serveAll(response: () => string = () => httpResponse(200, {}, 'ok')) {
    const heads: string[] = [];
    const listener = await listen(publicAddress, answeringAll(heads, response));
    opened.push(listener);
    return { heads, listener, origin: `http://docs.test:${listener.port}` };
  }

  it('calls that may come twice share a connection to one origin, one after the other', async () => {
    const { heads, listener, origin } = await serveAll();
    const fetch = guarded([`${publicAddress}/32`]);
    for (let n = 0; n < 5; n += 1) {
      expect(String((await fetch(`${origin}/${n}`, ask)).body)).toBe('ok');
    }
    expect([heads.length, listener.hits()]).toEqual([5, 1]);
  });

  it('calls at the same time have connections of their own, of which eight are kept', async () => {
    const { listener, origin } = await serveAll();
    const fetch = guarded([`${publicAddress}/32`]);
    await Promise.all(Array.from({ length: 12 }, () => fetch(origin, ask)));
    expect(listener.hits()).toBe(12);
    await expect.poll(() => listener.openSockets()).toBe(8);
    await Promise.all(Array.from({ length: 8 }, () => fetch(origin, ask)));
    expect(listener.hits()).toBe(12);
  });

  it('all other calls have a connection of their own, which they close', async () => {
    const { listener, origin } = await serveAll();
    const fetch = guarded([`${publicAddress}/32`]);
    const once = { post: { body: '{}', headers: {} } };
    await fetch(origin, ask);
    await fetch(origin, once);
    await fetch(origin, { beginBytes: 10 });
    expect(listener.hits()).toBe(3);
    await expect.poll(() => listener.openSockets()).toBe(1);
  });

  it('a connection is kept for its origin alone: another name at the same address is looked up and checked', async () => {
    const { listener, origin } = await serveAll();
    const asked: string[] = [];
    const fetch = createGuardedFetch({
      ...settings([`${publicAddress}/32`]),
      resolve: async (hostname) => {
        asked.push(hostname);
        return [hostname === 'docs.test' ? publicAddress : '127.0.0.1'];
      },
    });
    await fetch(origin, ask);
    await fetch(origin, ask);
    const other = `http://private.test:${listener.port}`;
    await expect(fetch(other, ask)).rejects.toMatchObject({ type: 'fetch_refused' });
    expect([asked, listener.hits()]).toEqual([['docs.test', 'private.test'], 1]);
  });

  it('a name is looked up and checked again for each connection that is opened', async () => {
    const { listener, origin } = await serveAll(() => httpResponse(200, { connection: 'close' }, 'ok'));
    let answer = publicAddress;
    const fetch = createGuardedFetch({ ...settings([`${publicAddress}/32`]), resolve: async () => [answer] });
    await fetch(origin, ask);
    answer = '127.0.0.1';
    await expect(fetch(origin, ask)).rejects.toMatchObject({ type: 'fetch_refused' });
    expect(listener.hits()).toBe(1);
  });

  it('a call over a kept connection that its server ends is made again over a new one', async () => {
    let requests = 0;
    const listener = await listen(publicAddress, (socket) =>
      socket.on('data', () => {
        requests += 1;
        if (requests === 2) socket.destroy();
        else socket.write(httpResponse(200, {}, `${requests}`));
      }),
    );
    opened.push(listener);
    const fetch = guarded([`${publicAddress}/32`]);
    const origin = `http://docs.test:${listener.port}`;
    expect(String((await fetch(origin, ask)).body)).toBe('1');
    expect(String((await fetch(origin, ask)).body)).toBe('3');
    expect(listener.hits()).toBe(2);
  });

  it('a call over a new connection that its server ends fails at once', async () => {
    const listener = await listen(publicAddress, (socket) => socket.on('data', () => socket.destroy()));
    opened.push(listener);
    const visit = guarded([`${publicAddress}/32`])(`http://docs.test:${listener.port}`, ask);
    await expect(visit).rejects.toMatchObject({ type: 'fetch_failed' });
    expect(listener.hits()).toBe(1);
  });

  it('a connection whose answer is too long, late or followed by more is not kept', async () => {
    const answers = [
      httpResponse(200, {}, 'a'.repeat(5_000)),
      httpResponse(200, { 'content-length': '2' }, 'ok more'),
      '',
    ];
    const { listener, origin } = await serveAll(() => answers.shift() ?? httpResponse(200, {}, 'last'));
    const fetch = guarded([`${publicAddress}/32`]);
    expect((await fetch(origin, ask)).body).toHaveLength(1024);
    expect(String((await fetch(origin, ask)).body)).toBe('ok');
    await expect.poll(() => listener.openSockets()).toBe(0);
    await expect(fetch(origin, { ...ask, timeoutMs: 200 })).rejects.toMatchObject({ type: 'fetch_timeout' });
    await expect.poll(() => listener.openSockets()).toBe(0);
    expect(String((await fetch(origin, ask)).body)).toBe('last');
    expect(listener.hits()).toBe(4);
  });
});
