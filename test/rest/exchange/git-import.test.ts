import { GitBookAPI } from '@gitbook/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../../src/db/sql.ts';
import { providerOf, repositoryName, treeUrlOf } from '../../../src/domain/exchange/git/host.ts';
import { aMember, aSpace } from '../../factories.ts';
import { aGitWorld, main, type GitWorld } from '../../git-scenes.ts';
import type { GitServer } from '../../git-server.ts';
import type { Caller, Harness } from '../../harness.ts';

let world: GitWorld;
let server: Harness;
let git: GitServer;
let owner: Caller;
let organizationId: string;
let aScene: GitWorld['aScene'];
let importGit: GitWorld['importGit'];
let importByGraph: GitWorld['importByGraph'];
let pagesOf: GitWorld['pagesOf'];

beforeAll(async () => {
  world = await aGitWorld();
  ({ server, git, owner, organizationId, aScene, importGit, importByGraph, pagesOf } = world);
});
afterAll(() => git[Symbol.asyncDispose]());
beforeEach(() => {
  git.switches = {};
});

const secret = 'hunter2/öäü';

/** A table of contents that lists one page of five. */
const few = {
  'SUMMARY.md': '* [Start](README.md)\n',
  'README.md': '# Start\n',
  ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.md`, `# ${name.toUpperCase()}\n`])),
};

describe('POST /v1/spaces/{spaceId}/git/import', () => {
  it('a branch becomes the pages and files of the space, by the published client alone', async () => {
    const { id, url } = await aScene();
    const client = new GitBookAPI({ endpoint: await server.listen(), authToken: owner.secret });
    const { status } = await (client as any).spaces.importGitRepository(id, { url, ref: main });
    expect(status).toBe(204);
    expect(Object.keys(await pagesOf(id))).toEqual(['Welcome', 'Guide', 'Next', 'Start']);
    const { body } = await owner.rest(`GET /v1/spaces/${id}/content`);
    expect(body.files.map(({ name }: any) => name)).toEqual(['logo.png']);
  });

  it('importing again changes what has changed in the repository, and keeps ids', async () => {
    const { id, url, repository } = await aScene();
    expect(await importByGraph(id, { url })).toMatchObject({ importedResources: 4, changes: null });
    const before = await pagesOf(id);
    const oid = repository.commit({
      'guide/start.md': '# Start\n\nOther steps.\n',
      'guide/next.md': null,
      'more.md': '# More\n',
    });
    expect(await importByGraph(id, { url })).toMatchObject({
      commitOid: oid,
      changes: { added: 1, updated: 1, removed: 1, unchanged: 3 },
    });
    const after = await pagesOf(id);
    expect(after).toMatchObject({ Welcome: before['Welcome'], Start: before['Start'] });
    expect(Object.keys(after)).toEqual(['Welcome', 'Guide', 'Start', 'More']);
  });

  it('only the folder of the project is read', async () => {
    const { id, url } = await aScene({ 'README.md': '# Code\n', 'docs/README.md': '# Docs\n', 'docs/a.md': '# A\n' });
    expect((await importGit(id, { url, repoProjectDirectory: './docs/' })).status).toBe(204);
    expect(Object.keys(await pagesOf(id))).toEqual(['Docs', 'A']);
    for (const [repoProjectDirectory, type] of [
      ['absent', 'import_refused'],
      ['../docs', 'validation_failed'],
    ]) {
      const { status, body } = await importGit(id, { url, repoProjectDirectory });
      expect({ status, type: body.error.type }).toEqual({ status: 400, type });
    }
  });

  it('what is no file of text or bytes is left out and named', async () => {
    const { id, url, repository } = await aScene();
    const lfs = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n';
    const blob = repository.git(['hash-object', '-w', '--stdin'], lfs).trim();
    const tree = repository.git(['rev-parse', 'main^{tree}']).trim();
    const odd = [
      `120000 blob ${blob}\tlink.md`,
      `160000 commit ${'1'.repeat(40)}\tvendor`,
      `100644 blob ${blob}\tlarge.png`,
      `100644 blob ${blob}\ta\\b.md`,
    ];
    const entries = repository.git(['ls-tree', '-z', tree]) + odd.map((entry) => `${entry}\0`).join('');
    const commit = repository.git(['commit-tree', repository.git(['mktree', '-z'], entries).trim()], 'Odd').trim();
    repository.git(['update-ref', main, commit]);
    const { skipped } = await importByGraph(id, { url });
    expect(new Map(skipped.map(({ key, reason }: any) => [key, reason]))).toEqual(
      new Map([
        ['link.md', 'It is a symbolic link'],
        ['vendor', 'It is a submodule'],
        ['large.png', 'It is a pointer of Git LFS, whose files are not read'],
        ['a\\b.md', 'Its name contains a backslash'],
      ]),
    );
  });

  it('a standalone import goes into a change request, and the space stays as it is', async () => {
    const { id, url } = await aScene();
    const before = (await owner.rest(`GET /v1/spaces/${id}`)).body.revision;
    const { changeRequestId, commitOid } = await importByGraph(id, { url, standalone: true });
    expect((await owner.rest(`GET /v1/spaces/${id}`)).body.revision).toBe(before);
    const { body } = await owner.rest(`GET /v1/spaces/${id}/change-requests/${changeRequestId}/content`);
    expect(body.pages.map(({ title }: any) => title)).toContain('Welcome');
    const request = await owner.rest(`GET /v1/spaces/${id}/change-requests/${changeRequestId}`);
    expect(request.body.subject).toContain(commitOid.slice(0, 7));
  });

  it('an operation that is older than the last one is refused, unless it is forced', async () => {
    const { id, url } = await aScene();
    const at = (timestamp: string, more = {}) => importGit(id, { url, timestamp, ...more });
    expect((await at('2026-03-02T12:00:00Z')).status).toBe(204);
    expect((await at('2026-03-02T11:59:59Z')).body.error).toMatchObject({ type: 'conflict' });
    expect((await at('2026-03-02T11:59:59Z', { force: true })).status).toBe(204);
    expect((await at('2026-03-02T12:00:01Z')).status).toBe(204);
  });

  it('a person with the role `edit` may not import', async () => {
    const { id, url } = await aScene();
    const editor = await aMember(server, organizationId, 'edit');
    expect((await importGit(id, { url }, editor)).body.error.type).toBe('forbidden');
  });
});

