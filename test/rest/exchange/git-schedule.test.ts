import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lookAtBranches } from '../../../src/domain/exchange/git/look-at-branches.ts';
import { beginDueSyncs } from '../../../src/domain/exchange/git/schedule.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { gitServer, type GitServer } from '../../git-server.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { clock } from '../../setup/clock.ts';

const runFile = promisify(execFile);

let server: Harness;
let git: GitServer;
let owner: Caller;
let organizationId: string;
let made = 0;

beforeAll(async () => {
  server = await startServer();
  git = await gitServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});
afterAll(() => git[Symbol.asyncDispose]());
beforeEach(() => {
  git.switches = {};
});

const ref = 'refs/heads/main';

/** A space that is connected with a repository and equal to it. */
async function aConnectedSpace(input: object = {}) {
  const { id } = await aSpace(server, organizationId);
  const name = `docs-${(made += 1)}.git`;
  const repository = git.repository(name, { 'README.md': '# Docs\n\nHello.\n', 'start.md': '# Start\n\nBegin.\n' });
  const { status, body } = await owner.rest(`PUT /v1/spaces/${id}/git`, {
    url: git.url(name),
    ref,
    pollMinutes: 0,
    ...input,
  });
  expect(status).toBe(201);
  await expect.poll(() => titlesOf(id)).toContain('Start');
  await settled(id);
  return { id, repository, connectionId: String(body.connection.id), secret: String(body.hookSecret) };
}

async function titlesOf(id: string): Promise<string[]> {
  const { body } = await owner.rest(`GET /v1/spaces/${id}/content/pages`);
  return body.pages.flatMap(({ title, pages = [] }: any) => [title, ...pages.map((page: any) => page.title)]);
}

const jobsOf = (spaceId: string) =>
  server.platform.db.prisma.job.findMany({ where: { spaceId, kind: 'git-sync' }, orderBy: { createdAt: 'asc' } });

/** Waits until no sync of a space is under way. */
const settled = (id: string) =>
  expect.poll(async () => (await jobsOf(id)).every(({ finishedAt }) => finishedAt !== null)).toBe(true);

const edit = async (id: string, markdown: string) => {
  const { body } = await owner.rest(`GET /v1/spaces/${id}/content/pages`);
  const [page] = body.pages;
  const changes = [{ operation: 'update_page', page: page.id, document: { markdown } }];
  expect((await owner.rest(`POST /v1/spaces/${id}/content`, { changes })).status).toBe(200);
};

/** Commits a file in a clone and pushes it, beside this process, which answers what the hook sends. */
async function push(folder: string, file: string, text: string): Promise<void> {
  const clone = await mkdtemp(join(tmpdir(), 'octavo-push-'));
  const identity = ['-c', 'user.name=Ada Lovelace', '-c', 'user.email=ada@example.org'];
  const run = (...args: string[]) => runFile('git', args, { cwd: clone });
  try {
    await run('clone', '--quiet', folder, '.');
    await writeFile(join(clone, file), text);
    await run('add', '.');
    await run(...identity, 'commit', '--quiet', '--message', 'Pushed');
    await run('push', '--quiet');
  } finally {
    await rm(clone, { recursive: true, force: true });
  }
}

/** Looks for due syncs as a process with these settings does. */
const look = (quietMs = 3_600_000, mostMs = 3_600_000) => {
  const ctx = owner.context();
  return beginDueSyncs({ ...ctx, config: { ...ctx.config, GIT_EDIT_QUIET_MS: quietMs, GIT_EDIT_MOST_MS: mostMs } });
};

const hook = (id: string, secret: string) =>
  server.call(`POST /v1/git/hooks/${id}`, {}, { headers: { 'x-octavo-token': secret } });
const update = (spaceId: string, data: object) =>
  server.platform.db.prisma.gitConnection.update({ where: { spaceId }, data });
const rowOf = (spaceId: string) => server.platform.db.prisma.gitConnection.findUniqueOrThrow({ where: { spaceId } });

