import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aSpace } from '../../factories.ts';
import { aGitWorld, main, type GitWorld } from '../../git-scenes.ts';
import type { GitServer } from '../../git-server.ts';
import type { Caller, Harness } from '../../harness.ts';

let server: Harness;
let git: GitServer;
let owner: Caller;
let organizationId: string;
let pageAt: GitWorld['pageAt'];
let edit: GitWorld['edit'];
let rewrite: GitWorld['rewrite'];

beforeAll(async () => {
  ({ server, git, owner, organizationId, pageAt, edit, rewrite } = await aGitWorld());
});
afterAll(() => git[Symbol.asyncDispose]());
beforeEach(() => {
  git.switches = {};
});

let made = 0;

const guide = {
  'README.md': '---\ntitle:   Welcome   # the first page\n---\n\n# Welcome\n\nSee [start](guide/start.md).\n',
  'guide/start.md': '# Start\r\n\r\nFirst *steps*.\r\n',
  'guide/next.md': '# Next\n\n* one\n* two',
  'src/code.ts': 'export {};\n',
};

/** A space that was imported from a repository. */
async function anImported(files: Readonly<Record<string, string>> = guide, more: object = {}) {
  const { id } = await aSpace(server, organizationId);
  const name = `exported-${(made += 1)}.git`;
  const repository = git.repository(name, files);
  const url = git.url(name);
  const { status } = await owner.rest(`POST /v1/spaces/${id}/git/import`, { url, ref: main, ...more });
  expect(status).toBe(204);
  return { id, url, repository };
}

const exportGit = (id: string, url: string, more: object = {}) =>
  owner.rest(`POST /v1/spaces/${id}/git/export`, { url, ref: main, commitMessage: 'docs: edits', ...more });

const exportAsked = `mutation ($id: ID!, $input: ExportGitInput!) { exportToGitRepository(spaceId: $id, input: $input) {
  commitOid changedFiles skipped { key reason } } }`;

async function exportByGraph(id: string, url: string, more: object = {}) {
  const input = { url, ref: main, commitMessage: 'docs: edits', ...more };
  const { body } = await owner.graphql(exportAsked, { id, input });
  expect(body.errors).toBeUndefined();
  return body.data.exportToGitRepository;
}

