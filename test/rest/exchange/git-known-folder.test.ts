import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../src/db/sql.ts';
import { aGitWorld, guide, type GitWorld } from '../../git-scenes.ts';
import type { Caller, Harness } from '../../harness.ts';

let world: GitWorld;
let server: Harness;
let owner: Caller;
let aScene: GitWorld['aScene'];
let importGit: GitWorld['importGit'];
let importByGraph: GitWorld['importByGraph'];
let pagesOf: GitWorld['pagesOf'];

beforeAll(async () => {
  world = await aGitWorld();
  ({ server, owner, aScene, importGit, importByGraph, pagesOf } = world);
});
afterAll(() => world.git[Symbol.asyncDispose]());

/** What an import writes: the time of each noted row that concerns the space. */
async function notedRows(id: string) {
  const [row] = await server.platform.db.sql.rows<{ rows: string }>(sql`
    select json_agg(r)::text as rows from (
      select 'source' as kind, key as name, xmin::text from imported_sources where "spaceId" = ${id}
      union all select 'file', path, xmin::text from git_files where "spaceId" = ${id}
      union all select 'repository', url, xmin::text from git_repositories where "spaceId" = ${id}) r`);
  return new Map(
    (JSON.parse(row?.rows ?? '[]') as Record<'kind' | 'name' | 'xmin', string>[]).map(({ kind, name, xmin }) => [
      `${kind} ${name}`,
      xmin,
    ]),
  );
}

describe('an import of a folder that is known', () => {
  /** What reads or writes content. The job is looked at now and then while it runs. */
  const content = /content_|documents|imported_sources|git_|revisions/;

  const many = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_none, at) => [
        `pages/p${at}.md`,
        `# Page ${at}\n\nTo [next](p${(at + 1) % count}.md).\n`,
      ]),
    );

  it('reads the changed file alone, and writes three rows and as many statements however many files there are', async () => {
    const counts: number[] = [];
    for (const count of [3, 40]) {
      const { id, url, repository } = await aScene({ 'README.md': '# Start\n', ...many(count) });
      await importByGraph(id, { url });
      const before = await notedRows(id);
      const oid = repository.commit({ 'pages/p1.md': '# Page 1\n\nTo [start](../README.md).\n' });
      await server.statements.reset();
      const done = await importByGraph(id, { url });
      await server.statements.settled();
      counts.push(server.statements.texts.filter((text) => content.test(text)).length);
      const unchanged = count + 1;
      expect(done).toMatchObject({ commitOid: oid, changes: { added: 0, updated: 1, removed: 0, unchanged } });
      const written = [...(await notedRows(id))].filter(([name, xmin]) => before.get(name) !== xmin);
      expect(written.map(([name]) => name).toSorted()).toEqual([
        'file pages/p1.md',
        `repository ${url}`,
        'source pages/p1.md',
      ]);
    }
    expect(counts[1]).toBe(counts[0]);
  });

  it('writes nothing when the folder has nothing new, and keeps the commit that it has seen', async () => {
    const { id, url, repository } = await aScene({ 'docs/README.md': '# Docs\n', 'main.c': 'int x;\n' });
    const docs = { url, repoProjectDirectory: 'docs' };
    const { revisionId } = await importByGraph(id, docs);
    const oid = repository.commit({ 'main.c': 'int y;\n' });
    expect(await importByGraph(id, docs)).toEqual({
      commitOid: oid,
      revisionId,
      changeRequestId: null,
      importedResources: 0,
      totalResources: 0,
      skipped: [],
      changes: { added: 0, updated: 0, removed: 0, unchanged: 1 },
    });
    expect((await owner.rest(`GET /v1/spaces/${id}`)).body.revision).toBe(revisionId);
  });

  it('keeps the page of a file that was renamed, also with another text at the same time', async () => {
    const { id, url, repository } = await aScene();
    await importGit(id, { url });
    const before = await pagesOf(id);
    repository.commit({
      'guide/start.md': null,
      'guide/next.md': null,
      'manual/begin.md': guide['guide/start.md'],
      'manual/then.md': '# Then\n\nSee ![logo](../logo.png).\n',
      'logo.png': null,
      'img/logo.png': guide['logo.png'],
    });
    await importGit(id, { url });
    const after = await pagesOf(id);
    expect([after['Start'], after['Then']]).toEqual([before['Start'], before['Next']]);
    const { body } = await owner.rest(`GET /v1/spaces/${id}/content`);
    expect(body.files.map(({ name }: any) => name)).toEqual(['logo.png']);
  });

  it('goes into a change request as what has changed, when it is standalone', async () => {
    const { id, url, repository } = await aScene();
    await importGit(id, { url });
    repository.commit({ 'guide/start.md': '# Start\n\nOther steps.\n' });
    const { changeRequestId, changes } = await importByGraph(id, { url, standalone: true });
    expect(changes).toEqual({ added: 0, updated: 1, removed: 0, unchanged: 4 });
    const { body } = await owner.rest(`GET /v1/spaces/${id}/change-requests/${changeRequestId}/changes`);
    expect(body.changes.map(({ type, page }: any) => [type, page.title])).toEqual([['page_edited', 'Start']]);
  });
});
