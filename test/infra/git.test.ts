import { describe, expect, it } from 'vitest';
import { TipMoved } from '../../src/infra/git/git-errors.ts';
import { blobId, push, readBlobs, writeCommit } from '../../src/infra/git/objects.ts';
import type { Repository } from '../../src/infra/git/repository.ts';
import { fetchBlobs, fetchTip, listTree } from '../../src/infra/git/tree.ts';
import { files, main, signature, useGit } from './git-scene.ts';

const scene = useGit();

const readAll = async (repository: Repository, oids: readonly string[], maxBytes = 1_000) => {
  const bodies: (string | null)[] = [];
  await readBlobs(repository, oids, maxBytes, async (_oid, body) => void bodies.push(body && body.toString()));
  return bodies;
};

describe('a repository on a server', () => {
  it('the tip is fetched without files, and the needed ones in one request', async () => {
    const name = scene.newName();
    const tip = scene.server.repository(name, files).git(['rev-parse', 'main']).trim();
    await scene.open(scene.server.url(name), async (repository) => {
      expect(await fetchTip(repository, main)).toBe(tip);
      const tree = await listTree(repository, tip);
      expect(tree.map(({ path }) => path)).toEqual(['README.md', 'guide/größe.md', 'guide/start.md', 'logo.png']);
      expect((await listTree(repository, tip, 'guide')).map(({ path }) => path)).toEqual(['größe.md', 'start.md']);
      expect(await listTree(repository, tip, 'absent')).toEqual([]);
      const before = scene.server.requests.length;
      const oids = tree.map(({ oid }) => oid);
      await fetchBlobs(repository, tip, oids);
      const fetched = scene.server.requests.length - before;
      expect(await readAll(repository, oids, 100)).toEqual(['# Docs\n', 'x\n', '# Start\n', null]);
      await fetchBlobs(repository, tip, oids);
      expect(scene.server.requests.length - before).toBe(fetched);
      expect(oids).toEqual(
        tree.map(({ path }) => blobId(Buffer.from(Object.entries(files).find(([key]) => key === path)?.[1] ?? ''))),
      );
    });
    expect(scene.server.requests.map(({ protocol }) => protocol)).toEqual(scene.server.requests.map(() => 'version=2'));
  });

  it('files up to a size come with the tip where they are asked for, and larger ones when they are needed', async () => {
    const name = scene.newName();
    scene.server.repository(name, files);
    await scene.open(scene.server.url(name), async (repository) => {
      const tip = (await fetchTip(repository, main, { maxFileBytes: 8 })) ?? '';
      const oids = (await listTree(repository, tip)).map(({ oid }) => oid);
      const before = scene.server.requests.length;
      await fetchBlobs(repository, tip, oids.slice(0, 3));
      expect(scene.server.requests.length).toBe(before);
      await fetchBlobs(repository, tip, oids);
      expect(scene.server.requests.length).toBeGreaterThan(before);
      expect(await readAll(repository, oids)).toEqual(['# Docs\n', 'x\n', '# Start\n', 'y'.repeat(300)]);
    });
  });

  it('a server without filters sends all files, which are then read as well', async () => {
    const name = scene.newName();
    const there = scene.server.repository(name, files);
    there.git(['config', 'uploadpack.allowFilter', 'false']);
    await scene.open(scene.server.url(name), async (repository) => {
      const tip = (await fetchTip(repository, main)) ?? '';
      const oids = (await listTree(repository, tip)).map(({ oid }) => oid);
      const before = scene.server.requests.length;
      await fetchBlobs(repository, tip, oids);
      expect(scene.server.requests.length).toBe(before);
      expect(await readAll(repository, oids)).toEqual(['# Docs\n', 'x\n', '# Start\n', 'y'.repeat(300)]);
    });
  });

  it('a branch that is missing has no tip', async () => {
    const [full, empty] = [scene.newName(), scene.newName()];
    scene.server.repository(full, files);
    scene.server.repository(empty);
    await scene.open(scene.server.url(full), async (repository) =>
      expect(await fetchTip(repository, 'refs/heads/none')).toBeNull(),
    );
    await scene.open(scene.server.url(empty), async (repository) =>
      expect(await fetchTip(repository, main)).toBeNull(),
    );
  });

  it('modes, links, submodules and names that are not UTF-8 are listed and stay when a file is changed', async () => {
    const name = scene.newName();
    const there = scene.server.repository(name, { 'README.md': 'one\n', 'run.sh': '#!/bin/sh\n' });
    const blob = there.git(['rev-parse', 'main:run.sh']).trim();
    const entries = Buffer.concat([
      Buffer.from(`100755 blob ${blob}\trun.sh\0` + `120000 blob ${blob}\tlink\0`),
      Buffer.from(`160000 commit ${'1'.repeat(40)}\tvendor\0`),
      Buffer.from(`100644 blob ${blob}\tcaf\xe9.md\x00100644 blob ${blob}\tREADME.md\x00`, 'latin1'),
      Buffer.from(
        `100644 blob ${there.git(['hash-object', '-w', '--stdin'], '[submodule "x"]\n\tpath = vendor\n\turl = http://127.0.0.1:1/x\n').trim()}\t.gitmodules\0`,
      ),
    ]);
    const tree = there.git(['mktree', '-z'], entries).trim();
    there.git(['update-ref', main, there.git(['commit-tree', tree], 'Odd').trim()]);
    await scene.open(scene.server.url(name), async (repository) => {
      const tip = await fetchTip(repository, main);
      const listed = await listTree(repository, tip ?? '');
      expect(listed.map(({ path, mode }) => [path, mode])).toEqual([
        ['.gitmodules', '100644'],
        ['README.md', '100644'],
        [null, '100644'],
        ['link', '120000'],
        ['run.sh', '100755'],
        ['vendor', '160000'],
      ]);
      const changes = [{ kind: 'write', path: 'README.md', read: async () => Buffer.from('two\n') } as const];
      const commit = await writeCommit(repository, {
        parent: tip,
        changes,
        message: 'Two',
        author: signature,
        committer: signature,
      });
      await push(repository, commit ?? '', main);
    });
    expect(there.git(['diff', '--raw', 'main~', 'main']).trim().split('\n')).toHaveLength(1);
    expect(there.git(['cat-file', 'blob', 'main:README.md'])).toBe('two\n');
  });
});

