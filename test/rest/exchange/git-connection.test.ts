import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { overlaps } from '../../../src/domain/exchange/git/free-place.ts';
import { readCredential } from '../../../src/domain/exchange/git/read-credential.ts';
import { aMember, anOrganization, aSpace } from '../../factories.ts';
import { gitServer, type GitServer } from '../../git-server.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let git: GitServer;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  git = await gitServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});
afterAll(() => git[Symbol.asyncDispose]());
beforeEach(() => {
  git.switches = {};
});

const main = 'refs/heads/main';
const token = 'hunter2-of-the-sync';
let made = 0;

/** A space, and a repository that asks for the token. */
async function aScene(files: Readonly<Record<string, string>> = { 'README.md': '# Docs\n' }) {
  const { id } = await aSpace(server, organizationId);
  const name = `docs-${(made += 1)}.git`;
  git.switches = { credential: `git:${token}` };
  return { id, name, url: git.url(name), repository: git.repository(name, files) };
}

const connect = (id: string, body: object, caller = owner) =>
  caller.rest(`PUT /v1/spaces/${id}/git`, { ref: main, token, ...body });
const update = (id: string, body: object) => owner.rest(`PATCH /v1/spaces/${id}/git`, body);
const get = (id: string, caller = owner) => caller.rest(`GET /v1/spaces/${id}/git`);
const errorOf = ({ status, body }: { status: number; body: any }) => ({ status, type: body.error?.type });

/** Events of connections, the newest first. */
async function events() {
  const types = 'types=git_connection.*&order=desc&limit=100';
  return (await owner.rest(`GET /v1/orgs/${organizationId}/events?${types}`)).body.items;
}

