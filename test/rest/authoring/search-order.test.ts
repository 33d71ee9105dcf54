import { beforeAll, describe, expect, it } from 'vitest';
import { writePages } from '../../content-pages.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
let spaceId: string;

beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server));
  ({ id: spaceId } = await aSpace(server, organizationId));
  await writePages(owner, spaceId, [
    { id: 'a-testing', title: 'Testing WebSockets', markdown: '# WebSocket\n\n'.concat('A websocket. '.repeat(20)) },
    { id: 'b-sockets', title: 'WebSockets', markdown: 'Two ways.' },
    { id: 'c-fetch', title: 'Fetching data', markdown: '# Use async data\n\nUse `async` for data: use async data.' },
    { id: 'd-async', title: 'useAsyncData', markdown: 'A composable.' },
    { id: 'e-lazy', title: 'useLazyAsyncData', markdown: 'It wraps `useAsyncData`, async data that you use.' },
    { id: 'f-http', title: 'HTTP/2', markdown: 'Frames.' },
    { id: 'g-server', title: 'Server options', markdown: '# http2\n\nWhether to use http2.' },
    { id: 'h-snake', title: 'max_body_size', markdown: 'Bytes.' },
    { id: 'i-dashed', title: 'The option keep-alive-timeout', markdown: 'Seconds.' },
    { id: 'j-install', title: 'CLI install', markdown: 'Of one.', attributes: { description: 'Install a package' } },
    { id: 'k-scope', title: 'Scopes', markdown: '# Installing scoped packages\n\nInstall a package of a scope.' },
    { id: 'l-line', title: 'On-line help', markdown: 'Ask.' },
  ]);
});

const found = async (query: string) => {
  const at = `query=${encodeURIComponent(query)}`;
  const [inSpace, inOrganization] = await Promise.all([
    owner.rest(`GET /v1/spaces/${spaceId}/search?${at}`),
    owner.rest(`GET /v1/orgs/${organizationId}/search?${at}`),
  ]);
  const ids = inSpace.body.items.map(({ id }: { id: string }) => id);
  const [space] = inOrganization.body.items;
  expect((space?.pages ?? []).map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 5));
  return ids;
};

describe('the order of pages', () => {
  it.each([
    ['an exact title', 'websockets', 'b-sockets'],
    ['the title that is the word, in another number', 'websocket', 'b-sockets'],
    ['the title that is two words in one', 'web sockets', 'b-sockets'],
    ['a title in camel case, by its words', 'use async data', 'd-async'],
    ['a title in camel case, in small letters', 'useasyncdata', 'd-async'],
    ['a title in camel case, with hyphens', 'use-async-data', 'd-async'],
    ['a title in camel case, with underscores', 'USE_ASYNC_DATA', 'd-async'],
    ['a title in camel case, as written', 'useAsyncData', 'd-async'],
    ['a title with underscores, in camel case', 'maxBodySize', 'h-snake'],
    ['a title with underscores, by its words', 'max body size', 'h-snake'],
    ['a title with hyphens, in camel case', 'keepAliveTimeout', 'i-dashed'],
    ['a title with hyphens, in small letters', 'keepalivetimeout', 'i-dashed'],
    ['a title with a slash', 'http2', 'f-http'],
    ['a title with a hyphen, as one word', 'online help', 'l-line'],
    ['a description that says it, and a word of it in the title', 'install a package', 'j-install'],
  ])('%s comes first: %s', async (_what, query, first) => {
    expect((await found(query))[0]).toBe(first);
  });

  it('a heading in camel case is found by its words', async () => {
    expect(await found('lazy async')).toEqual(['e-lazy']);
  });
});
