import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aGitWorld, guide, type GitWorld } from '../../git-scenes.ts';

let world: GitWorld;

beforeAll(async () => {
  world = await aGitWorld();
});
afterAll(() => world.git[Symbol.asyncDispose]());

const read = async (path: string) => (await world.owner.rest(`GET /v1/spaces/${path}`)).body;

/** What lists of content say of the repository, by title or name. */
async function gitOf(content: string): Promise<Record<string, unknown>> {
  const { pages, files, reusableContents } = await read(content);
  const below = (page: any): any[] => [page, ...(page.pages ?? []).flatMap(below)];
  const all = [...pages.flatMap(below), ...files, ...reusableContents];
  return Object.fromEntries(all.map(({ title, name, git }: any) => [title ?? name, git]));
}

/** The files of a project whose pages are in a folder of their own, with one beside it. */
const project = {
  'docs/.gitbook.yaml': 'root: ./text/en/\n',
  'docs/text/en/README.md': '# Welcome\n\n{% include "../../.gitbook/includes/note.md" %}\n\n![Logo](../../logo.png)\n',
  'docs/text/en/guide/start.md': '# Start\n',
  'docs/.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nMind this.\n',
  'docs/logo.png': guide['logo.png'],
};

describe('the file of a page, file or reusable content', () => {
  it('is told with its path from the root of the repository and the id of its bytes', async () => {
    const { id, url, repository } = await world.aScene(project);
    expect((await world.importGit(id, { url, repoProjectDirectory: 'docs' })).status).toBe(204);
    const fileAt = (path: string) => ({ oid: repository.git(['rev-parse', `main:${path}`]).trim(), path });
    const told = {
      Welcome: fileAt('docs/text/en/README.md'),
      Start: fileAt('docs/text/en/guide/start.md'),
      Note: fileAt('docs/.gitbook/includes/note.md'),
      'logo.png': fileAt('docs/logo.png'),
    };
    expect(await gitOf(`${id}/content`)).toMatchObject(told);
    const { pages, files, reusableContents } = await read(`${id}/content`);
    const alone = await Promise.all([
      read(`${id}/content/page/${pages[0].id}`),
      read(`${id}/content/files/${files[0].id}`),
      read(`${id}/content/reusable-contents/${reusableContents[0].id}`),
    ]);
    expect(alone.map(({ git }) => git)).toEqual([told.Welcome, told['logo.png'], told.Note]);
  });

  it('is told of the active revision alone, and not without metadata', async () => {
    const { id, url, repository } = await world.aScene();
    await world.importGit(id, { url });
    const { id: revision } = await read(`${id}/content`);
    const request = (await world.owner.rest(`POST /v1/spaces/${id}/change-requests`, {})).body.id;
    const untold = ['content?metadata=false', `revisions/${revision}`, `change-requests/${request}/content`];
    for (const state of untold) expect(Object.values(await gitOf(`${id}/${state}`)).filter(Boolean)).toEqual([]);
    const asked = `query ($id: ID!) { space(id: $id) { content { page(path: "guide/start") { gitFile { oid path } } } } }`;
    const { body } = await world.owner.graphql(asked, { id });
    const oid = repository.git(['rev-parse', 'main:guide/start.md']).trim();
    expect(body.data.space.content.page.gitFile).toEqual({ oid, path: 'guide/start.md' });
  });

  it('is that of the state in which both were equal, and a page that was written here has none', async () => {
    const { id, url } = await world.aScene({ 'start.md': '# Start\n' });
    await world.importGit(id, { url });
    const before = await gitOf(`${id}/content`);
    await world.rewrite(id, 'start', '# Start\n\nEdited.\n');
    await world.edit(id, [{ operation: 'insert_page', title: 'New', document: { markdown: 'New.' } }]);
    expect(await gitOf(`${id}/content`)).toEqual({ ...before, New: undefined });
    expect(before).toEqual({ Start: { oid: expect.stringMatching(/^[\da-f]{40}$/), path: 'start.md' } });
  });

  it('is read by one statement, however many there are', async () => {
    const counts: number[] = [];
    for (const count of [3, 60]) {
      const files = Array.from({ length: count }, (_none, at) => [`p${at}.md`, `# Page ${at}\n`] as const);
      const { id, url } = await world.aScene(Object.fromEntries(files));
      await world.importGit(id, { url });
      await world.server.statements.reset();
      await read(`${id}/content`);
      await world.server.statements.settled();
      counts.push(world.server.statements.texts.filter((text) => text.includes('git_files')).length);
    }
    expect(counts).toEqual([1, 1]);
  });
});