describe('PUT /v1/spaces/{spaceId}/git', () => {
  it('a space is connected with a branch, and the secret of its webhook is shown once', async () => {
    const { id, url } = await aScene();
    const { status, body } = await connect(id, { url, directory: './docs/' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      connection: {
        object: 'git-connection',
        space: id,
        provider: 'other',
        url,
        ref: main,
        directory: 'docs',
        direction: 'both',
        priority: 'git',
        onConflict: 'merge',
        hasToken: true,
        pollMinutes: 5,
        status: 'active',
        failures: 0,
      },
      hookSecret: expect.stringMatching(/^whsec_/),
    });
    const { hook, id: connectionId } = body.connection;
    expect(hook.url).toMatch(new RegExp(`/v1/git/hooks/${connectionId}$`));
    const shown = await get(id);
    expect(shown.body).toEqual(body.connection);
    expect(JSON.stringify(shown.body)).not.toContain(body.hookSecret);
    expect((await connect(id, { url })).body.error.type).toBe('already_exists');
  });

  it('every setting is kept, and can be changed', async () => {
    const { id, url, repository } = await aScene();
    repository.commit({ 'README.md': '# Next\n' }, { branch: 'next' });
    git.switches = { credential: `robot:${token}` };
    const settings = {
      provider: 'gitea',
      direction: 'import',
      onConflict: 'review',
      commitMessage: 'docs: {change_request_subject}',
      username: 'robot',
      pollMinutes: 30,
      editLinks: true,
      paused: true,
    };
    const { paused: _, ...shown } = settings;
    expect((await connect(id, { url, ...settings })).body.connection).toMatchObject({ ...shown, status: 'paused' });
    git.switches = { credential: `other:${token}` };
    const changes = {
      ref: 'refs/heads/next',
      provider: 'gitlab',
      direction: 'both',
      username: 'other',
      editLinks: false,
    };
    const changed = await update(id, changes);
    expect(changed.body).toMatchObject({ ...shown, ...changes });
    expect(changed.body.hook.instructions).toContain('signing token');
  });

  it('a token in the URL is taken from it, and is in no answer and no event', async () => {
    const { id, url } = await aScene();
    const { body } = await connect(id, { url: url.replace('://', `://git:${token}@`), token: undefined });
    expect(body.connection).toMatchObject({ url, username: 'git', hasToken: true });
    expect(JSON.stringify([body, await events()])).not.toContain(token);
  });

  it.each([
    ['a wrong token', { token: 'another' }, { status: 400, type: 'git_unauthenticated' }],
    ['a branch that is missing', { ref: 'refs/heads/none' }, { status: 404, type: 'reference_not_found' }],
    ['a tag', { ref: 'refs/tags/v1' }, { status: 400, type: 'validation_failed' }],
    ['a folder above', { directory: '../docs' }, { status: 400, type: 'validation_failed' }],
    ['a host within', { url: 'https://169.254.169.254/docs.git' }, { status: 400, type: 'fetch_refused' }],
    ['a program in place of a URL', { url: 'ext::sh -c "touch x"' }, { status: 400, type: 'validation_failed' }],
    ['a file', { url: 'file:///etc/passwd' }, { status: 400, type: 'validation_failed' }],
    ['an option', { url: '--upload-pack=touch x' }, { status: 400, type: 'validation_failed' }],
    ['a token with a line break', { token: 'a\nb' }, { status: 400, type: 'validation_failed' }],
  ])('%s is refused, and nothing is stored', async (_name, input, expected) => {
    const { id, url } = await aScene();
    const answer = await connect(id, { url, ...input });
    expect(errorOf(answer)).toEqual(expected);
    expect(JSON.stringify(answer.body)).not.toContain(token);
    expect((await get(id)).status).toBe(404);
  });

  it('a token that may not write is refused where content goes to the repository', async () => {
    const { id, url, repository } = await aScene();
    repository.git(['config', 'http.receivepack', 'false']);
    const { body } = await connect(id, { url });
    expect(body.error).toMatchObject({ type: 'git_unauthenticated', message: expect.stringContaining('not write') });
    expect((await connect(id, { url, direction: 'import' })).status).toBe(201);
  });

  it('a branch that is missing is made by the first export', async () => {
    const { id, url } = await aScene();
    expect((await connect(id, { url, ref: 'refs/heads/new', priority: 'octavo' })).status).toBe(201);
  });

  it('two spaces share a branch only with folders that do not contain each other', async () => {
    const { id, url } = await aScene();
    const other = await aSpace(server, organizationId);
    expect((await connect(id, { url, directory: 'docs' })).status).toBe(201);
    for (const directory of ['', 'docs', 'docs/api'])
      expect(errorOf(await connect(other.id, { url: url.replace(/\.git$/, ''), directory }))).toMatchObject({
        type: 'conflict',
      });
    expect((await connect(other.id, { url, directory: 'docs-2' })).status).toBe(201);
    expect(errorOf(await update(other.id, { directory: 'docs/a' }))).toEqual({ status: 409, type: 'conflict' });
  });

  it('only admins connect, and only who may sync sees the connection', async () => {
    const { id, url } = await aScene();
    const creator = await aMember(server, organizationId, 'create');
    const editor = await aMember(server, organizationId, 'edit');
    expect((await connect(id, { url }, creator)).status).toBe(403);
    expect((await connect(id, { url })).status).toBe(201);
    expect((await get(id, creator)).status).toBe(200);
    expect((await get(id, editor)).status).toBe(403);
    const asked = `query ($id: ID!) { space(id: $id) { connectedRepository { url } } }`;
    expect((await editor.graphql(asked, { id })).body.data.space.connectedRepository).toBeNull();
  });
});