describe('a commit', () => {
  const commit = (repository: Repository, parent: string | null, changes: Readonly<Record<string, string | null>>) =>
    writeCommit(repository, {
      parent,
      changes: Object.entries(changes).map(([path, text]) =>
        text === null
          ? ({ kind: 'delete', path } as const)
          : ({ kind: 'write', path, read: async () => Buffer.from(text) } as const),
      ),
      message: 'A subject\n\nA body',
      author: signature,
      committer: { ...signature, name: 'Octavo' },
    });

  it('changes, adds and deletes files, and leaves the others untouched', async () => {
    const name = scene.newName();
    const there = scene.server.repository(name, files);
    await scene.open(scene.server.url(name), async (repository) => {
      const tip = await fetchTip(repository, main);
      const made = await commit(repository, tip, {
        'guide/start.md': null,
        'guide/start.md/deep.md': 'deep\n',
        'README.md': '# New\r\n',
      });
      await push(repository, made ?? '', main);
    });
    const { 'guide/start.md': _gone, ...rest } = files;
    expect(there.files()).toEqual({ ...rest, 'README.md': '# New\r\n', 'guide/start.md/deep.md': 'deep\n' });
    expect(there.git(['log', '-1', '--format=%an|%ae|%cn|%s|%b', 'main'])).toBe(
      'Ada Lovelace|ada@example.org|Octavo|A subject|A body\n',
    );
  });

  it('is none when it would change nothing', async () => {
    const name = scene.newName();
    scene.server.repository(name, files);
    await scene.open(scene.server.url(name), async (repository) =>
      expect(await commit(repository, await fetchTip(repository, main), { 'README.md': '# Docs\n' })).toBeNull(),
    );
  });

  it('is the first one of an empty repository', async () => {
    const name = scene.newName();
    const there = scene.server.repository(name);
    await scene.open(scene.server.url(name), async (repository) =>
      push(repository, (await commit(repository, null, { 'a.md': 'a' })) ?? '', main),
    );
    expect(there.files()).toEqual({ 'a.md': 'a' });
  });

  it('is not pushed over those of somebody else, whenever they came', async () => {
    const name = scene.newName();
    const there = scene.server.repository(name, files);
    await scene.open(scene.server.url(name), async (repository) => {
      const tip = await fetchTip(repository, main);
      const made = await commit(repository, tip, { 'README.md': 'ours' });
      const theirs = there.commit({ 'README.md': 'theirs' });
      await expect(push(repository, made ?? '', main)).rejects.toBeInstanceOf(TipMoved);
      expect(there.git(['rev-parse', 'main']).trim()).toBe(theirs);
      const second = await commit(repository, await fetchTip(repository, main), { 'README.md': 'ours' });
      scene.server.switches.beforePush = () => void there.commit({ 'README.md': 'theirs again' });
      await expect(push(repository, second ?? '', main)).rejects.toBeInstanceOf(TipMoved);
    });
    expect(there.files()['README.md']).toBe('theirs again');
  });

  it('is declined with the words of the server', async () => {
    const name = scene.newName();
    const there = scene.server.repository(name, files);
    there.hook('pre-receive', 'echo "Only on weekdays"; exit 1');
    await scene.open(scene.server.url(name), async (repository) => {
      const made = await commit(repository, await fetchTip(repository, main), { 'README.md': 'ours' });
      await expect(push(repository, made ?? '', main)).rejects.toMatchObject({
        type: 'git_declined',
        message: expect.stringContaining('Only on weekdays'),
      });
    });
  });

  it.each(['.git/config', '../outside', 'a/../../b', '/etc/passwd', '.GIT/hooks/pre-push'])(
    'never has the path %s',
    async (path) => {
      const name = scene.newName();
      scene.server.repository(name, files);
      await scene.open(scene.server.url(name), async (repository) => {
        const tip = await fetchTip(repository, main);
        await expect(commit(repository, tip, { [path]: 'x' })).rejects.toThrow('update-index');
      });
    },
  );
});
