import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { encrypt } from '../../../src/lib/encryption.ts';
import { aGitWorld, guide, type GitWorld } from '../../git-scenes.ts';
import { aSyncedScene, type SyncedScene } from '../../git-syncs.ts';

let world: GitWorld;

beforeAll(async () => {
  world = await aGitWorld();
});
afterAll(() => world.git[Symbol.asyncDispose]());
afterEach(() => {
  world.git.switches = {};
});

type Rule = 'none' | 'same-repository' | 'all';

/** A space that is equal to its repository at a host with pull requests. */
async function aScene(pullRequests: Rule = 'same-repository', more: object = {}): Promise<SyncedScene> {
  const scene = await aSyncedScene(world, guide, { provider: 'gitea', pullRequests, ...more });
  await scene.sync();
  return scene;
}

/** Commits files to a branch that begins at main, and gives a pull request its commits. Returns the id of the newest. */
function propose(
  { repository }: SyncedScene,
  number: number,
  files: Readonly<Record<string, string | null>>,
  branch = `topic-${number}`,
): string {
  const isNew = repository.git(['for-each-ref', `refs/heads/${branch}`]) === '';
  if (isNew) repository.git(['update-ref', `refs/heads/${branch}`, 'refs/heads/main']);
  const oid = repository.commit(files, { branch, message: `Proposal ${number}` });
  repository.git(['update-ref', `refs/pull/${number}/head`, oid]);
  return oid;
}

/** As `propose`, of a fork: no branch of the repository has the commits. */
function proposeFromFork(scene: SyncedScene, number: number, files: Readonly<Record<string, string>>): string {
  const oid = propose(scene, number, files, 'elsewhere');
  scene.repository.git(['update-ref', '-d', 'refs/heads/elsewhere']);
  return oid;
}

/** Sends what the host tells of a pull request. */
async function tell(scene: SyncedScene, number: number, head: string, of: { isFork?: boolean; state?: string } = {}) {
  const { isFork = false, state = 'open' } = of;
  const body = {
    pull_request: {
      number,
      state,
      title: `Proposal ${number}`,
      head: { sha: head, ref: 'topic', repo: { id: isFork ? 2 : 1 } },
      base: { ref: 'main', repo: { id: 1 } },
    },
  };
  const signature = createHmac('sha256', 'secret').update(JSON.stringify(body)).digest('hex');
  const headers = { 'x-gitea-event': 'pull_request', 'x-gitea-signature': signature };
  const answer = await world.server.call(`POST /v1/git/hooks/${scene.connectionId}`, body, { headers });
  expect(answer.status).toBe(202);
}

const requestsOf = async ({ id }: SyncedScene, status = 'open'): Promise<any[]> =>
  (await world.owner.rest(`GET /v1/spaces/${id}/change-requests?status=${status}`)).body.items;

const pageIn = async ({ id }: SyncedScene, request: string, path: string) =>
  (await world.owner.rest(`GET /v1/spaces/${id}/change-requests/${request}/content/path/${path}`)).body;

const skippedOf = async ({ id }: SyncedScene): Promise<any[]> =>
  (await world.owner.rest(`GET /v1/spaces/${id}/git/operations`)).body.items.flatMap(({ skipped }: any) => skipped);