describe('the repository of a space', () => {
  it('is told with the commit of each revision, unless metadata is left out', async () => {
    const { id, name, url, repository } = await aScene();
    expect((await owner.rest(`GET /v1/spaces/${id}/git/info`)).status).toBe(404);
    expect((await owner.rest(`GET /v1/spaces/${id}`)).body).not.toHaveProperty('gitSync');
    const tree = 'https://git.example.org/docs/tree/main';
    await importGit(id, { url, repoTreeURL: tree, repoCommitURL: 'https://git.example.org/docs/commit/' });
    const sync = { repoName: name.replace('.git', ''), url: tree, updatedAt: expect.any(String) };
    expect((await owner.rest(`GET /v1/spaces/${id}/git/info`)).body).toEqual(sync);
    expect((await owner.rest(`GET /v1/spaces/${id}`)).body.gitSync).toEqual(sync);
    const oid = repository.git(['rev-parse', 'main']).trim();
    const content = `GET /v1/spaces/${id}/content`;
    expect((await owner.rest(content)).body.git).toEqual({
      oid,
      message: 'First',
      ref: main,
      createdByService: false,
      url: `https://git.example.org/docs/commit/${oid}`,
    });
    expect((await owner.rest(`${content}?metadata=false`)).body).not.toHaveProperty('git');
  });

  it('says the host that the caller names', async () => {
    const { id, url } = await aScene();
    const gitInfo = { provider: 'gitlab', url: 'https://gitlab.example.org/docs/-/tree/main' };
    await importGit(id, { url, gitInfo });
    expect((await owner.rest(`GET /v1/spaces/${id}/git/info`)).body).toMatchObject({
      installationProvider: 'gitlab',
      url: gitInfo.url,
    });
  });

  it('is not copied with the space', async () => {
    const { id, url } = await aScene();
    await importGit(id, { url });
    const copy = await owner.rest(`POST /v1/spaces/${id}/duplicate`, {});
    expect((await owner.rest(`GET /v1/spaces/${copy.body.id}/git/info`)).status).toBe(404);
  });

  it.each([
    ['https://github.com/acme/docs.git', 'a/b', 'acme/docs', 'https://github.com/acme/docs/tree/main/a/b'],
    ['https://gitlab.com/a/b/docs/', '', 'a/b/docs', 'https://gitlab.com/a/b/docs/-/tree/main'],
    ['https://git.example.org/docs', '', 'docs', null],
  ])('%s has a name and a tree', (url, directory, name, tree) => {
    expect(repositoryName(url)).toBe(name);
    expect(treeUrlOf(url, providerOf({ url }), main, directory)).toBe(tree);
  });
});

