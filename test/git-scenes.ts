import { expect } from 'vitest';
import { anOrganization, aSpace } from './factories.ts';
import { gitServer, type GitServer, type TestRepository } from './git-server.ts';
import { startServer, type Caller, type Harness } from './harness.ts';

export const main = 'refs/heads/main';

/** The files of a small guide. */
export const guide = {
  'README.md': '# Welcome\n\nSee [start](guide/start.md).\n',
  'guide/start.md': '# Start\n\nFirst steps.\n',
  'guide/next.md': '# Next\n\nSee ![logo](../logo.png).\n',
  'logo.png': Buffer.from('iVBORw0KGgo=', 'base64'),
};

/** A space with a repository. */
export interface GitScene {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly repository: TestRepository;
}

/** A server with an organization, beside a server of repositories. */
export interface GitWorld {
  readonly server: Harness;
  readonly git: GitServer;
  readonly owner: Caller;
  readonly organizationId: string;
  /** Makes a repository with these files, and an empty space. */
  aScene(files?: Readonly<Record<string, string | Buffer>>): Promise<GitScene>;
  importGit(id: string, input: object, caller?: Caller): ReturnType<Caller['rest']>;
  /** Imports by GraphQL, and returns the result. */
  importByGraph(id: string, input: object): Promise<any>;
  /** The page at a path of a space. */
  pageAt(id: string, path: string): Promise<any>;
  /** Changes the content of a space. */
  edit(id: string, changes: readonly object[]): Promise<void>;
  /** Gives the page at a path of a space another text. */
  rewrite(id: string, path: string, markdown: string): Promise<void>;
  /** The pages of a space as titles with ids, in reading order. */
  pagesOf(id: string): Promise<Record<string, string>>;
}

const importAsked = `mutation ($id: ID!, $input: ImportGitInput!) { importGitRepository(spaceId: $id, input: $input) {
  commitOid revisionId changeRequestId importedResources totalResources
  skipped { key reason } changes { added updated removed unchanged } } }`;

export async function aGitWorld(): Promise<GitWorld> {
  const server = await startServer();
  const git = await gitServer();
  const { owner, id: organizationId } = await anOrganization(server);
  let made = 0;
  const pageAt = async (id: string, path: string) =>
    (await owner.rest(`GET /v1/spaces/${id}/content/path/${path}`)).body;

  async function edit(id: string, changes: readonly object[]) {
    const { status, body } = await owner.rest(`POST /v1/spaces/${id}/content`, { changes });
    expect({ status, body: status < 300 ? null : body }).toEqual({ status: 200, body: null });
  }

  async function rewrite(id: string, path: string, markdown: string) {
    const { id: page } = await pageAt(id, path);
    await edit(id, [{ operation: 'update_page', page, document: { markdown } }]);
  }
  return {
    server,
    git,
    owner,
    organizationId,
    pageAt,
    edit,
    rewrite,
    aScene: async (files = guide) => {
      const { id } = await aSpace(server, organizationId);
      const name = `docs-${(made += 1)}.git`;
      return { id, name, url: git.url(name), repository: git.repository(name, files) };
    },
    importGit: (id, input, caller = owner) => caller.rest(`POST /v1/spaces/${id}/git/import`, { ref: main, ...input }),
    importByGraph: async (id, input) => {
      const { body } = await owner.graphql(importAsked, { id, input: { ref: main, ...input } });
      expect(body.errors).toBeUndefined();
      return body.data.importGitRepository;
    },
    pagesOf: async (id) => {
      const { body } = await owner.graphql(
        `query ($id: ID!) { space(id: $id) { content { allPages { pageId title } } } }`,
        { id },
      );
      return Object.fromEntries(body.data.space.content.allPages.map((page: any) => [page.title, page.pageId]));
    },
  };
}
