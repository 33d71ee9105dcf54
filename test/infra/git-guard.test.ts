import { chmodSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GuardedProxy } from '../../src/infra/git/guarded-proxy.ts';
import { push, readBlobs, writeCommit } from '../../src/infra/git/objects.ts';
import { parseRemote } from '../../src/infra/git/remote.ts';
import { fetchBlobs, fetchTip, listTree } from '../../src/infra/git/tree.ts';
import { gitServer } from '../git-server.ts';
import { patienceMs } from '../setup/patience.ts';
import { randomBytes } from '../setup/seed.ts';
import { allOrEvery } from '../setup/size.ts';
import { files, main, settings, signature, useGit } from './git-scene.ts';
import { hostileUrls } from './hostile-urls.ts';
import { listen } from './listeners.ts';

const scene = useGit();

describe('a server that does not serve', () => {
  it.each([
    ['asks for a credential', { status: 401 }, 'git_unauthenticated'],
    ['forbids', { status: 403 }, 'git_unauthenticated'],
    ['knows no such repository', { status: 404 }, 'fetch_failed'],
    ['fails', { status: 500 }, 'fetch_failed'],
    ['redirects', { location: 'http://127.0.0.1:1' }, 'fetch_refused'],
    ['ends in the middle', { cutAfter: 40 }, 'fetch_failed'],
  ] as const)('a server that %s is an error of its own', async (_name, switches, type) => {
    const name = scene.newName();
    scene.server.repository(name, files);
    scene.server.switches = switches;
    await scene.open(scene.server.url(name), async (repository) => {
      await expect(fetchTip(repository, main)).rejects.toMatchObject({ type });
    });
  });

  it('a server that redirects is asked once, and the other one never', async () => {
    await using other = await gitServer();
    scene.server.switches = { location: other.url('x') };
    await scene.open(scene.server.url(scene.newName()), async (repository) => {
      await expect(fetchTip(repository, main)).rejects.toMatchObject({ type: 'fetch_refused' });
    });
    expect([scene.server.requests.length, other.requests.length]).toEqual([1, 0]);
  });

  it('a silent server ends at the time limit, with its process', async () => {
    scene.server.switches = { isSilent: true };
    await scene.open(
      scene.server.url(scene.newName()),
      async (repository) => {
        await expect(fetchTip(repository, main)).rejects.toMatchObject({ type: 'fetch_timeout' });
      },
      { timeoutMs: 1_000 },
    );
    await expect.poll(() => processesIn(scene.folder), { timeout: patienceMs }).toEqual([]);
  });

  it('a run ends when it is called off, with its process', async () => {
    scene.server.switches = { isSilent: true };
    const stop = new AbortController();
    const run = scene.open(scene.server.url(scene.newName()), (repository) => fetchTip(repository, main), {
      signal: stop.signal,
    });
    await expect.poll(() => scene.server.requests.length, { timeout: patienceMs }).toBe(1);
    expect(processesIn(scene.folder).length).toBeGreaterThan(0);
    stop.abort(new Error('Called off'));
    await expect(run).rejects.toThrow('Called off');
    await expect.poll(() => processesIn(scene.folder), { timeout: patienceMs }).toEqual([]);
  });

  it('a repository larger than the limit is not read on', async () => {
    const name = scene.newName();
    const there = scene.server.repository(name, { 'large.bin': randomBytes(300_000) });
    there.git(['config', 'uploadpack.allowFilter', 'false']);
    await scene.open(
      scene.server.url(name),
      async (repository) => {
        await expect(fetchTip(repository, main)).rejects.toMatchObject({ type: 'fetch_too_large' });
      },
      { maxBytes: 100_000 },
    );
  });
});

