import { beforeAll, describe, expect, test } from 'vitest';
import { writePages } from '../../content-pages.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { fc } from '../../setup/properties.ts';
import { allOrTenth } from '../../setup/size.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

test('links are listed in the order of the page tree and of each text, across pages and in a change request', async () => {
  const { id } = await aSpace(server, organizationId);
  const tree: readonly (readonly [name: string, parentId?: string])[] = [
    ['x'],
    ['z', 'x'],
    ['c', 'z'],
    ['d', 'x'],
    ['b'],
  ];
  const pages = tree.map(([name, parentId]) => ({
    id: name,
    ...(parentId !== undefined && { parentId }),
    markdown: `[${name} one](none) [${name} two](none)`,
  }));
  await writePages(owner, id, pages);
  const { body: request } = await owner.rest(`POST /v1/spaces/${id}/change-requests`, {});
  await owner.rest(`POST /v1/spaces/${id}/change-requests/${request.id}/content`, {
    changes: [{ operation: 'move_page', page: 'b', at: 0 }],
  });
  const walk = async (at: string) => {
    const names: string[] = [];
    for (let next: string | undefined = ''; next !== undefined;) {
      const { body }: any = await owner.rest(`GET /v1/spaces/${id}${at}/links?limit=3${next}`);
      expect(body.count).toBe(10);
      names.push(...body.items.map(({ locationReferences: [from] }: any) => from.page.slug));
      next = body.next && `&page=${body.next.page}`;
    }
    return names.filter((name, index) => name !== names[index - 1]);
  };
  expect(await walk('')).toEqual(['x', 'z', 'c', 'd', 'b']);
  expect(await walk(`/change-requests/${request.id}`)).toEqual(['b', 'x', 'z', 'c', 'd']);
});

test('listing links costs as many statements for a hundred as for ten', async () => {
  const target = `pg_${'there'.padEnd(20, '0')}`;
  const counts = [];
  for (const size of [10, 100]) {
    const { id } = await aSpace(server, organizationId);
    const foreign = await Promise.all(Array.from({ length: size / 10 }, () => aSpace(server, organizationId)));
    for (const at of foreign) await writePages(owner, at.id, [{ id: target }]);
    const url = (index: number) => `/spaces/${foreign[index % foreign.length]?.id}/pages/${target}`;
    const pages = Array.from({ length: size }, (_, index) => ({
      id: `n${index}x`,
      markdown: `[a](n0x) [b](${url(index)}) [c](none)`,
    }));
    await writePages(owner, id, pages);
    await server.statements.reset();
    const { body } = await owner.rest(`GET /v1/spaces/${id}/links?limit=1000`);
    counts.push(server.statements.texts.length);
    expect(body.stats).toEqual({ total: size * 3, broken: { total: size } });
    expect(body.items.filter((item: any) => item.targetReference).length).toBe(size * 2);
  }
  expect(counts[1]).toBe(counts[0]);
  expect(counts[0]).toBeLessThanOrEqual(12);
});

