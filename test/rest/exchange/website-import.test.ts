import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visit } from 'unist-util-visit';
import { parseMarkdown } from '../../../src/text/markdown/parser.ts';
import { readFrontMatter, splitFrontMatter } from '../../../src/text/markdown/front-matter.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { generatedSite, siteSource, type SiteServer } from '../../site-server.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

interface Shown {
  readonly title: string;
  readonly path: string;
  readonly markdown: string;
  readonly description: string | null;
  readonly links: readonly {
    kind: string;
    href: string;
    anchor: string | null;
    page: { path: string } | null;
    file: { name: string } | null;
  }[];
}

const query = `query ($id: ID!) { space(id: $id) { content { allPages { title path markdown description
  links(first: 200) { edges { node { kind href anchor page { path } file { name } } } } } } } }`;

/**
 * Returns the content of a text independent of its syntax: headings, code with languages, table cells, list items,
 * words.
 */
function substanceOf(markdown: string) {
  const found = {
    headings: [] as string[],
    code: [] as string[],
    cells: [] as string[],
    items: 0,
    images: [] as string[],
  };
  const wordsOf = (node: object) => {
    const words: string[] = [];
    visit(node as never, (inner: { type: string; value?: string }) => {
      if (inner.type === 'text' || inner.type === 'inlineCode') words.push(inner.value ?? '');
    });
    return words.join('').replaceAll(/\s+/g, ' ').trim();
  };
  visit(parseMarkdown(splitFrontMatter(markdown).body), (node) => {
    if (node.type === 'heading') found.headings.push(`${node.depth} ${wordsOf(node)}`);
    if (node.type === 'code') found.code.push(`${node.lang}\n${node.value}`);
    if (node.type === 'table') found.cells.push(`align ${node.align?.join()}`);
    if (node.type === 'tableCell') found.cells.push(wordsOf(node));
    if (node.type === 'listItem') found.items += 1;
    if (node.type === 'image') found.images.push(node.alt ?? '');
  });
  return found;
}

/** Pages in the order that both sites configure: path in the space, path of the source. */
const order = [
  ['harbour', 'index.md'],
  ['guide/installation', 'guide/installation.md'],
  ['guide/jobs', 'guide/jobs.md'],
  ['guide/operating', 'guide/operating.md'],
  ['reference/settings', 'reference/settings.md'],
  ['reference/api/store', 'reference/api/store.md'],
  ['reference/api/runner', 'reference/api/runner.md'],
  ['reference/errors', 'reference/errors.md'],
] as const;

describe.each([
  ['vitepress', '/harbour/', '/harbour/'],
  ['docusaurus', '/', '/docs'],
] as const)('POST /v1/spaces/{spaceId}/content/import of a website made by %s', (name, folder, start) => {
  let site: SiteServer;
  let pages: Shown[];
  let spaceId: string;
  let source: Map<string, string>;

  beforeAll(async () => {
    site = await generatedSite(name, folder);
    source = await siteSource();
    ({ id: spaceId } = await aSpace(server, organizationId));
    const reply = await owner.rest(`POST /v1/spaces/${spaceId}/content/import`, {
      url: `${site.origin}${start}`,
      source: 'website',
    });
    expect(reply).toMatchObject({ status: 201, body: { importedResources: 9, totalResources: 9 } });
    const { allPages } = (await owner.graphql(query, { id: spaceId })).body.data.space.content;
    pages = allPages.map((page: any) => ({ ...page, links: page.links.edges.map(({ node }: any) => node) }));
  });

  afterAll(() => site[Symbol.asyncDispose]());

  test('every page of a website is imported, in the order and under the headings of the navigation of the site', async () => {
    expect(pages.map(({ path }) => path)).toEqual([
      ...order.slice(0, 1).map(([path]) => path),
      'guide',
      ...order.slice(1, 4).map(([path]) => path),
      'reference',
      'reference/settings',
      'reference/api',
      ...order.slice(5).map(([path]) => path),
    ]);
    const { body } = await owner.rest(`GET /v1/spaces/${spaceId}/content/pages`);
    expect(body.pages.map(({ title, type }: any) => [title, type])).toEqual([
      ['Harbour', 'document'],
      ['Guide', 'group'],
      ['Reference', 'group'],
    ]);
  });

  test.each(order)('the headings, code, tables, lists and images of the source of %s are kept', (path, file) => {
    const page = pages.find((candidate) => candidate.path === path);
    const markdown = source.get(file) ?? '';
    expect(substanceOf(page?.markdown ?? '')).toEqual(substanceOf(markdown));
    expect(page?.title).toBe(/^# (.+)$/m.exec(markdown)?.[1]);
    const { description } = readFrontMatter(markdown);
    if (description !== undefined) expect(page?.description).toBe(description);
  });

  test.each(order)('the links of %s lead to the same pages and headings', (path, file) => {
    const byFile = new Map(order.map(([to, from]) => [from as string, to as string]));
    const wanted: string[] = [];
    visit(parseMarkdown(source.get(file) ?? ''), 'link', ({ url }) => {
      const { pathname, hash, href, protocol } = new URL(url, `file:///${file}`);
      wanted.push(protocol === 'file:' ? `${byFile.get(pathname.slice(1))}${hash}` : href);
    });
    const links = pages.find((page) => page.path === path)?.links ?? [];
    const found = links.filter(({ kind }) => kind !== 'FILE');
    expect(
      found.map((link) => (link.page ? `${link.page.path}${link.anchor ? `#${link.anchor}` : ''}` : link.href)),
    ).toEqual(wanted);
    expect(links.filter(({ kind }) => kind === 'BROKEN')).toEqual([]);
  });

  test('callouts become hints, and the picture is imported as a file', () => {
    const jobs = pages.find(({ path }) => path === 'guide/jobs');
    expect(jobs?.markdown).toContain('{% hint style="warning" %}\n\n**Mind the gap**\n\nJobs do not share memory.');
    expect(jobs?.links.flatMap(({ file }) => file?.name ?? [])).toHaveLength(1);
  });
});