/** The processes whose folder this is. */
const processesIn = (cwd: string) =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`) === cwd;
    } catch {
      return false;
    }
  });

describe('a credential', () => {
  const secret = 'p@ss/wörd:1';
  const withSecret = (name: string) => scene.server.url(name).replace('://', `://ada:${encodeURIComponent(secret)}@`);
  const encoded = Buffer.from(`ada:${secret}`).toString('base64');

  it('opens a repository, and is in no argument of a process and in no file', async () => {
    const name = scene.newName();
    scene.server.repository(name, files);
    scene.server.switches = { credential: `ada:${secret}` };
    await scene.open(withSecret(name), async (repository) => {
      expect(await fetchTip(repository, main)).toEqual(expect.any(String));
      scene.server.switches = { isSilent: true };
      const before = scene.server.requests.length;
      const silent = fetchTip(repository, main).catch((error: unknown) => error);
      await expect.poll(() => scene.server.requests.length, { timeout: patienceMs }).toBe(before + 1);
      const lines = processesIn(scene.folder).map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
      expect(lines.length).toBeGreaterThan(0);
      for (const form of [secret, encodeURIComponent(secret), encoded]) {
        expect(lines.join(' ')).not.toContain(form);
        expect(readFileSync(join(scene.folder, 'config'), 'utf8')).not.toContain(form);
      }
      scene.server.switches = { status: 500 };
      scene.server.endConnections();
      expect(await silent).toMatchObject({ type: 'fetch_failed' });
    });
    expect(scene.server.requests.at(-1)?.authorization).toBe(`Basic ${encoded}`);
  });

  it.each(['', 'ada:wrong@'])('that is missing or wrong (%s) is told in one try', async (userinfo) => {
    const name = scene.newName();
    scene.server.repository(name, files);
    scene.server.switches = { credential: `ada:${secret}` };
    await scene.open(scene.server.url(name).replace('://', `://${userinfo}`), async (repository) => {
      await expect(fetchTip(repository, main)).rejects.toMatchObject({ type: 'git_unauthenticated' });
    });
    expect(scene.server.requests.length).toBe(1);
  });

  it('is not in an error, although the server repeats it', async () => {
    const name = scene.newName();
    const there = scene.server.repository(name, files);
    there.hook('pre-receive', `echo "You are ${secret}, ${encodeURIComponent(secret)} and ${encoded}"; exit 1`);
    await scene.open(withSecret(name), async (repository) => {
      const changes = [{ kind: 'write', path: 'a.md', read: async () => Buffer.from('a') } as const];
      const made = {
        parent: await fetchTip(repository, main),
        changes,
        message: 'A',
        author: signature,
        committer: signature,
      };
      await expect(push(repository, (await writeCommit(repository, made)) ?? '', main)).rejects.toMatchObject({
        type: 'git_declined',
        message: expect.stringContaining('You are ***, *** and ***'),
      });
    });
  });

  it.each(['token', 'x-access-token:token', ':token'])('is read from %s in a URL, percent-decoded', (userinfo) => {
    const { url, credential } = parseRemote(`https://${userinfo}%20@example.org/docs.git`);
    const [username = '', password] = `${userinfo} `.split(':');
    expect(url).toBe('https://example.org/docs.git');
    expect(credential).toEqual({ username, password: password ?? '' });
  });
});

describe('a destination that must not be reached', () => {
  it('no hostile URL of a repository makes a connection or a process', async () => {
    const listener = await listen('127.0.0.1', (socket) => socket.destroy());
    const program = join(scene.folder, 'git');
    writeFileSync(program, `#!/bin/sh\ntouch ${join(scene.folder, 'ran')}\n`);
    chmodSync(program, 0o755);
    const urls = hostileUrls(listener.port).flatMap((url) => [url, `${url}docs.git`]);
    const guarded = { program, allowHosts: [], resolve: async () => ['127.0.0.1'] };
    const refusals = await Promise.all(
      urls.map((url) =>
        Promise.resolve()
          .then(() => scene.open(url, async () => 'opened', guarded))
          .catch((error: { type?: string }) => error.type),
      ),
    );
    expect(urls.filter((_, at) => refusals[at] !== 'fetch_refused')).toEqual([]);
    expect(listener.hits()).toBe(0);
    expect(readdirSync(scene.folder)).toEqual(['git']);
    await listener.close();
  });

  it.each([
    'ext::sh -c "touch x"',
    'file:///etc',
    'ssh://git@127.0.0.1/x',
    'git@github.com:a/b.git',
    '--upload-pack=touch x',
    '-u',
    'git://127.0.0.1/x',
    'http::http://127.0.0.1/x',
  ])('the repository %s is refused', (text) => {
    expect(() => parseRemote(text)).toThrow(expect.objectContaining({ type: 'fetch_refused' }));
  });

  it('a public server is not asked without encryption', async () => {
    const guarded = { allowHosts: [], resolve: async () => ['93.184.216.34'] };
    await expect(scene.open('http://docs.example/x.git', async () => 'opened', guarded)).rejects.toMatchObject({
      type: 'fetch_refused',
      message: expect.stringContaining('Without https'),
    });
  });

  it('a name that leads elsewhere at the connection is refused there', async () => {
    const listener = await listen('127.0.0.1', (socket) => socket.destroy());
    let asked = 0;
    const resolve = async () => [(asked += 1) === 1 ? '93.184.216.34' : '127.0.0.1'];
    await scene.open(
      `https://docs.example:${listener.port}/x.git`,
      async (repository) => {
        await expect(fetchTip(repository, main)).rejects.toMatchObject({ type: 'fetch_refused' });
      },
      { allowHosts: [], resolve },
    );
    expect([asked, listener.hits()]).toEqual([2, 0]);
    await listener.close();
  });

  it('submodules, files of LFS and filters lead nowhere when a repository is read and written', async () => {
    const listener = await listen('127.0.0.1', (socket) => socket.destroy());
    const inside = `http://127.0.0.1:${listener.port}`;
    const run = `touch ${join(scene.folder, 'ran')}`;
    const name = scene.newName();
    const there = scene.server.repository(name, {
      ...files,
      '.gitmodules': `[submodule "vendor"]\n\tpath = vendor\n\turl = ${inside}/vendor\n\tupdate = !${run}\n`,
      '.lfsconfig': `[lfs]\n\turl = ${inside}/lfs\n[remote "origin"]\n\turl = ext::${run}\n`,
      '.gitattributes': '* filter=lfs diff=lfs merge=lfs\n',
      'large.bin': 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n',
    });
    const entries = there.git(['ls-tree', 'main']);
    const tree = there.git(['mktree'], `${entries}160000 commit ${'1'.repeat(40)}\tvendor\n`).trim();
    there.git(['update-ref', main, there.git(['commit-tree', tree], 'Submodule').trim()]);
    for (const kind of ['clean', 'smudge', 'process']) there.git(['config', `filter.lfs.${kind}`, run]);
    await scene.open(scene.server.url(name), async (repository) => {
      const parent = (await fetchTip(repository, main)) ?? '';
      const oids = (await listTree(repository, parent)).flatMap(({ mode, oid }) => (mode === '160000' ? [] : [oid]));
      await fetchBlobs(repository, parent, oids);
      await readBlobs(repository, oids, 2 ** 20, async () => undefined);
      const changes = [{ kind: 'write', path: 'large.bin', read: async () => Buffer.from('more') } as const];
      const made = { parent, changes, message: 'More', author: signature, committer: signature };
      await push(repository, (await writeCommit(repository, made)) ?? '', main);
    });
    expect(there.files()).toMatchObject({ 'large.bin': 'more' });
    expect(listener.hits()).toBe(0);
    expect(readdirSync(scene.folder)).not.toContain('ran');
    await listener.close();
  });

  it('a redirect to any hostile URL is not followed', async () => {
    const listener = await listen('127.0.0.1', (socket) => socket.destroy());
    // A header holds no others, and one without a URL is no redirect.
    const printable = hostileUrls(listener.port).filter((url) => /^[ -~]+$/.test(url));
    for (const url of allOrEvery(40, printable, 7)) {
      scene.server.switches = { location: url };
      await scene.open(scene.server.url(scene.newName()), async (repository) => {
        await expect(fetchTip(repository, main), url).rejects.toMatchObject({ type: 'fetch_refused' });
      });
    }
    expect(listener.hits()).toBe(0);
    await listener.close();
  });
});

