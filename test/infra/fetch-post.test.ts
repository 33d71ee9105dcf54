import { afterAll, describe, expect, it } from 'vitest';
import { createGuardedFetch } from '../../src/infra/fetch/guarded-fetch.ts';
import { type Listener, answering, httpResponse, listen } from './listeners.ts';
import { patienceMs } from '../setup/patience.ts';

const publicAddress = '127.0.0.2';

const guarded = (allowHosts: readonly string[]) =>
  createGuardedFetch({
    allowHosts,
    connectTimeoutMs: patienceMs,
    totalTimeoutMs: patienceMs,
    maxRedirects: 5,
    maxBodyBytes: 1024,
    maxHeaderBytes: 32 * 1024,
    userAgent: 'docs-test',
    resolve: async () => [publicAddress],
  });

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
