import { generateNKeysBetween } from 'fractional-indexing';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { changesTo, storedTextOf, type EntryState } from '../../../src/text/content/changes.ts';
import { commitContent, type ContentOwner } from '../../../src/domain/authoring/content/commit.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
let small: FilledSpace;
let large: FilledSpace;

/** Maximum number of statements of a merge without conflicts, including permissions and the answer. */
const mergeStatements = 40;

interface FilledSpace {
  readonly id: string;
  readonly pages: readonly EntryState[];
}

/** Pages written by one revision: their texts are parsed in its transaction. */
const atOnce = 200;

/** Pages in folders of ten, each with a text and a link to the page before it. */
async function aFilledSpace(size: number): Promise<FilledSpace> {
  const { id } = await aSpace(server, organizationId);
  const ids = Array.from({ length: size }, () => server.platform.services.newId('pg'));
  const positions = generateNKeysBetween(null, null, 10);
  const texts = ids.map((page, index) => textOf(page, `old ${index}`));
  const pages = ids.map((page, index): EntryState => ({
    id: page,
    kind: 'page',
    parentId: index < 10 ? null : (ids[Math.floor(index / 10) - 1] ?? null),
    position: positions[index % 10] ?? '',
    type: 'document',
    title: `Page ${index}`,
    slug: `page-${index}`,
    documentId: texts[index]?.id ?? null,
    blobHash: null,
    attributes: {},
  }));
  for (let at = 0; at < size; at += atOnce)
    await commit({ spaceId: id }, pages.slice(at, at + atOnce), texts.slice(at, at + atOnce));
  return { id, pages };
}

function textOf(page: string, word: string) {
  const text = storedTextOf(`# ${page}\n\nWalrus ${word}, [back](page-0.md), [elsewhere](https://example.org).`);
  if (!text) throw new Error('A text is no document');
  return text;
}

const commit = (place: ContentOwner, put: readonly EntryState[], texts: readonly ReturnType<typeof textOf>[]) =>
  commitContent(owner.context(), place, async () =>
    changesTo(
      put.map((page) => [page.id, page]),
      { texts },
    ),
  );

/** Creates a change request with new texts for this number of pages. */
async function aChangeRequest({ id: spaceId, pages }: FilledSpace, changed: number, word: string) {
  const { body } = await owner.rest(`POST /v1/spaces/${spaceId}/change-requests`, {});
  const texts = pages.slice(0, changed).map(({ id }) => textOf(id, word));
  const put = pages.slice(0, changed).map((page, index) => ({ ...page, documentId: texts[index]?.id ?? null }));
  await commit({ spaceId, changeRequestId: body.id }, put, texts);
  return `/v1/spaces/${spaceId}/change-requests/${body.id}`;
}

/** Returns the number of statements of a request, which must succeed. */
async function statementsOf(signature: string, body?: object): Promise<number> {
  await server.statements.reset();
  const reply = await owner.rest(signature, body);
  expect([signature, reply.status]).toEqual([signature, 200]);
  await server.statements.settled();
  return server.statements.texts.length;
}

beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server));
  small = await aFilledSpace(20);
  large = await aFilledSpace(1_000);
  // The first use of a token is recorded, which takes a statement.
  await owner.rest(`GET /v1/spaces/${small.id}`);
});

/** Sends the same request to both spaces, and returns the statements of each. */
const inBoth = async (signatureOf: (space: FilledSpace) => string) => [
  await statementsOf(signatureOf(small)),
  await statementsOf(signatureOf(large)),
];

describe('statements by size of the space', () => {
  it.each([
    ['the tree', 4, () => '/content/pages'],
    ['a page by its path', 8, () => '/content/path/page-0/page-10'],
    ['a page by its id', 8, ({ pages }: FilledSpace) => `/content/page/${pages[10]?.id}`],
    ['a search', 4, () => '/search?query=walrus'],
  ])('%s takes as many statements in a space of a thousand pages as of twenty', async (_, most, path) => {
    const [few = 0, many] = await inBoth((space) => `GET /v1/spaces/${space.id}${path(space)}`);
    expect(many).toBe(few);
    expect(few).toBeLessThanOrEqual(most);
  });

  it('a merge takes as many statements in a space of a thousand pages as of twenty', async () => {
    const requests = new Map([
      [small, await aChangeRequest(small, 1, 'new')],
      [large, await aChangeRequest(large, 1, 'new')],
    ]);
    const [few = 0, many] = await inBoth((space) => `POST ${requests.get(space)}/merge`);
    expect(many).toBe(few);
    expect(few).toBeLessThanOrEqual(mergeStatements);
  });
});

describe('statements by size of the change', () => {
  it('a merge takes as many statements for a hundred changed pages as for one, also after edits of main content', async () => {
    const counts = [];
    for (const changed of [1, 100]) {
      const request = await aChangeRequest(large, changed, `merged ${changed}`);
      const page = large.pages[500 + changed];
      if (!page) throw new Error('The space is too small');
      const text = textOf(page.id, `meanwhile ${changed}`);
      await commit({ spaceId: large.id }, [{ ...page, documentId: text.id }], [text]);
      counts.push(await statementsOf(`POST ${request}/merge`));
    }
    // One more reads the paths of pages that are below others.
    expect(counts[1]).toBeLessThanOrEqual((counts[0] ?? 0) + 1);
    expect(counts[0]).toBeLessThanOrEqual(mergeStatements);
  });

  it('a commit takes as many statements for a hundred changed pages as for one', async () => {
    const counts = [];
    for (const changed of [1, 100]) {
      const pages = large.pages.slice(10, 10 + changed);
      const texts = pages.map(({ id }) => textOf(id, `committed ${changed}`));
      const put = pages.map((page, index) => ({ ...page, documentId: texts[index]?.id ?? null }));
      await server.statements.reset();
      await commit({ spaceId: large.id }, put, texts);
      counts.push(server.statements.texts.length);
    }
    expect(counts[1]).toBe(counts[0]);
    expect(counts[0]).toBeLessThanOrEqual(24);
  });
});

describe('long texts', () => {
  it('a long text is read and analyzed by workers before the transaction that writes it', async () => {
    const { texts: workers } = server.platform.services.workers;
    const run = workers.run.bind(workers);
    const lockedBefore: [string, boolean][] = [];
    const spy = vi.spyOn(workers, 'run').mockImplementation((name, ...rest) => {
      lockedBefore.push([name, server.statements.texts.some((text) => text.includes('for no key update'))]);
      return run(name, ...rest);
    });
    const markdown = `# Long\n\n${'[A link](https://example.org) and prose. '.repeat(400)}`;
    await server.statements.reset();
    const { status } = await owner.rest(`POST /v1/spaces/${small.id}/content`, {
      changes: [
        { operation: 'insert_page', title: 'Long', document: { markdown } },
        { operation: 'update_page', page: small.pages[3]?.id, document: { markdown: `${markdown}.` } },
      ],
    });
    spy.mockRestore();
    expect(status).toBe(200);
    expect(lockedBefore.toSorted()).toEqual([
      ['analyze', false],
      ['analyze', false],
      ['readMarkdownFacts', false],
      ['readMarkdownFacts', false],
    ]);
  });
});
