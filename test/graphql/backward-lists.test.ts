import { beforeAll, describe, expect, it } from 'vitest';
import { writePages } from '../content-pages.ts';
import { aChangeRequest, aMember, anOrganization, aSpace } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';
import { aSite, aSiteGroup, aSiteSection, aSiteSpace } from '../site-factories.ts';

let server: Harness;
let owner: Caller;
const ids: Record<string, string> = {};

const size = 5;
const numbers = Array.from({ length: size }, (_, at) => at);

/** Calls for each number, one after the other. */
const each = (call: (at: number) => Promise<unknown>) =>
  numbers.reduce<Promise<unknown>>(async (before, at) => {
    await before;
    return call(at);
  }, Promise.resolve());

async function written(caller: Caller, path: string): Promise<string> {
  const { body } = await caller.rest(`POST ${path}`, { body: { markdown: 'Words' } });
  expect(body.id).toBeTypeOf('string');
  return body.id;
}

beforeAll(async () => {
  server = await startServer();
  const organization = await anOrganization(server);
  ({ owner } = organization);
  ids['organization'] = organization.id;
  const { id: space } = await aSpace(server, organization.id);
  ids['space'] = space;
  const links = numbers.map((at) => `[to ${at}](https://example.org/${at})`).join(' ');
  await writePages(
    owner,
    space,
    numbers.map((at) => ({ id: `page-${at}`, title: `Walrus ${at}`, markdown: `Of a walrus. ${links}` })),
  );
  ids['request'] = (await aChangeRequest(server, space)).id;
  const requestComments = `/v1/spaces/${space}/change-requests/${ids['request']}/comments`;
  await each(async () => {
    const member = await aMember(server, organization.id, 'admin');
    await written(member, requestComments);
    ids['comment'] = await written(member, `/v1/spaces/${space}/comments`);
  });
  await each(() => written(owner, `/v1/spaces/${space}/comments/${ids['comment']}/replies`));
  await each(async (at) => {
    const other = await aSpace(server, organization.id, { title: `Other ${at}` });
    ids[`other${at}`] = other.id;
    await writePages(owner, other.id, [{ id: 'only', title: `Walrus ${at}`, markdown: 'Of a walrus.' }]);
  });
  const site = await aSite(server, organization.id);
  ids['site'] = site.id;
  await each(async (at) => {
    const groupId = await aSiteGroup(server, site.id);
    await aSiteSection(server, { siteId: site.id, spaceId: ids[`other${at}`] ?? '', groupId });
  });
  const plain = await aSite(server, organization.id);
  ids['plainSite'] = plain.id;
  await each(async (at) => aSiteSpace(server, { siteId: plain.id, spaceId: ids[`other${at}`] ?? '' }));
});

interface Listed {
  readonly cursors: readonly string[];
  readonly count: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean; readonly startCursor: string };
}

describe('backward pages of a list that is computed or in memory', () => {
  it.each([
    ['comments of a space', 'space(id: $space) { LIST: comments(ARGS) }'],
    ['commenters of a space', 'space(id: $space) { LIST: commenters(ARGS) }'],
    ['comments in a change request', 'node(id: $request) { ... on ChangeRequest { LIST: comments(ARGS) } }'],
    ['commenters in a change request', 'node(id: $request) { ... on ChangeRequest { LIST: commenters(ARGS) } }'],
    ['replies', 'comment(id: $comment) { LIST: replies(ARGS) }'],
    ['replies, oldest first', 'comment(id: $comment) { LIST: replies(orderBy: { direction: ASC }, ARGS) }'],
    ['results in a space', 'space(id: $space) { LIST: search(query: "walrus", ARGS) }'],
    ['results in an organization', 'organization(id: $organization) { LIST: search(query: "walrus", ARGS) }'],
    ['pages', 'space(id: $space) { content { LIST: pages(ARGS) } }'],
    ['links in a text', 'space(id: $space) { content { page(id: "page-0") { LIST: links(ARGS) } } }'],
    ['sections of a site', 'node(id: $site) { ... on Site { LIST: sections(ARGS) } }'],
    ['groups of sections', 'node(id: $site) { ... on Site { LIST: sectionGroups(ARGS) } }'],
    ['spaces of a site', 'node(id: $plainSite) { ... on Site { LIST: siteSpaces(ARGS) } }'],
  ])('the %s are the list in its order, without gaps or repetitions', async (_list, selection) => {
    const read = async (args: string): Promise<Listed> => {
      const fields = '{ count edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor } }';
      const used = Object.keys(ids).filter((name) => selection.includes(`$${name})`));
      const query = `query (${used.map((name) => `$${name}: ID!`).join(' ')}) {
        ${selection.replace(/LIST: (\w+)\((.*)ARGS\)/, `$1($2${args}) ${fields}`)} }`;
      const { body } = await owner.graphql(query, Object.fromEntries(used.map((name) => [name, ids[name]])));
      expect(body.errors).toBeUndefined();
      let found = body.data;
      while (!('edges' in found)) [found] = Object.values(found) as any[];
      return { ...found, cursors: found.edges.map(({ cursor }: { cursor: string }) => cursor) };
    };
    const whole = await read('first: 100');
    expect(whole.count).toBe(whole.cursors.length);
    expect(whole.count).toBeGreaterThanOrEqual(size);
    let known: readonly string[] = [];
    let before = '';
    while (known.length < whole.count) {
      const page = await read(`last: 2${before}`);
      expect(page.pageInfo.hasNextPage).toBe(before !== '');
      known = [...page.cursors, ...known];
      expect(page.pageInfo.hasPreviousPage).toBe(known.length < whole.count);
      before = `, before: "${page.pageInfo.startCursor}"`;
    }
    expect(known).toEqual(whole.cursors);
  });
});