describe('the proxy of a repository', () => {
  const talk = (port: number, text: string) =>
    new Promise<string>((resolve) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      socket.on('data', (chunk) => (answer += chunk.toString()));
      socket.on('close', () => resolve(answer));
    });

  it('a tunnel leads to the server of the repository, with the password, and nowhere else', async () => {
    const echo = await listen('127.0.0.1', (socket) =>
      socket.once('data', (data) => socket.end(`heard ${data.toString()}`)),
    );
    const other = await listen('127.0.0.1', (socket) => socket.destroy());
    const stop = new AbortController();
    const proxy = new GuardedProxy(`https://127.0.0.1:${echo.port}/x`, settings, stop.signal);
    await proxy.open();
    const { port, username, password } = new URL(proxy.url);
    const authorization = `Proxy-Authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const ask = (target: string, header: string) =>
      talk(Number(port), `CONNECT ${target} HTTP/1.1\r\n${header}\r\n\r\nhello`);
    expect(await ask(`127.0.0.1:${echo.port}`, authorization)).toMatch(/^HTTP\/1.1 200 .*heard hello$/s);
    expect(await ask(`127.0.0.1:${echo.port}`, 'X: y')).toMatch(/^HTTP\/1.1 407 /);
    expect(await ask(`127.0.0.1:${echo.port}`, 'Proxy-Authorization: Basic Z2l0Og==')).toMatch(/^HTTP\/1.1 407 /);
    expect(await ask(`127.0.0.1:${other.port}`, authorization)).toMatch(/^HTTP\/1.1 403 /);
    expect(await ask('', authorization)).not.toMatch(/ 200 /);
    expect([echo.hits(), other.hits()]).toEqual([1, 0]);
    await proxy.close();
    await Promise.all([echo.close(), other.close()]);
  });
});

describe('a machine without git', () => {
  it.each([
    ['has none', null],
    ['has one that is too old', 'echo git version 2.30.1'],
    ['has one that does not answer', 'exit 1'],
  ])('a machine that %s is told so', async (_name, script) => {
    const program = join(scene.folder, 'git');
    if (script !== null) {
      writeFileSync(program, `#!/bin/sh\n${script}\n`);
      chmodSync(program, 0o755);
    }
    await expect(scene.open(scene.server.url('x'), async () => 'opened', { program })).rejects.toMatchObject({
      type: 'git_unavailable',
      status: 503,
    });
  });
});
