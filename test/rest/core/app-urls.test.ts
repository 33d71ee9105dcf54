import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServer } from '../../../src/app/http/server.ts';
import { paths } from '../../../src/desk/paths.ts';
import { aCollection, aMember, anOrganization } from '../../factories.ts';
import { startServer, type Caller } from '../../harness.ts';
import { aMergingWorld, changed, edit } from '../authoring/merging-world.ts';

/** A dashboard elsewhere, at a path of its host. */
const dashboard = 'https://desk.example/docs';

let app: FastifyInstance;
let owner: Caller;
let places: readonly string[];

beforeAll(async () => {
  const server = await startServer();
  const urls = { ...server.platform.services.urls, app: dashboard };
  app = await createServer({ ...server.platform, services: { ...server.platform.services, urls } });
  const organization = await anOrganization(server);
  ({ owner } = organization);
  const collection = await aCollection(server, organization.id);
  const { spaceId, pages, at, inRequest } = await aMergingWorld(server, organization.id, owner);
  await inRequest(edit(pages.a, changed('two', `[b](/pages/${pages.b})`)));
  const member = await aMember(server, organization.id, 'admin');
  await member.rest(`POST ${at}/comments`, { body: { markdown: 'Well said.' } });
  const space = `/v1/spaces/${spaceId}`;
  places = [
    '/v1/orgs',
    `/v1/orgs/${organization.id}/collections`,
    `/v1/collections/${collection.id}`,
    `/v1/orgs/${organization.id}/spaces`,
    `/v1/orgs/${organization.id}/search?query=two`,
    space,
    `${space}/search?query=two`,
    `${space}/content`,
    `${space}/content/pages`,
    `${space}/content/page/${pages.a}`,
    `${space}/change-requests`,
    at,
    `${at}/content`,
    `${at}/content/page/${pages.a}`,
    `${at}/content/page/${pages.a}/links`,
    `${at}/changes`,
    `${at}/comments`,
  ];
});
afterAll(() => app.close());

/** Every `urls.app` in an answer. */
function listAppUrls(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'urls' ? [(inner as { app?: string }).app ?? []].flat() : listAppUrls(inner),
  );
}

const patterns = Object.keys(paths).map((path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}(?:#.*)?$`));

it('APP_URL is where every urls.app leads, and each is a path of the desk', async () => {
  const found = new Set<string>();
  for (const url of places) {
    const { statusCode, body } = await app.inject({ url, headers: { authorization: `Bearer ${owner.secret}` } });
    expect([url, statusCode]).toEqual([url, 200]);
    for (const one of listAppUrls(JSON.parse(body))) found.add(one);
  }
  expect([...found].filter((one) => !one.startsWith(`${dashboard}/`))).toEqual([]);
  const below = [...found].map((one) => one.slice(dashboard.length));
  expect(below.filter((path) => !patterns.some((pattern) => pattern.test(path)))).toEqual([]);
  const kinds = [...new Set(below.map((path) => path.replaceAll(/\/[a-z]+_[\w-]+/g, '').replace(/#.*/, '')))];
  expect(kinds.toSorted()).toEqual([
    '/collections',
    '/orgs',
    '/spaces',
    '/spaces/change-requests',
    '/spaces/pages',
    '/spaces/revisions',
  ]);
});
