import { beforeAll, describe, expect, it } from 'vitest';
import { writePages } from '../../content-pages.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { aSite, aSiteSpace } from '../../visitors-world.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server));
});

/** A space with this number of pages that match `word`, in a folder. */
async function aSpaceAbout(word: string, pages: number): Promise<string> {
  const { id } = await aSpace(server, organizationId, { title: `About ${word}` });
  await writePages(owner, id, [
    { id: 'folder', title: 'Folder' },
    ...Array.from({ length: pages }, (_, index) => ({
      id: `page-${index}`,
      title: `${word} ${index}`,
      parentId: 'folder',
      markdown: `All about ${word}.`,
    })),
  ]);
  return id;
}

const results = `edges { node { spaceId space { id title } pages {
  pageId spaceId page { id pageId title path markdown appUrl revisionId } space { id title } } } }`;

async function search(word: string, caller: Caller = owner) {
  const { body } = await caller.graphql(
    `query ($id: ID!, $query: String!) { organization(id: $id) { search(query: $query) { ${results} } } }`,
    { id: organizationId, query: word },
  );
  return body;
}

describe('the objects of a search result', () => {
  it('are the page in the main content, and the space', async () => {
    const spaceId = await aSpaceAbout('walrus', 1);
    const { data, errors } = await search('walrus');
    expect(errors).toBeUndefined();
    const space = { id: spaceId, title: 'About walrus' };
    expect(data.organization.search.edges).toMatchObject([
      {
        node: {
          spaceId,
          space,
          pages: [
            {
              pageId: 'page-0',
              space,
              page: { pageId: 'page-0', title: 'walrus 0', path: 'folder/page-0', markdown: 'All about walrus.' },
            },
          ],
        },
      },
    ]);
  });

  it('are read in as many statements for many results as for one', async () => {
    await aSpaceAbout('narwhal', 1);
    await Promise.all([1, 2, 3, 4, 5].map(() => aSpaceAbout('beluga', 4)));
    const statements = async (word: string) => {
      await server.statements.reset();
      const { data, errors } = await search(word);
      await server.statements.settled();
      expect(errors).toBeUndefined();
      return { spaces: data.organization.search.edges.length, count: server.statements.texts.length };
    };
    // The first use of a token is recorded, which takes a statement.
    await search('narwhal');
    const one = await statements('narwhal');
    const many = await statements('beluga');
    expect([one.spaces, many.spaces]).toEqual([1, 5]);
    expect(many.count).toBe(one.count);
  });

  it('are null where the token does not reach, and the rest of the result remains', async () => {
    const spaceId = await aSpaceAbout('seal', 1);
    const caller = await server.as(owner.userId, { scopes: ['space:content:read'], organizationId });
    const { data, errors } = await search('seal', caller);
    expect(errors).toBeUndefined();
    expect(data.organization.search.edges).toMatchObject([
      {
        node: {
          spaceId,
          space: null,
          pages: [{ pageId: 'page-0', space: null, page: { title: 'seal 0', markdown: 'All about seal.' } }],
        },
      },
    ]);
  });

  it('include the site space when a site is searched, and only then', async () => {
    const spaceId = await aSpaceAbout('otter', 1);
    const site = (await aSite(server, organizationId)).id;
    await aSiteSpace(server, { organizationId, siteId: site }, { path: 'otters', spaceId });
    const fields = 'edges { node { spaceId siteSpace { path site { id } space { id } } } }';
    const { body } = await owner.graphql(
      `query ($id: ID!, $site: ID!) { organization(id: $id) { search(query: "otter") { ${fields} } }
        site: node(id: $site) { ... on Site { search(input: { query: "otter" }) { ${fields} pageInfo { endCursor } } } } }`,
      { id: organizationId, site },
    );
    expect(body.errors).toBeUndefined();
    const place = { path: 'otters', site: { id: site }, space: { id: spaceId } };
    expect(body.data.site.search.edges).toEqual([{ node: { spaceId, siteSpace: place } }]);
    expect(body.data.organization.search.edges).toEqual([{ node: { spaceId, siteSpace: null } }]);
    expect(body.data.site.search.pageInfo.endCursor).toEqual(expect.any(String));
  });
});
