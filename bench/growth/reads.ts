import { readFileSync } from 'node:fs';
import { growthId, revisionIdOf } from './data.ts';
import type { Call, Operation } from './operation.ts';

/** The documented operations that answer a page of a list, whatever they are. */
export function listOperations(): Operation[] {
  return documentedReads()
    .filter(({ isList }) => isList)
    .flatMap(({ path }) =>
      // The generated comments belong to the space.
      path.includes('{changeRequestId}/comments/') ? [] : [{ name: `GET ${path.slice(3)}`, call: get50(path) }],
    );
}

/** The paths that are read, and whose parameters the data has. */
function documentedReads() {
  const { paths } = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as OpenApi;
  return Object.entries(paths).flatMap(([path, { get: operation }]) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    if (operation === undefined || !names.every((name) => name in parameters)) return [];
    const isList = operation.parameters?.some(({ name }) => name === 'limit') ?? false;
    return [{ path, names, isList }];
  });
}

interface OpenApi {
  readonly paths: Record<string, { readonly get?: { readonly parameters?: readonly { readonly name: string }[] } }>;
}

const get50 = (path: string) => (size: number) =>
  ({ method: 'GET', path: `${filled(path, size)}?limit=50&query=common` }) as const;

/** The id that stands for a parameter of a path in the organization of a size. */
const parameters: Readonly<Record<string, (size: number) => string>> = {
  organizationId: (size) => growthId('org', size),
  spaceId: (size) => growthId('spc', size),
  pageId: (size) => growthId('pg', size, size - 1),
  changeRequestId: (size) => growthId('cr', size, 50),
  commentId: (size) => growthId('com', size, 50),
  teamId: (size) => growthId('team', size, 1),
  userId: (size) => growthId('usr', size, 50),
  siteId: (size) => growthId('site', size),
  collectionId: (size) => growthId('col', size),
  fileId: (size) => growthId('fil', size, 50),
  reusableContentId: (size) => growthId('rc', size, 50),
  webhookId: (size) => growthId('whk', size, 1),
  specSlug: () => 'spec-1',
  integrationName: (size) => `growth-${size}-1`,
  installationId: (size) => growthId('ins', size, 1),
  templateId: (size) => growthId('tpl', size, 50),
  glossaryEntryId: (size) => growthId('glo', size, 50),
  deliveryId: (size) => growthId('whd', size, 50),
  inviteId: (size) => growthId('inv', size, 50),
  eventId: (size) => growthId('evt', size, 50),
  jobId: (size) => growthId('job', size, 50),
  revisionId: (size) => revisionIdOf(size, 0, 2),
};

/** Puts the ids of the organization of a size in the place of their names. */
export const filled = (path: string, size: number) =>
  path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => parameters[name]?.(size) ?? whole);

const history = (size: number, path: string) =>
  `/v1/spaces/${growthId('spc', size, size + 1)}/revisions/${revisionIdOf(size, size + 1, size / 2)}${path}`;

const get = (name: string, path: string, by = 'admin'): Operation => ({
  name: by === 'admin' ? name : `${name}, as a ${by}`,
  call: (size) => ({ method: 'GET', path: filled(path, size), by }),
});

const [organization, space, site] = [
  '/v1/orgs/{organizationId}',
  '/v1/spaces/{spaceId}',
  '/v1/orgs/{organizationId}/sites/{siteId}',
];

let edits = 0;

/** Changes the text of a page of the large space below its headings. */
const edit = (size: number): Call => ({
  method: 'POST',
  path: `/v1/spaces/${growthId('spc', size)}/content`,
  body: {
    changes: [
      {
        operation: 'update_page',
        page: growthId('pg', size, 10),
        document: { markdown: `# Intro 10\n\nEdit ${(edits += 1)}.\n\n## Limits\n` },
      },
    ],
  },
});

/** A page of the site that publishes the large space. */
const publishedPage = (size: number): Call => ({
  method: 'GET',
  path: `/${growthId('site', size, 1)}/guide-4`,
  by: 'nobody',
  host: 'sites.test',
});

/** A stream, what starts a job or needs an address, and what the generated sites, events and specifications do not have. */
const isLeftOut =
  /\/(stream|pdf|embed|redirect|auth|adaptive-schema|custom-hostname|latest.*)$|\{eventId\}|installations\/.*Id\}\/s|Id\}\/comments\/\{commentId\}$/;

/** The documented operations that answer one thing of a path with a parameter, whatever they are. */
export function singleOperations(): Operation[] {
  return documentedReads()
    .filter(({ path, names, isList }) => !isList && names.length > 0 && !isLeftOut.test(path))
    .map(({ path }) => get(`GET ${path.slice(3)}`, path));
}

/** Reads that are no lists. */
export const readOperations: readonly Operation[] = [
  get('spaces of an organization', `${organization}/spaces?limit=50`, 'guest'),
  get('search of an organization, no page', `${organization}/search?query=zebra`),
  get('search of an organization, one page', `${organization}/search?query=%22rare7%22`),
  get(
    'search of an organization, one page and a word that no page has',
    `${organization}/search?query=%22rare7%22+zebra`,
  ),
  get('search of an organization, common word', `${organization}/search?query=common`, 'guest'),
  get('events of an organization', `${organization}/events?limit=50`, 'guest'),
  get('members, by name', `${organization}/members?limit=50&search=User%2050`),
  get('member', `${organization}/members/{userId}`),
  get('organization', organization),
  get('space', space),
  get('space', space, 'guest'),
  get('page by id', `${space}/content/page/{pageId}`),
  {
    name: 'page by path',
    call: (size) => ({ method: 'GET', path: `/v1/spaces/${growthId('spc', size, 5)}/content/path/guide-4` }),
  },
  get('search of a space, rare word', `${space}/search?query=%22rare7%22`),
  get('search of a space, no page', `${space}/search?query=zebra`),
  get('search of a space, rare word and one that no page has', `${space}/search?query=%22rare7%22+zebra`),
  {
    name: 'page of a revision in the middle',
    call: (size) => ({ method: 'GET', path: history(size, `/page/${growthId('pg', size, 5)}`) }),
  },
  {
    name: 'pages of a revision in the middle',
    call: (size) => ({ method: 'GET', path: history(size, '/pages') }),
    spread: 20,
  },
  { name: 'edit of a page', call: edit, isUncounted: true },
  { name: 'links of a space after an edit', call: get50(`${space}/links`), before: edit },
  { name: 'published page', call: publishedPage, isUncounted: true },
  { name: 'published page after an edit of another', call: publishedPage, before: edit, isUncounted: true },
  get('site', site),
  {
    name: 'search of a site, no page',
    call: (size) => ({ method: 'POST', path: `${filled(site, size)}/search`, body: { query: 'zebra' } }),
  },
  {
    name: 'search of a site, common word',
    call: (size) => ({ method: 'POST', path: `${filled(site, size)}/search`, body: { query: 'common' } }),
  },
];