describe('POST /v1/spaces/{spaceId}/git/export', () => {
  it('nothing is written when nothing has changed here', async () => {
    const { id, url, repository } = await anImported();
    const before = repository.git(['rev-parse', 'main']).trim();
    expect(await exportByGraph(id, url)).toEqual({ commitOid: before, changedFiles: 0, skipped: [] });
    expect(repository.git(['rev-parse', 'main']).trim()).toBe(before);
  });

  it('an edited page is one changed file in a commit of who asked for it', async () => {
    const { id, url, repository } = await anImported();
    await rewrite(id, 'guide/start', '# Start\n\nFirst *steps*.\n\nThen more.\n');
    const done = await exportByGraph(id, url);
    expect(done).toEqual({ commitOid: repository.git(['rev-parse', 'main']).trim(), changedFiles: 1, skipped: [] });
    expect(repository.git(['diff', '--name-status', 'main~', 'main'])).toBe('M\tguide/start.md\n');
    expect(repository.files()).toEqual({
      ...guide,
      'guide/start.md': '# Start\r\n\r\nFirst *steps*.\r\n\r\nThen more.\r\n',
    });
    const [name, email, committer, message] = repository
      .git(['log', '-1', '--format=%an%n%ae%n%cn%n%s', 'main'])
      .split('\n');
    expect({ email, committer, message }).toEqual({
      email: `${owner.userId}@users.noreply.${new URL(server.platform.services.urls.base).hostname}`,
      committer: 'Octavo',
      message: 'docs: edits',
    });
    expect(name).not.toBe('');
    const { git: commit } = (await owner.rest(`GET /v1/spaces/${id}/content`)).body;
    expect(commit).toMatchObject({ oid: done.commitOid, message: 'docs: edits', createdByService: true });
  });

  it('exports and imports take turns, and neither finds anything of the other', async () => {
    const { id, url, repository } = await anImported();
    await rewrite(id, 'guide/next', '# Next\n\n* one\n* two\n* three\n');
    expect((await exportGit(id, url)).status).toBe(204);
    const revision = (await owner.rest(`GET /v1/spaces/${id}`)).body.revision;
    expect((await exportByGraph(id, url)).changedFiles).toBe(0);
    repository.commit({ 'guide/start.md': '# Start\n\nTheirs.\n' });
    expect((await owner.rest(`POST /v1/spaces/${id}/git/import`, { url, ref: main })).status).toBe(204);
    expect((await owner.rest(`GET /v1/spaces/${id}`)).body.revision).not.toBe(revision);
    expect((await exportByGraph(id, url)).changedFiles).toBe(0);
    expect(repository.files()).toEqual({
      ...guide,
      'guide/next.md': '# Next\n\n* one\n* two\n* three',
      'guide/start.md': '# Start\n\nTheirs.\n',
    });
  });

  it('a new page and a deleted page are a new file and a deleted file, below the folder of the project alone', async () => {
    const files = Object.fromEntries(Object.entries(guide).map(([path, text]) => [`docs/${path}`, text]));
    const { id, url, repository } = await anImported(
      { ...files, 'main.c': 'int x;\n' },
      { repoProjectDirectory: 'docs' },
    );
    const { id: next } = await pageAt(id, 'guide/next');
    const { id: parent } = await pageAt(id, 'guide');
    await edit(id, [
      { operation: 'delete_page', page: next },
      {
        operation: 'insert_page',
        title: 'Then',
        document: { markdown: 'Soon.\n' },
        into: parent,
      },
    ]);
    expect((await exportGit(id, url, { repoProjectDirectory: 'docs' })).status).toBe(204);
    const { 'docs/guide/next.md': _gone, ...rest } = files;
    expect(repository.files()).toEqual({
      ...rest,
      'main.c': 'int x;\n',
      'docs/guide/then.md': expect.stringContaining('Soon.'),
    });
  });

  it('a repository with changes that were not imported is left as it is', async () => {
    const { id, url, repository } = await anImported();
    await rewrite(id, 'guide/start', '# Start\n\nOurs.\n');
    const theirs = repository.commit({ 'guide/next.md': '# Next\n\nTheirs.\n' });
    const { status, body } = await exportGit(id, url, { force: true });
    expect({ status, ...body.error }).toMatchObject({
      status: 409,
      type: 'conflict',
      message: 'The repository has changes that were not imported: guide/next.md. Import it first',
    });
    expect(repository.git(['rev-parse', 'main']).trim()).toBe(theirs);
  });

  it('a push of somebody else in the same moment is not lost', async () => {
    const files = Object.fromEntries(Object.entries(guide).map(([path, text]) => [`docs/${path}`, text]));
    const { id, url, repository } = await anImported(files, { repoProjectDirectory: 'docs' });
    await rewrite(id, 'guide/start', '# Start\n\nOurs.\n');
    let pushes = 0;
    git.switches.beforePush = () => {
      if ((pushes += 1) === 1) repository.commit({ 'main.c': 'int theirs;\n' });
    };
    expect((await exportGit(id, url, { repoProjectDirectory: 'docs' })).status).toBe(204);
    expect(pushes).toBe(2);
    expect(repository.files()).toMatchObject({
      'main.c': 'int theirs;\n',
      'docs/guide/start.md': '# Start\r\n\r\nOurs.\r\n',
    });
  });

  it('a branch that does not exist is made, and one with files of others is not touched', async () => {
    const { id } = await aSpace(server, organizationId);
    await edit(id, [{ operation: 'insert_page', title: 'Hello', document: { markdown: 'World.\n' } }]);
    const repository = git.repository('fresh.git');
    expect((await exportGit(id, git.url('fresh.git'))).status).toBe(204);
    expect(Object.values(repository.files()).join('\n')).toContain('World.');
    git.repository('others.git', { 'README.md': '# Others\n' });
    expect((await exportGit(id, git.url('others.git'))).body.error).toMatchObject({ type: 'conflict' });
  });

  it('a commit that the host declines is told with its words, and nothing is noted', async () => {
    const { id, url, repository } = await anImported();
    await rewrite(id, 'guide/start', '# Start\n\nOurs.\n');
    repository.hook('pre-receive', 'echo "main is protected"; exit 1');
    const { status, body } = await exportGit(id, url);
    expect({ status, ...body.error }).toMatchObject({
      status: 409,
      type: 'git_declined',
      message: expect.stringContaining('main is protected'),
    });
    repository.hook('pre-receive', 'exit 0');
    expect((await exportByGraph(id, url)).changedFiles).toBe(1);
  });

  it('what the caller says of the host and the time is noted', async () => {
    const { id, url } = await anImported();
    await rewrite(id, 'guide/start', '# Start\n\nOurs.\n');
    const page = 'https://gitlab.example.org/docs/-';
    const notes = {
      repoTreeURL: `${page}/tree/main`,
      repoCommitURL: `${page}/commit`,
      gitInfo: { provider: 'gitlab' },
    };
    expect((await exportGit(id, url, { ...notes, timestamp: '2026-03-02T12:00:00Z' })).status).toBe(204);
    const { gitSync } = (await owner.rest(`GET /v1/spaces/${id}`)).body;
    expect(gitSync).toMatchObject({ installationProvider: 'gitlab', url: `${page}/tree/main` });
    const { oid, url: shown } = (await owner.rest(`GET /v1/spaces/${id}/content`)).body.git;
    expect(shown).toBe(`${page}/commit/${oid}`);
    const late = await exportGit(id, url, { timestamp: '2026-03-02T11:00:00Z' });
    expect(late.body.error.type).toBe('conflict');
  });

  it.each([
    [{ commitMessage: ' ' }, 'validation_failed'],
    [{ ref: 'refs/heads/a b' }, 'validation_failed'],
  ])('an export with %j is refused', async (more, type) => {
    const { id } = await aSpace(server, organizationId);
    const { status, body } = await exportGit(id, git.url('x.git'), more);
    expect({ status, type: body.error.type }).toEqual({ status: 400, type });
  });
});