describe('PATCH /v1/spaces/{spaceId}/git', () => {
  it('settings change, and what has changed is told', async () => {
    const { id, url } = await aScene();
    await connect(id, { url });
    const { body } = await update(id, { pollMinutes: 0, onConflict: 'review', commitMessage: 'docs: {revision}' });
    expect(body).toMatchObject({ pollMinutes: 0, onConflict: 'review', commitMessage: 'docs: {revision}' });
    const [event] = await events();
    expect(event).toMatchObject({
      type: 'git_connection.updated',
      data: { changed: ['onConflict', 'commitMessage', 'pollMinutes'] },
    });
  });

  it('a connection is paused, and begins again', async () => {
    const { id, url } = await aScene();
    await connect(id, { url });
    expect((await update(id, { paused: true })).body.status).toBe('paused');
    expect((await update(id, { pollMinutes: 7 })).body.status).toBe('paused');
    expect((await update(id, { paused: false })).body.status).toBe('active');
  });

  it('a connection that waits for a token begins with one that works', async () => {
    const { id, url } = await aScene();
    await connect(id, { url });
    await server.platform.db.prisma.gitConnection.update({
      where: { spaceId: id },
      data: { status: 'unauthenticated', failures: 3 },
    });
    git.switches = { credential: 'git:renewed' };
    expect(errorOf(await update(id, { token: 'wrong' }))).toEqual({ status: 400, type: 'git_unauthenticated' });
    expect((await get(id)).body.status).toBe('unauthenticated');
    expect((await update(id, { token: 'renewed' })).body).toMatchObject({ status: 'active', failures: 0 });
    expect(JSON.stringify(await events())).not.toContain('renewed');
  });

  it('the token is never sent to another host', async () => {
    const { id, url } = await aScene();
    await connect(id, { url });
    await using elsewhere = await gitServer();
    elsewhere.repository('docs.git', { 'README.md': '# Docs\n' });
    const other = elsewhere.url('docs.git');
    expect(errorOf(await update(id, { url: other }))).toEqual({ status: 400, type: 'validation_failed' });
    expect(elsewhere.requests).toEqual([]);
    expect((await update(id, { url: other, token: null })).body).toMatchObject({ url: other, hasToken: false });
    expect(JSON.stringify(elsewhere.requests)).not.toContain('Basic');
  });
});

describe('DELETE /v1/spaces/{spaceId}/git', () => {
  it('a space is disconnected, and its content stays', async () => {
    const { id, url } = await aScene();
    await connect(id, { url });
    const before = (await owner.rest(`GET /v1/spaces/${id}`)).body.revision;
    expect((await owner.rest(`DELETE /v1/spaces/${id}/git`)).status).toBe(205);
    expect((await get(id)).status).toBe(404);
    expect((await owner.rest(`GET /v1/spaces/${id}`)).body.revision).toBe(before);
    expect((await owner.rest(`DELETE /v1/spaces/${id}/git`)).status).toBe(404);
    expect((await connect(id, { url })).status).toBe(201);
  });

  it('the secret of the webhook is replaced', async () => {
    const { id, url } = await aScene();
    const { body: before } = await connect(id, { url });
    const { status, body } = await owner.rest(`POST /v1/spaces/${id}/git/rotate-secret`);
    expect(status).toBe(200);
    expect(body.hookSecret).not.toBe(before.hookSecret);
    expect(body.connection.id).toBe(before.connection.id);
  });
});

describe('rules', () => {
  it.each([
    ['', '', true],
    ['', 'docs', true],
    ['docs', 'docs', true],
    ['docs', 'docs/api', true],
    ['docs', 'docs-2', false],
    ['a/b', 'a/c', false],
  ])('folders %j and %j overlap: %j', (one, other, expected) => {
    expect([overlaps(one, other), overlaps(other, one)]).toEqual([expected, expected]);
  });

  it.each([
    [{ url: 'https://h/r.git' }, null, null],
    [{ url: 'https://tok@h/r.git' }, null, 'tok'],
    [{ url: 'https://me:tok%2F1@h/r.git' }, 'me', 'tok/1'],
    [{ url: 'https://me:tok@h/r.git', token: 'own' }, 'me', 'own'],
    [{ url: 'https://me:tok@h/r.git', token: null }, 'me', null],
    [{ url: 'https://:tok@h/r.git' }, null, 'tok'],
    [{ url: 'https://h/r.git', username: 'me', token: 'tok' }, 'me', 'tok'],
  ])('the credential of %j is %j with %j', (input, username, secret) => {
    expect(readCredential(input)).toEqual({ remote: { url: 'https://h/r.git' }, username, token: secret });
  });
});