describe('the numbers of links', () => {
  const anyName = fc.constantFrom('a', 'b', 'c');
  const anyLine = fc.constantFrom(
    '[x](/a)',
    '[x](/b/c)',
    '[x](c#one)',
    '[x](pg_none)',
    '[x](/spaces/x)',
    '## One',
    'Text',
  );
  const anyRevision = fc.record({
    page: fc.record({
      id: anyName,
      parentId: fc.constantFrom(undefined, undefined, 'b'),
      markdown: fc.array(anyLine, { maxLength: 3 }).map((lines) => lines.join('\n\n')),
    }),
    removed: fc.option(anyName, { freq: 4 }),
    isCounted: fc.boolean(),
  });

  test('are those of the links that are listed, after any changes', async () => {
    const anyRevisions = fc.array(anyRevision, { minLength: 4, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(anyRevisions, async (revisions) => {
        const { id: spaceId } = await aSpace(server, organizationId);
        const present = new Set<string>();
        for (const { page, removed, isCounted } of revisions) {
          const { parentId, ...values } = page;
          const isBelow = parentId !== undefined && parentId !== page.id && present.has(parentId);
          const gone = removed !== null && removed !== page.id && removed !== 'b' && present.delete(removed);
          await writePages(owner, spaceId, [isBelow ? page : values], gone ? [removed] : []);
          present.add(page.id);
          if (!isCounted) continue;
          const [all, broken, inApp] = await Promise.all(
            ['', '&status=broken', '&status=in-app'].map(async (filter) => {
              const { body } = await owner.rest(`GET /v1/spaces/${spaceId}/links?limit=1000${filter}`);
              expect(body.count).toBe(body.items.length);
              return body;
            }),
          );
          for (const { stats } of [all, broken, inApp])
            expect(stats).toEqual({ total: all.items.length, broken: { total: broken.items.length } });
        }
      }),
      { numRuns: allOrTenth(100) },
    );
  });

  test('after an edit of a text are made of those before, and not counted anew', async () => {
    const { id } = await aSpace(server, organizationId);
    await writePages(owner, id, [{ id: 'a', markdown: '[b](b) [none](none)' }, { id: 'b' }]);
    const countedAfter = async (...pages: Parameters<typeof writePages>[2]) => {
      await writePages(owner, id, pages);
      await server.statements.reset();
      const { body } = await owner.rest(`GET /v1/spaces/${id}/links`);
      const counts = server.statements.texts.filter((text) => text.includes("filter (where link.status = 'ok')"));
      // Counted are the pages that are named.
      return [body.stats.total, body.stats.broken.total, counts.every((text) => text.includes('wanted(id)'))];
    };
    expect(await countedAfter({ id: 'a', markdown: '[b](b) [b](b)' })).toEqual([2, 0, false]);
    expect(await countedAfter({ id: 'a', markdown: '[b](b) [b](b) [none](none)' })).toEqual([3, 1, true]);
    // Links to a heading may work by it.
    expect(await countedAfter({ id: 'a', markdown: '## Heading\n\n[b](b)' })).toEqual([1, 0, false]);
    expect(await countedAfter({ id: 'c' })).toEqual([1, 0, false]);
  });
});

test('links by path are resolved in a deep tree too', async () => {
  const { id } = await aSpace(server, organizationId);
  const pages = Array.from({ length: 95 }, (_, depth) => ({
    id: `p${depth}`,
    ...(depth > 0 && { parentId: `p${depth - 1}` }),
    markdown: '[none](none) [below](a) [above](..)',
  }));
  await writePages(owner, id, pages);
  const { body } = await owner.rest(`GET /v1/spaces/${id}/links?limit=50`);
  expect([body.count, body.items.length]).toEqual([285, 50]);
});

test('each link carries its place, so that links to one page are told apart', async () => {
  const { id } = await aSpace(server, organizationId);
  const markdown = 'See [one](b) and [two](b).';
  await writePages(owner, id, [{ id: 'a', markdown }, { id: 'b' }]);
  const { body }: any = await owner.rest(`GET /v1/spaces/${id}/links`);
  const places = body.items.map(({ startsAt, endsAt }: any) => [startsAt, markdown.slice(startsAt, endsAt)]);
  expect(places).toEqual([
    [markdown.indexOf('b)'), 'b'],
    [markdown.lastIndexOf('b)'), 'b'],
  ]);
});

describe('links to anchors', () => {
  const urlsBroken = async (spaceId: string, requestId?: string) => {
    const links =
      'content { links(status: BROKEN) { count stats { broken } edges { node { href target { kind } } } } }';
    const at = requestId === undefined ? links : `changeRequest(id: "${requestId}") { ${links} }`;
    const { body } = await owner.graphql(`query ($id: ID!) { space(id: $id) { ${at} } }`, { id: spaceId });
    const { links: found } = (body.data.space.changeRequest ?? body.data.space).content;
    expect(found.edges.every(({ node }: any) => node.target === null)).toBe(true);
    expect([found.count, found.stats.broken]).toEqual([found.edges.length, found.edges.length]);
    return found.edges.map(({ node }: any) => node.href);
  };

  test('are broken when the page has no such anchor, on the page itself and on others, until it gets one', async () => {
    const { id } = await aSpace(server, organizationId);
    const target = [
      '# First steps',
      '<a id="by-hand"></a>',
      '{% tabs %}\n{% tab title="On Linux" %}\nText\n{% endtab %}\n{% endtabs %}',
      '<details>\n\n<summary>More *words*</summary>\n\nText\n\n</details>',
      '[self](#nope) [here](#first-steps)',
    ].join('\n\n');
    const good = ['first-steps', 'by-hand', 'on-linux', 'more-words', 'First-Steps', ':~:text=steps', 'top'];
    const links = [...good, 'gone'].map((anchor) => `[x](/target#${anchor})`).join(' ');
    const write = (...changes: object[]) => owner.rest(`POST /v1/spaces/${id}/content`, { changes });
    const made = await write(
      { operation: 'insert_page', title: 'Target', document: { markdown: target } },
      { operation: 'insert_page', title: 'Source', document: { markdown: links } },
    );
    expect(await urlsBroken(id)).toEqual(['#nope', '/target#gone']);
    expect((await owner.rest(`GET /v1/spaces/${id}/links?status=broken`)).body.stats.broken.total).toBe(2);
    const page = made.body.changes[0].page.id;
    const request = (await owner.rest(`POST /v1/spaces/${id}/change-requests`, {})).body;
    const at = `/v1/spaces/${id}/change-requests/${request.id}`;
    const markdown = `${target}\n\n## Gone\n\n## Nope`;
    await owner.rest(`POST ${at}/content`, { changes: [{ operation: 'update_page', page, document: { markdown } }] });
    expect(await urlsBroken(id, request.id)).toEqual([]);
    await write({ operation: 'update_page', page, document: { markdown: 'Nothing.' } });
    expect(await urlsBroken(id)).toEqual(
      ['first-steps', 'by-hand', 'on-linux', 'more-words', 'First-Steps', 'gone'].map((anchor) => `/target#${anchor}`),
    );
  });

  test('are broken when they name a page or file that is not there, however its address is written', async () => {
    const { id } = await aSpace(server, organizationId);
    const gone = ['no-such.md', './gone', '../up/it.md#part', 'img/x.png', '/img/x.png?raw=true', 'docs.test/a'];
    const elsewhere = ['https://docs.test/a.md', '//docs.test/a', 'mailto:a@docs.test'];
    const markdown = [...gone, ...elsewhere].map((url) => `[x](${url})`).join(' ');
    const changes = [{ operation: 'insert_page', title: 'Source', document: { markdown } }];
    expect((await owner.rest(`POST /v1/spaces/${id}/content`, { changes })).status).toBe(200);
    expect((await urlsBroken(id)).toSorted()).toEqual(gone.toSorted());
  });

  test('are not judged where anchors come from other texts', async () => {
    const { id } = await aSpace(server, organizationId);
    const texts = ['{% include "x.md" %}', '## {{ space.vars.name }}', '<h2>\nTwo lines\n</h2>'];
    const changes = texts.map((markdown, index) => ({
      operation: 'insert_page',
      title: `P${index}`,
      document: { markdown: `${markdown}\n\n[x](#unknown)` },
    }));
    await owner.rest(`POST /v1/spaces/${id}/content`, { changes });
    expect(await urlsBroken(id)).toEqual([]);
  });
});
