import { beforeAll, describe, expect, it } from 'vitest';
import { writePages } from '../../content-pages.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server));
});

describe('GET /v1/spaces/{spaceId}/search', () => {
  it('excerpts have no syntax of links whose label is code', async () => {
    const { id: space } = await aSpace(server, organizationId);
    const markdown =
      'See [`reply.send`](./reply.md#send) or **`raw`** and [the `hook` *kinds*][hooks], not `[a](b)`: zebra.';
    await writePages(owner, space, [{ id: 'labels', markdown }]);
    const { body }: any = await owner.rest(`GET /v1/spaces/${space}/search?query=zebra`);
    expect(body.items[0].sections[0].body).toBe('See reply.send or raw and the hook kinds, not [a](b): zebra.');
  });

  it.each([
    ['images in links', '[![build](https://b.example/x.svg)](https://c.example) zebra', 'build'],
    ['brackets in labels', '[a `b` [c] d](u.md) zebra', 'a b [c] d'],
    ['labels of several lines', 'See [the long\nlabel](u.md)\nzebra', 'See the long label'],
    ['labels of several lines in an item', '* See [the long\n  label](u.md)\n  zebra', 'See the long label'],
    ['labels of several lines in a quote', '> See [the long\n> label](u.md)\n> zebra', 'See the long label'],
    [
      'labels that the text defines',
      '[`Buffer`] and [Word]\nzebra\n\n[`buffer`]: b.md\n[word]: w.md "W"',
      'Buffer and Word',
    ],
    ['words in brackets', 'an [x] and a [y] zebra', 'an [x] and a [y]'],
    [
      'addresses in angle brackets',
      '<https://a.example/b> and <me@a.example> zebra',
      'https://a.example/b and me@a.example',
    ],
    ['footnotes', 'A claim[^1] zebra', 'A claim'],
    ['tables without outer bars', 'one | two\n--- | ---\n[a](b) zebra', 'one two a'],
  ])('excerpts have no syntax of links: %s', async (name, markdown, shown) => {
    const { id: space } = await aSpace(server, organizationId);
    await writePages(owner, space, [{ id: name, markdown }]);
    const { body }: any = await owner.rest(`GET /v1/spaces/${space}/search?query=zebra`);
    expect(body.items[0].sections[0].body).toBe(`${shown} zebra`);
  });
});
