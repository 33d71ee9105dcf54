import { beforeAll, expect, it } from 'vitest';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller } from '../../harness.ts';

let owner: Caller;
let spaceId: string;

beforeAll(async () => {
  const server = await startServer();
  const { id, owner: caller } = await anOrganization(server);
  owner = caller;
  ({ id: spaceId } = await aSpace(server, id));
  await edit('createPage', { title: 'First', slug: 'first' });
});

const link = { title: 'A title', emoji: '👋', hidden: true, condition: 'visitor.claims.beta' };
const metadata = { ...link, slug: 'a-slug', noIndex: true, noRobotsIndex: true };
const layout = {
  width: 'WIDE',
  cover: false,
  coverSize: 'FULL',
  title: false,
  description: false,
  tableOfContents: false,
  outline: false,
  pagination: false,
  metadata: false,
};
const cover = {
  ref: { kind: 'URL', url: 'https://example.org/light.png' },
  refDark: { kind: 'URL', url: 'https://example.org/dark.png' },
  yPos: 3,
};
const body = { description: 'What it is', layout, cover, variables: { product: 'Octavo' } };
const target = { kind: 'URL', url: 'https://example.org/' };
const computed = { type: 'builtin:openapi', props: { models: true }, dependencies: {} };

const selected = `title emoji icon hidden condition slug noIndex noRobotsIndex description parentId markdown
  layout { ${Object.keys(layout).join(' ')} } cover { ref { kind url } refDark { kind url } yPos } variables { name value }
  target { kind url pageId anchor } computed { type props } pageId`;

/** Calls a mutation of a page, and returns the page. */
async function edit(name: string, input: object, pageId?: string): Promise<Record<string, any>> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const page = pageId === undefined ? '' : `pageId: "${pageId}", `;
  const document = `mutation ($input: ${type}!) { ${name}(spaceId: "${spaceId}", ${page}input: $input) { page { ${selected} } } }`;
  const { data, errors } = (await owner.graphql(document, { input })).body;
  expect(errors ?? []).toEqual([]);
  return data[name].page;
}

const shownBody = { ...body, variables: [{ name: 'product', value: 'Octavo' }] };

it('`createPage` and `updatePage` use each member of their input', async () => {
  const above = await edit('createPage', { title: 'Above', slug: 'above' });
  const page = await edit('createPage', {
    ...metadata,
    ...body,
    document: { markdown: 'Text' },
    parentId: above['pageId'],
    at: 0,
  });
  expect(page).toMatchObject({ ...metadata, ...shownBody, parentId: above['pageId'], markdown: 'Text' });
  const icon = await edit('updatePage', { icon: 'star', emoji: null }, page['pageId']);
  expect([icon['icon'], icon['emoji']]).toEqual(['star', null]);
  const other = await edit('createPage', { icon: 'gear' });
  const changes = { ...metadata, slug: 'changed', ...body, document: { markdown: 'Changed' } };
  const updated = await edit('updatePage', { ...changes, parentId: above['pageId'], at: 0 }, other['pageId']);
  expect(updated).toMatchObject({
    ...metadata,
    ...shownBody,
    slug: 'changed',
    markdown: 'Changed',
    parentId: above['pageId'],
  });
});

it('`createPageGroup` uses each member of its input', async () => {
  expect(await edit('createPageGroup', { ...metadata, slug: 'group', at: 0 })).toMatchObject({
    ...metadata,
    slug: 'group',
  });
  expect(await edit('createPageGroup', { title: 'B', icon: 'star' })).toMatchObject({ icon: 'star' });
});

it('`createLinkPage` and `updatePage` use what a link has', async () => {
  const above = await edit('createPage', { title: 'Above links', slug: 'above-links' });
  const page = await edit('createLinkPage', { ...link, target, parentId: above['pageId'], at: 0 });
  expect(page).toMatchObject({ ...link, target, parentId: above['pageId'] });
  const anchored = { kind: 'ANCHOR', pageId: above['pageId'], anchor: 'one' };
  expect(await edit('createLinkPage', { title: 'Anchored', target: anchored })).toMatchObject({ target: anchored });
  const other = { kind: 'URL', url: 'https://example.com/' };
  expect(await edit('updatePage', { target: other }, page['pageId'])).toMatchObject({ target: other });
  expect(await edit('createLinkPage', { title: 'C', icon: 'star', target })).toMatchObject({ icon: 'star' });
});

it('`createComputedPage` and `updatePage` use what a computed page has', async () => {
  const above = await edit('createPage', { title: 'Above computed', slug: 'above-computed' });
  const page = await edit('createComputedPage', {
    ...metadata,
    ...body,
    slug: 'computed',
    computed,
    parentId: above['pageId'],
    at: 0,
  });
  const shown = { type: computed.type, props: computed.props };
  expect(page).toMatchObject({
    ...metadata,
    ...shownBody,
    slug: 'computed',
    computed: shown,
    parentId: above['pageId'],
  });
  const changed = { type: computed.type, props: { models: false } };
  expect(await edit('updatePage', { computed: { ...changed, dependencies: {} } }, page['pageId'])).toMatchObject({
    computed: changed,
  });
  expect(await edit('createComputedPage', { title: 'D', computed, icon: 'star' })).toMatchObject({ icon: 'star' });
});