describe('an open pull request', () => {
  it('appears as a change request, follows its commits, and is archived when its branch goes', async () => {
    const scene = await aScene();
    const before = await world.pagesOf(scene.id);
    propose(scene, 1, { 'guide/start.md': '# Start\n\nProposed steps.\n', 'guide/extra.md': '# Extra\n\nMore.\n' });
    scene.repository.commit({ 'guide/next.md': '# Next\n\nMain goes on.\n' });
    await scene.sync();
    const [request, ...others] = await requestsOf(scene);
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      subject: '#1 Pull request',
      pullRequest: `${scene.url.replace('.git', '')}/pulls/1`,
    });
    expect((await pageIn(scene, request.id, 'guide/start')).markdown).toContain('Proposed steps.');
    expect((await pageIn(scene, request.id, 'guide/next')).markdown).toContain('Main goes on.');
    const { id: extra } = await pageIn(scene, request.id, 'guide/extra');
    expect(await world.pagesOf(scene.id)).toEqual(before);
    const changes = await world.owner.rest(`GET /v1/spaces/${scene.id}/change-requests/${request.id}/changes`);
    expect(changes.body.changes).toHaveLength(2);

    propose(scene, 1, { 'guide/start.md': guide['guide/start.md'], 'guide/extra.md': '# Extra\n\nAgain more.\n' });
    scene.repository.commit({ 'guide/later.md': '# Later\n' });
    await scene.sync();
    expect((await requestsOf(scene)).map(({ id }) => id)).toEqual([request.id]);
    expect((await pageIn(scene, request.id, 'guide/start')).markdown).toContain('First steps.');
    expect(await pageIn(scene, request.id, 'guide/extra')).toMatchObject({
      id: extra,
      markdown: expect.stringContaining('Again more.'),
    });
    const { body } = await world.owner.rest(`GET /v1/spaces/${scene.id}/change-requests/${request.id}/content/pages`);
    const below = (page: any): string[] => [page.title, ...page.pages.flatMap(below)];
    expect(body.pages.flatMap(below).toSorted()).toEqual(['Extra', 'Guide', 'Later', 'Next', 'Start', 'Welcome']);

    scene.repository.git(['update-ref', '-d', 'refs/heads/topic-1']);
    await scene.sync();
    expect(await requestsOf(scene)).toEqual([]);
    expect((await requestsOf(scene, 'archived')).map(({ id }) => id)).toEqual([request.id]);
    expect(await skippedOf(scene)).toEqual([]);
  });

  it('that is merged arrives by the sync, and its change request is archived', async () => {
    const scene = await aScene();
    const oid = propose(scene, 1, { 'guide/start.md': '# Start\n\nProposed steps.\n' });
    await scene.sync();
    scene.repository.git(['update-ref', 'refs/heads/main', oid]);
    await scene.sync();
    expect((await world.pageAt(scene.id, 'guide/start')).markdown).toContain('Proposed steps.');
    expect(await requestsOf(scene)).toEqual([]);
    expect(await requestsOf(scene, 'archived')).toHaveLength(1);
  });

  it('is read-only on both faces, with the reason, but has comments', async () => {
    const scene = await aScene();
    propose(scene, 1, { 'guide/start.md': '# Start\n\nProposed steps.\n' });
    await scene.sync();
    const [{ id, pullRequest }] = (await requestsOf(scene)) as [any];
    const at = `/v1/spaces/${scene.id}/change-requests/${id}`;
    const { id: page } = await pageIn(scene, id, 'guide/start');
    const refused = await Promise.all([
      world.owner.rest(`POST ${at}/merge`, {}),
      world.owner.rest(`POST ${at}/update`, {}),
      world.owner.rest(`PATCH ${at}`, { status: 'archived' }),
      world.owner.rest(`PATCH ${at}`, { subject: 'Mine' }),
      world.owner.rest(`POST ${at}/content`, { changes: [{ operation: 'delete_page', page }] }),
    ]);
    for (const { status, body } of refused)
      expect({ status, ...body.error }).toMatchObject({
        status: 409,
        type: 'invalid_state',
        message: expect.stringContaining(pullRequest),
      });
    const merge = `mutation ($id: ID!) { mergeChangeRequest(changeRequestId: $id) { result } }`;
    const { body } = await world.owner.graphql(merge, { id });
    expect(body.errors[0].message).toContain(pullRequest);
    const comment = await world.owner.rest(`POST ${at}/comments`, { page, body: { markdown: 'Why?' } });
    expect(comment.body).toMatchObject({ object: 'comment' });
  });

  it('is not shown unless the connection says so, and no longer when it stops saying so', async () => {
    const scene = await aScene('none');
    propose(scene, 1, { 'guide/start.md': '# Start\n\nProposed steps.\n' });
    await scene.sync();
    expect(await requestsOf(scene)).toEqual([]);
    const set = async (pullRequests: Rule) => {
      const { body } = await world.owner.rest(`PATCH /v1/spaces/${scene.id}/git`, { pullRequests });
      expect(body).toMatchObject({ pullRequests });
      await scene.sync();
    };
    await set('same-repository');
    expect(await requestsOf(scene)).toHaveLength(1);
    await set('none');
    expect(await requestsOf(scene)).toEqual([]);
  });

  it('becomes an ordinary change request when the space is disconnected', async () => {
    const scene = await aScene();
    propose(scene, 1, { 'guide/start.md': '# Start\n\nProposed steps.\n' });
    await scene.sync();
    expect((await world.owner.rest(`DELETE /v1/spaces/${scene.id}/git`)).status).toBe(205);
    const [request] = await requestsOf(scene);
    expect(request).not.toHaveProperty('pullRequest');
    const merged = await world.owner.rest(`POST /v1/spaces/${scene.id}/change-requests/${request.id}/merge`, {});
    expect(merged.body.result).toBe('merge');
  });

  it('that changes nothing in the folder of the space is not shown, and nothing is said of it', async () => {
    const scene = await aScene('same-repository', { directory: 'guide' });
    propose(scene, 1, { 'code.ts': 'export {};\n' });
    await scene.sync();
    expect([await requestsOf(scene), await skippedOf(scene)]).toEqual([[], []]);
  });
});