describe('a sync begins', () => {
  it('when a space is connected, and when somebody who may asks for it', async () => {
    const { id, repository } = await aConnectedSpace();
    repository.commit({ 'more.md': '# More\n' });
    const { status, body } = await owner.rest(`POST /v1/spaces/${id}/git/sync`);
    expect([status, body.object, body.kind]).toEqual([202, 'job', 'git-sync']);
    await expect.poll(() => titlesOf(id)).toContain('More');
    const { body: shown } = await owner.rest(`GET /v1/spaces/${id}/git/operations`);
    expect(shown.items[0]).toMatchObject({ object: 'git-operation', state: 'completed', counts: { added: 1 } });
    const info = await owner.rest(`GET /v1/spaces/${id}/git/info`);
    expect(info.body).toMatchObject({ status: 'active', operation: { state: 'completed' } });
  });

  it('not while the connection is paused', async () => {
    const { id } = await aConnectedSpace();
    await owner.rest(`PATCH /v1/spaces/${id}/git`, { paused: true });
    expect((await owner.rest(`POST /v1/spaces/${id}/git/sync`)).body.error.type).toBe('invalid_state');
    const before = (await jobsOf(id)).length;
    await look(0, 0);
    expect(await jobsOf(id)).toHaveLength(before);
  });

  it('by a push whose hook post-receive signs with openssl and sends with curl', async () => {
    const { id, repository, connectionId, secret } = await aConnectedSpace();
    const url = `${await server.listen()}/v1/git/hooks/${connectionId}`;
    repository.hook(
      'post-receive',
      `while read -r old new ref; do
        body="{\\"ref\\":\\"$ref\\"}"
        signature=$(printf %s "$body" | openssl dgst -sha256 -hmac '${secret}' -r | cut -d' ' -f1)
        curl -fsS -X POST -H 'Content-Type: application/json' -H "X-Hub-Signature-256: sha256=$signature" -d "$body" '${url}'
      done`,
    );
    await push(repository.folder, 'pushed.md', '# Pushed\n');
    await expect.poll(() => titlesOf(id)).toContain('Pushed');
  });

  it('for edits once nobody edits any more, and is a commit of who has edited', async () => {
    const { id, repository } = await aConnectedSpace();
    await edit(id, 'Edited here.');
    const before = (await jobsOf(id)).length;
    await look();
    expect(await jobsOf(id)).toHaveLength(before);
    await look(0);
    await settled(id);
    expect(repository.files()['README.md']).toContain('Edited here.');
    expect(repository.git(['log', '-1', '--format=%an %ae', 'main'])).toContain(owner.userId);
    await look(0, 0);
    expect(await jobsOf(id)).toHaveLength(before + 1);
  });

  it('for edits that go on after the longest wait', async () => {
    const { id, repository } = await aConnectedSpace();
    await edit(id, 'Edited for long.');
    await look(3_600_000, 0);
    await settled(id);
    expect(repository.files()['README.md']).toContain('Edited for long.');
  });

  it('again after one has failed, by the schedule', async () => {
    const { id, connectionId } = await aConnectedSpace();
    await update(id, { status: 'failed', failures: 2 });
    const { prisma } = server.platform.db;
    await prisma.gitOperation.deleteMany({ where: { connectionId } });
    const endedAt = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000);
    const failed = await prisma.gitOperation.create({
      data: {
        id: owner.context().newId('gop'),
        connectionId,
        direction: 'both',
        stage: 'fetch',
        state: 'failed',
        startedAt: endedAt(4),
        endedAt: endedAt(4),
      },
    });
    const before = (await jobsOf(id)).length;
    await look();
    expect(await jobsOf(id)).toHaveLength(before);
    await prisma.gitOperation.update({ where: { id: failed.id }, data: { endedAt: endedAt(6) } });
    await look();
    await settled(id);
    expect(await jobsOf(id)).toHaveLength(before + 1);
    expect(await rowOf(id)).toMatchObject({ status: 'active', failures: 0 });
  });

  it('once, however many hooks come to however many processes, and none is lost while one runs', async () => {
    const { id, connectionId, secret } = await aConnectedSpace();
    const key = `git-sync ${connectionId}`;
    const running = await server.platform.db.prisma.job.create({
      data: {
        id: owner.context().newId('job'),
        kind: 'git-sync',
        organizationId,
        spaceId: id,
        input: { connectionId },
        scopes: [],
        key,
      },
    });
    const before = (await jobsOf(id)).length;
    const answers = await Promise.all(Array.from({ length: 20 }, () => hook(connectionId, secret)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    await Promise.all(Array.from({ length: 5 }, () => look()));
    expect(await jobsOf(id)).toHaveLength(before);
    expect((await rowOf(id)).dueAt).not.toBeNull();
    await server.platform.db.prisma.job.delete({ where: { id: running.id } });
    await Promise.all(Array.from({ length: 5 }, () => look()));
    await settled(id);
    expect(await jobsOf(id)).toHaveLength(before);
    expect((await rowOf(id)).dueAt).toBeNull();
  });
});

describe('a look at a branch', () => {
  const lookAtOnce = async (id: string) => {
    await update(id, { pollMinutes: 5, lookAt: new Date(0) });
    return lookAtBranches(owner.context());
  };

  it('finds a push of which no webhook has told, and nothing after a push of our own', async () => {
    const { id, repository } = await aConnectedSpace();
    expect(await lookAtOnce(id)).toBe(false);
    expect((await rowOf(id)).lookAt.getTime()).toBeGreaterThan(clock.now().getTime() + 4 * 60_000);
    repository.commit({ 'polled.md': '# Polled\n' });
    expect(await lookAtOnce(id)).toBe(true);
    await look();
    await expect.poll(() => titlesOf(id)).toContain('Polled');
    await settled(id);
    await edit(id, 'Ours.');
    await look(0);
    await settled(id);
    expect(await lookAtOnce(id)).toBe(false);
  });

  it('ends when the host refuses the token, until there is another one', async () => {
    git.switches = { credential: 'git:first' };
    const { id } = await aConnectedSpace({ token: 'first' });
    git.switches = { credential: 'git:second' };
    expect(await lookAtOnce(id)).toBe(false);
    expect(await rowOf(id)).toMatchObject({ status: 'unauthenticated', failures: 1, dueAt: null });
    const { body } = await owner.rest(`GET /v1/spaces/${id}/git/operations`);
    expect(body.items[0]).toMatchObject({ state: 'failed', error: { type: 'git_unauthenticated' } });
    const { body: told } = await owner.rest(`GET /v1/orgs/${organizationId}/events?types=git_sync.failed&limit=100`);
    expect(told.items.filter(({ space }: any) => space === id)).toHaveLength(1);
    const asked = git.requests.length;
    await lookAtOnce(id);
    expect(git.requests).toHaveLength(asked);
    await owner.rest(`PATCH /v1/spaces/${id}/git`, { token: 'second' });
    await settled(id);
    expect((await rowOf(id)).status).toBe('active');
  });

  it('that fails changes nothing', async () => {
    const { id } = await aConnectedSpace();
    git.switches = { status: 500 };
    expect(await lookAtOnce(id)).toBe(false);
    expect((await rowOf(id)).status).toBe('active');
  });
});