describe('an import that fails', () => {
  it.each([
    ['a credential is asked for', { credential: 'a:b' }, 'git_unauthenticated'],
    ['the repository is missing', { status: 404 }, 'fetch_failed'],
    ['the repository has moved', { location: 'http://127.0.0.1:1' }, 'fetch_refused'],
  ] as const)('an import is refused with the field of the URL when %s', async (_name, switches, type) => {
    const { id, url } = await aScene();
    git.switches = switches;
    const { status, body } = await importGit(id, { url });
    expect({ status, ...body.error }).toMatchObject({ status: 400, type });
  });

  it.each([
    ['ssh://git@example.org/a.git', main, 'validation_failed'],
    ['https://example.org/', main, 'fetch_refused'],
    ['https://example.org/a.git?x=y', main, 'fetch_refused'],
    ['http://169.254.169.254/a.git', main, 'fetch_refused'],
    ['https://localhost/a.git', main, 'fetch_refused'],
    ['https://example.org/a.git', 'main', 'validation_failed'],
    ['https://example.org/a.git', 'refs/heads/../x', 'validation_failed'],
    ['https://example.org/a.git', '--upload-pack=touch', 'validation_failed'],
    ['https://example.org/a.git', 'refs/heads/a:refs/heads/b', 'validation_failed'],
  ])('an import of %s at %s is refused', async (url, ref, type) => {
    const { id } = await aSpace(server, organizationId);
    const { status, body } = await importGit(id, { url, ref });
    expect({ status, type: body.error.type }).toEqual({ status: 400, type });
  });

  it('an import of a branch that is missing names it', async () => {
    const { id, url } = await aScene();
    const { body } = await importGit(id, { url, ref: 'refs/heads/none' });
    expect(body.error).toMatchObject({ type: 'fetch_failed', message: 'The repository has no refs/heads/none' });
  });

  it.each([
    ['nothing to read', { 'code.ts': 'x' }, 'import_refused'],
    ['a table of contents that lists few pages', few, 'import_partial'],
  ])('a standalone import of %s leaves no change request', async (_name, files, type) => {
    const { id, url } = await aScene(files);
    const { status, body } = await importGit(id, { url, standalone: true });
    expect({ status, type: body.error.type }).toEqual({ status: type === 'import_partial' ? 409 : 400, type });
    expect((await owner.rest(`GET /v1/spaces/${id}/change-requests`)).body.items).toEqual([]);
  });

  it('an import that would leave out most pages is refused, unless it is told that it may', async () => {
    const { id, url, repository } = await aScene(few);
    const { status, body } = await importGit(id, { url });
    expect({ status, ...body.error }).toMatchObject({ status: 409, type: 'import_partial' });
    expect((await importGit(id, { url, allowPartial: true })).status).toBe(204);
    repository.commit({ 'SUMMARY.md': `${few['SUMMARY.md']}* [B](b.md)\n` });
    expect((await importGit(id, { url })).status).toBe(204);
    expect(Object.keys(await pagesOf(id))).toEqual(['Start', 'B']);
  });

  it('an import into a locked space is refused, and into a change request of it is not', async () => {
    const { id, url } = await aScene();
    await owner.rest(`PATCH /v1/spaces/${id}`, { editMode: 'locked' });
    expect((await importGit(id, { url })).body.error.type).toBe('space_locked');
    expect((await importGit(id, { url, standalone: true })).status).toBe(204);
  });
});

it('the credential of an import is in no answer, row or event', async () => {
  const { id, url } = await aScene();
  git.switches = { credential: `ada:${secret}` };
  const withSecret = url.replace('://', `://ada:${encodeURIComponent(secret)}@`);
  const done = await importGit(id, { url: withSecret });
  git.switches = { credential: 'ada:other' };
  const failed = await importGit(id, { url: withSecret });
  expect([done.status, failed.body.error.type]).toEqual([204, 'git_unauthenticated']);
  const rows = await server.platform.db.sql.rows(sql`
    select json_agg(j)::text || (select json_agg(e)::text from events e) || (select json_agg(r)::text from git_repositories r)
    from jobs j where j."spaceId" = ${id}`);
  const texts = JSON.stringify([rows, failed.body]);
  for (const form of [secret, encodeURIComponent(secret), Buffer.from(`ada:${secret}`).toString('base64')])
    expect(texts).not.toContain(form);
});