describe('a pull request of a fork', () => {
  it.each([
    ['same-repository', 0],
    ['all', 1],
  ] as const)('is shown with the rule %s to %i readers', async (rule, shown) => {
    const scene = await aScene(rule);
    const head = proposeFromFork(scene, 3, { 'guide/start.md': '# Start\n\nOf a stranger.\n' });
    await scene.sync();
    expect(await requestsOf(scene)).toEqual([]);
    await tell(scene, 3, head, { isFork: true });
    await scene.sync();
    expect((await requestsOf(scene)).map(({ subject }) => subject)).toEqual(shown === 1 ? ['#3 Proposal 3'] : []);
    await tell(scene, 3, head, { isFork: true, state: 'closed' });
    await scene.sync();
    expect(await requestsOf(scene)).toEqual([]);
  });
});

it('a connection shows twenty pull requests at once, and names the others', async () => {
  const scene = await aScene();
  const head = propose(scene, 1, { 'guide/start.md': '# Start\n\nProposed steps.\n' });
  await scene.sync();
  const [{ id: changeRequestId }] = (await requestsOf(scene)) as [any];
  const numbers = Array.from({ length: 20 }, (_none, at) => at + 2);
  const ref = (number: number) => `refs/pull/${number}/head`;
  scene.repository.git(['update-ref', '--stdin'], numbers.map((number) => `update ${ref(number)} ${head}\n`).join(''));
  // All but the last are shown already.
  const { connectionId } = scene;
  const shown = { connectionId, changeRequestId, state: 'open', head, isFork: false, takenCommit: head };
  await world.server.platform.db.prisma.gitPullRequest.createMany({
    data: numbers.slice(0, -1).map((number) => ({ ...shown, number, ref: ref(number) })),
  });
  await scene.sync();
  expect(await requestsOf(scene)).toHaveLength(1);
  expect(await skippedOf(scene)).toEqual([{ key: '#21', reason: expect.stringContaining('20 pull requests') }]);
});

it('pull requests of a host that is not known are refused', async () => {
  const { id, url } = await world.aScene();
  const input = { url, ref: 'refs/heads/main', pullRequests: 'all' };
  const { status, body } = await world.owner.rest(`PUT /v1/spaces/${id}/git`, input);
  expect({ status, ...body.error }).toMatchObject({
    status: 400,
    type: 'validation_failed',
    details: [{ path: 'body.pullRequests', rule: 'requires' }],
  });
});

describe('the status of a commit', () => {
  it.each([
    [201, []],
    [403, [{ key: '#1', reason: expect.stringContaining('it answers 403') }]],
  ] as const)('is written to the host, whose answer %i never fails the sync', async (status, skipped) => {
    const scene = await aScene();
    const { prisma } = world.server.platform.db;
    const { encryptionKey } = world.owner.context();
    const id = scene.connectionId;
    const sealedCredential = encrypt(encryptionKey, 'token-of-the-host', `git:${id}/token`);
    await prisma.gitConnection.update({ where: { id }, data: { sealedCredential } });
    const asked: { path: string; authorization: string; body: any }[] = [];
    world.git.switches = {
      api: (request) => {
        asked.push(request);
        return { status, body: { message: 'Says token-of-the-host' } };
      },
    };
    const oid = propose(scene, 1, { 'guide/start.md': '# Start\n\nProposed steps.\n' });
    await scene.sync();
    await scene.sync();
    const [request] = await requestsOf(scene);
    const name = scene.name.replace('.git', '');
    expect(asked).toEqual([
      {
        path: `/api/v1/repos/${name}/statuses/${oid}`,
        authorization: 'token token-of-the-host',
        body: {
          context: 'octavo/preview',
          state: 'success',
          description: 'The preview is ready',
          target_url: request.urls.app,
        },
      },
    ]);
    expect(await skippedOf(scene)).toEqual(skipped);
    expect(JSON.stringify(await skippedOf(scene))).not.toContain('token-of-the-host');
  });
});
