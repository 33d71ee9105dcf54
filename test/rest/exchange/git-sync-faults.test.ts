import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../../src/domain/core/context.ts';
import { tokenOwner } from '../../../src/domain/exchange/git/connections.ts';
import { syncConnection } from '../../../src/domain/exchange/git/sync/sync-connection.ts';
import { encrypt } from '../../../src/lib/encryption.ts';
import { aGitWorld, guide, type GitWorld } from '../../git-scenes.ts';
import { aSyncedScene, connectionOf, type SyncedScene } from '../../git-syncs.ts';
import type { Caller } from '../../harness.ts';

let world: GitWorld;
let owner: Caller;
let edit: GitWorld['edit'];
let rewrite: GitWorld['rewrite'];

beforeAll(async () => {
  world = await aGitWorld();
  ({ owner, edit, rewrite } = world);
});
afterAll(() => world.git[Symbol.asyncDispose]());
beforeEach(() => {
  world.git.switches = {};
});

const many = Object.fromEntries(
  Array.from({ length: 12 }, (_none, at) => [`p${at}.md`, `# Page ${at}\n\nText ${at}.\n`]),
);

/** A space that has been made equal to its repository. */
async function equal(files?: Readonly<Record<string, string | Buffer>>, more?: object): Promise<SyncedScene> {
  const scene = await aSyncedScene(world, files, more);
  expect(await scene.sync()).toBe('completed');
  return scene;
}

const lastOperation = ({ connectionId }: SyncedScene) =>
  world.server.platform.db.prisma.gitOperation.findFirst({
    where: { connectionId },
    orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
  });

const countCommits = ({ repository }: SyncedScene) => Number(repository.git(['rev-list', '--count', 'main']));

const titlesOf = async (scene: SyncedScene) => Object.keys(await world.pagesOf(scene.id));

describe('a repository with another history', () => {
  const replace = ({ repository }: SyncedScene, files: Readonly<Record<string, string>>) => {
    repository.git(['update-ref', '-d', 'refs/heads/main']);
    repository.commit(files, { message: 'Anew' });
  };

  it('is compared by what it has: a branch that was made anew changes what has changed', async () => {
    const scene = await equal(many);
    const before = await world.pagesOf(scene.id);
    replace(scene, { ...many, 'p1.md': '# Page 1\n\nOther.\n' });
    expect(await scene.sync()).toBe('completed');
    expect(await world.pagesOf(scene.id)).toEqual(before);
    await rewrite(scene.id, 'p2', '# Page 2\n\nOurs.\n');
    expect(await scene.sync()).toBe('completed');
    expect(countCommits(scene)).toBe(2);
  });

  it.each([
    ['most pages', { 'p1.md': many['p1.md'] ?? '' }],
    ['all pages', { 'code.ts': 'x' }],
    ['all pages but their table of contents', { 'SUMMARY.md': '# Contents\n' }],
  ])('does not lose %s without somebody looking at it', async (_name, files) => {
    const scene = await equal(many);
    replace(scene, files);
    expect(await scene.sync()).toBe('conflicted');
    expect(await titlesOf(scene)).toHaveLength(12);
    const { changeRequestId } = await connectionOf(world, scene);
    const request = `/v1/spaces/${scene.id}/change-requests/${changeRequestId}`;
    await owner.rest(`PATCH ${request}`, { status: 'archived' });
    expect(await scene.sync()).toBe('completed');
    expect(scene.repository.files()).toMatchObject({ ...many, ...('code.ts' in files ? files : {}) });
    expect(await titlesOf(scene)).toHaveLength(12);
  });

  it('does not lose a small space, whose folder is empty', async () => {
    const scene = await equal({ 'docs/a.md': '# A\n', 'code.ts': 'x' }, { directory: 'docs' });
    scene.repository.commit({ 'docs/a.md': null });
    expect(await scene.sync()).toBe('conflicted');
    expect(await titlesOf(scene)).toEqual(['A']);
  });

  it('fails when its branch has gone, and works again when it is back', async () => {
    const scene = await equal();
    const tip = scene.repository.git(['rev-parse', 'main']).trim();
    scene.repository.git(['update-ref', '-d', 'refs/heads/main']);
    expect(await scene.run()).toMatchObject({ state: 'failed', error: { type: 'fetch_failed' } });
    expect(await connectionOf(world, scene)).toMatchObject({ status: 'failed', failures: 1 });
    scene.repository.git(['update-ref', 'refs/heads/main', tip]);
    expect(await scene.sync()).toBe('unchanged');
    expect(await connectionOf(world, scene)).toMatchObject({ status: 'active', failures: 0 });
  });
});

describe('a sync that fails', () => {
  it.each([
    ['the credential is refused', { credential: 'a:b' }, 'git_unauthenticated', 'unauthenticated'],
    ['the repository is missing', { status: 404 }, 'fetch_failed', 'failed'],
    ['the repository has moved', { location: 'https://example.org' }, 'fetch_refused', 'failed'],
    ['the answer ends early', { cutAfter: 60 }, 'fetch_failed', 'failed'],
  ] as const)('notes why when %s, and goes on afterwards', async (_name, switches, type, status) => {
    const scene = await equal();
    scene.repository.commit({ 'guide/start.md': '# Start\n\nTheirs.\n' });
    world.git.switches = switches;
    expect(await scene.run()).toMatchObject({ state: 'failed', error: { type } });
    expect(await lastOperation(scene)).toMatchObject({ state: 'failed', error: { type, message: expect.any(String) } });
    expect((await connectionOf(world, scene)).status).toBe(status);
    world.git.switches = {};
    expect(await scene.sync()).toBe('completed');
    expect((await connectionOf(world, scene)).status).toBe('active');
  });

  it('writes a commit once when the answer of its push is lost', async () => {
    const scene = await equal();
    await rewrite(scene.id, 'guide/start', '# Start\n\nOurs.\n');
    await edit(scene.id, [{ operation: 'insert_page', title: 'New', document: { markdown: 'New.\n' } }]);
    world.git.switches = { losesPushAnswers: true };
    expect(await scene.run()).toMatchObject({ state: 'failed' });
    expect(countCommits(scene)).toBe(2);
    world.git.switches = {};
    const before = await world.pagesOf(scene.id);
    expect(await scene.sync()).toBe('unchanged');
    expect(countCommits(scene)).toBe(2);
    expect(await world.pagesOf(scene.id)).toEqual(before);
    const { body } = await owner.rest(`GET /v1/spaces/${scene.id}/change-requests`);
    expect(body.items).toEqual([]);
  });

  it('knows its own commit also below one of somebody else', async () => {
    const scene = await equal();
    await edit(scene.id, [{ operation: 'insert_page', title: 'New', document: { markdown: 'New.\n' } }]);
    world.git.switches = { losesPushAnswers: true };
    expect(await scene.run()).toMatchObject({ state: 'failed' });
    world.git.switches = {};
    scene.repository.commit({ 'guide/next.md': '# Next\n\nTheirs.\n' });
    await rewrite(scene.id, 'guide/start', '# Start\n\nOurs.\n');
    expect(await scene.sync()).toBe('completed');
    expect(countCommits(scene)).toBe(4);
    expect((await titlesOf(scene)).toSorted()).toEqual(['Guide', 'New', 'Next', 'Start', 'Welcome']);
    expect(scene.repository.files()).toMatchObject({
      'guide/start.md': '# Start\n\nOurs.\n',
      'guide/next.md': '# Next\n\nTheirs.\n',
    });
  });

  it('begins again when somebody else pushes in the same moment', async () => {
    const scene = await equal();
    await rewrite(scene.id, 'guide/start', '# Start\n\nOurs.\n');
    let pushes = 0;
    world.git.switches = {
      beforePush: () => {
        if ((pushes += 1) === 1) scene.repository.commit({ 'guide/next.md': '# Next\n\nTheirs.\n' });
      },
    };
    expect(await scene.sync()).toBe('completed');
    expect(scene.repository.files()).toMatchObject({
      'guide/start.md': '# Start\n\nOurs.\n',
      'guide/next.md': '# Next\n\nTheirs.\n',
    });
    expect(await scene.sync()).toBe('unchanged');
  });

  it('tells the words of a host that declines the commit, and tries again', async () => {
    const scene = await equal();
    await rewrite(scene.id, 'guide/start', '# Start\n\nOurs.\n');
    scene.repository.hook('pre-receive', 'echo "main is protected"; exit 1');
    const { error } = await scene.run();
    expect(error).toMatchObject({ type: 'git_declined', message: expect.stringContaining('main is protected') });
    scene.repository.hook('pre-receive', 'exit 0');
    expect(await scene.sync()).toBe('completed');
    expect(countCommits(scene)).toBe(2);
  });
});

it('a credential is in no answer, row, log, argument or error, whatever the host says of it, and a wrong one is tried once', async () => {
  const scene = await equal();
  const { id, connectionId, repository } = scene;
  const secret = 'p@ss/wörd:1';
  const forms = [secret, encodeURIComponent(secret), Buffer.from(`ada:${secret}`).toString('base64')];
  const { prisma } = world.server.platform.db;
  const logged: unknown[] = [];
  const log = (...said: readonly unknown[]) => void logged.push(...said.map((one) => inspect(one, { depth: 9 })));
  const outer = owner.context();
  const sealedCredential = encrypt(outer.encryptionKey, secret, tokenOwner(connectionId));
  await prisma.gitConnection.update({ where: { id: connectionId }, data: { username: 'ada', sealedCredential } });
  const program = join(repository.folder, 'git-that-tells');
  const tells = `echo "$@" >> '${repository.folder}/arguments'\n{ echo "run $*"; env; } >> '${repository.folder}/environments'`;
  writeFileSync(program, `#!/bin/sh\n${tells}\nexec git "$@"\n`, { mode: 0o755 });
  const ctx: Context = {
    ...outer,
    log: { info: log, warn: log, error: log },
    config: { ...outer.config, GIT_PROGRAM: program },
  };
  const run = () => syncConnection(ctx, connectionId, { jobId: ctx.newId('job'), progress: () => undefined });
  repository.hook('pre-receive', `echo "You are ${forms.join(' ')}"; exit 1`);
  await rewrite(id, 'guide/start', '# Start\n\nOurs.\n');
  world.git.switches = { credential: `ada:${secret}` };
  const declined: unknown = await run().catch((error: unknown) => error);
  expect(declined).toMatchObject({ type: 'git_declined', message: expect.stringContaining('You are *** *** ***') });
  world.git.switches = { credential: 'ada:another' };
  const asked = world.git.requests.length;
  const refused: unknown = await run().catch((error: unknown) => error);
  expect(refused).toMatchObject({ type: 'git_unauthenticated' });
  expect(world.git.requests).toHaveLength(asked + 1);
  expect((await connectionOf(world, scene)).status).toBe('unauthenticated');
  const told = [
    inspect([declined, refused], { depth: 9 }),
    ...logged,
    readFileSync(join(repository.folder, 'arguments'), 'utf8'),
    ...(await Promise.all(
      ['git', 'git/operations', 'git/info'].map((path) => owner.rest(`GET /v1/spaces/${id}/${path}`)),
    )),
    await prisma.event.findMany({ where: { spaceId: id } }),
    await prisma.job.findMany({ where: { spaceId: id } }),
    await prisma.gitOperation.findMany({ where: { connectionId } }),
    await prisma.gitRepository.findMany({ where: { spaceId: id } }),
    await connectionOf(world, scene),
  ].map((one) => (typeof one === 'string' ? one : inspect(one, { depth: 9, maxArrayLength: null })));
  for (const form of forms) expect(told.filter((text) => text.includes(form))).toEqual([]);
  // The environment, which nobody but the user of the server reads, has it where git asks the host, and has nothing of the server.
  const runs = readFileSync(join(repository.folder, 'environments'), 'utf8').split(/^run /m).slice(1);
  const withSecret = runs.filter((run_) => forms.some((form) => run_.includes(form)));
  expect(withSecret.length).toBeGreaterThan(1);
  expect(withSecret.filter((run_) => !/^(?:fetch|push|ls-remote|-c \S+ fetch) /.test(run_))).toEqual([]);
  const lines = runs.flatMap((run_) => run_.trim().split('\n').slice(1));
  const ofSecret = lines.filter((line) => forms.some((form) => line.includes(form)));
  expect(ofSecret.filter((line) => !/^GIT_CONFIG_VALUE_\d+=Authorization: Basic /.test(line))).toEqual([]);
  expect(lines.filter((line) => !/^(?:GIT_\w+|PATH|HOME|LC_ALL|PWD|OLDPWD|SHLVL|_)=/.test(line))).toEqual([]);
});

it('one bad file is left out and named, and keeps its last good page', async () => {
  const scene = await equal();
  scene.repository.commit({
    'guide/next.md': '# Next\n\nTheirs.\n',
    'logo.png': 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n',
  });
  expect(await scene.sync()).toBe('completed');
  expect(await lastOperation(scene)).toMatchObject({
    skipped: [{ key: 'logo.png', reason: 'It is a pointer of Git LFS, whose files are not read' }],
  });
});

it('a sync writes a locked space, and nothing of another one', async () => {
  const scene = await equal();
  await owner.rest(`PATCH /v1/spaces/${scene.id}`, { editMode: 'locked' });
  scene.repository.commit({ 'guide/next.md': '# Next\n\nTheirs.\n' });
  expect(await scene.sync()).toBe('completed');
  const { body } = await owner.rest(`GET /v1/spaces/${scene.id}/content`);
  expect(body.createdBy?.id ?? scene.userId).toBe(scene.userId);
});

it('events say what a sync has done, and a look at an unchanged branch leaves none', async () => {
  const scene = await equal(guide);
  const eventsOf = async () => {
    const rows = await world.server.platform.db.prisma.event.findMany({
      where: { spaceId: scene.id, type: { startsWith: 'git_sync.' } },
      orderBy: { id: 'asc' },
    });
    return rows.map(({ type, actorId }) => [type, actorId]);
  };
  const both = [
    ['git_sync.started', scene.userId],
    ['git_sync.completed', scene.userId],
  ];
  expect((await eventsOf()).toSorted()).toEqual(both.toSorted());
  await scene.sync();
  expect(await eventsOf()).toHaveLength(2);
});
