import type { Answer, Call } from '../hostile/server.ts';

/** What the clients work on. */
export interface Place {
  readonly organizationId: string;
  readonly siteId: string;
  readonly publishedUrl: string;
  readonly spaces: readonly { readonly id: string; readonly pages: readonly string[] }[];
  /** URL of a document to import. */
  readonly source: string;
}

type Random = () => number;
type Script = (call: Call, place: Place, random: Random) => Promise<void>;

/** Scripts of one or more requests. */
export const scripts = {
  read: async (call, place, random) => {
    const read = oneOf(reads(place, random), random);
    await call(...read);
  },
  edit: async (call, place, random) => {
    const { space, page } = aPage(place, random);
    await call('POST', `${space}/content`, change(page, random));
  },
  comment: async (call, place, random) => {
    const { space, page } = aPage(place, random);
    const { id } = made(await call('POST', `${space}/comments`, { page, body: { markdown: words(20, random) } }));
    if (id === undefined) return;
    await call('POST', `${space}/comments/${id}/replies`, { body: { markdown: words(10, random) } });
    await call('GET', `${space}/comments/${id}/replies`);
    await call('DELETE', `${space}/comments/${id}`);
  },
  search: async (call, place, random) => {
    const { space } = aPage(place, random);
    const at = random() < 0.5 ? space : `/v1/orgs/${place.organizationId}`;
    await call('GET', `${at}/search?query=${words(1, random)}`);
  },
  merge: async (call, place, random) => {
    const { space, page } = aPage(place, random);
    const { id } = made(await call('POST', `${space}/change-requests`, { subject: words(3, random) }));
    if (id === undefined) return;
    const at = `${space}/change-requests/${id}`;
    await call('POST', `${at}/content`, change(page, random));
    await call('GET', `${at}/changes`);
    const { status } = await call('POST', `${at}/merge`);
    if (status !== 200) await call('PATCH', at, { status: 'archived' });
  },
  import: async (call, place, random) => {
    const { id } = made(await call('POST', `/v1/orgs/${place.organizationId}/spaces`, { title: words(2, random) }));
    if (id === undefined) return;
    await call('POST', `/v1/spaces/${id}/content/import`, { url: place.source, source: 'markdown' });
    await call('DELETE', `/v1/spaces/${id}`);
  },
  pdf: async (call, place, random) => {
    const { space, page } = aPage(place, random);
    const { url } = made(await call('GET', `${space}/pdf${random() < 0.5 ? '' : `?page=${page}`}`));
    if (url === undefined) return;
    const { pathname, search } = new URL(url);
    await call('GET', pathname + search);
  },
} satisfies Record<string, Script>;

export type Kind = keyof typeof scripts;

/** How often each script comes up. Of a hundred requests some are longer scripts': four for a comment, four for a merge. */
const weights: Readonly<Record<Kind, number>> = {
  read: 60,
  edit: 10,
  comment: 4,
  search: 10,
  merge: 3,
  import: 1,
  pdf: 1,
};

export const kinds = Object.keys(weights) as Kind[];
export const deck: readonly Kind[] = kinds.flatMap((kind) => Array.from({ length: weights[kind] }, () => kind));

/** Returns the requests of reads, of which one is sent. */
function reads(place: Place, random: Random): [method: string, path: string, body?: object][] {
  const { space, page } = aPage(place, random);
  const { organizationId, siteId, publishedUrl: url } = place;
  return [
    ['GET', space],
    ['GET', `${space}/content/pages`],
    ['GET', `${space}/content/page/${page}`],
    ['GET', `${space}/content/page/${page}?format=markdown&evaluated=true`],
    ['GET', `${space}/content/page/${page}/links`],
    ['GET', `${space}/comments?limit=20`],
    ['GET', `${space}/revisions?limit=20`],
    ['GET', `${space}/change-requests?limit=20`],
    ['GET', `/v1/orgs/${organizationId}/spaces`],
    ['GET', `/v1/orgs/${organizationId}/sites/${siteId}/published`],
    ['POST', '/v1/urls/published', { url, redirectOnError: false }],
    ['POST', '/graphql', { query: organizationQuery, variables: { id: organizationId } }],
  ];
}

const organizationQuery = `query ($id: ID!) { organization(id: $id) { title spaces(first: 10) { edges { node {
  title comments(first: 5) { edges { node { id postedBy { displayName } } } } } } } } }`;

const oneOf = <Item>(items: readonly Item[], random: Random): Item => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('Nothing to choose from');
  return item;
};

function aPage(place: Place, random: Random): { readonly space: string; readonly page: string } {
  const { id, pages } = oneOf(place.spaces, random);
  return { space: `/v1/spaces/${id}`, page: oneOf(pages, random) };
}

const change = (page: string, random: Random) => ({
  changes: [{ operation: 'update_page', page, document: { markdown: documentOf(random) } }],
});

/** The members of an answer that a script goes on with; none when the request failed. */
const made = ({ status, text }: Answer) =>
  status >= 200 && status < 300 ? (JSON.parse(text) as { readonly id?: string; readonly url?: string }) : {};

const syllables = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ');

const words = (count: number, random: Random): string =>
  Array.from({ length: count }, () => oneOf(syllables, random) + oneOf(syllables, random)).join(' ');

/** A document of about two kilobytes. */
export const documentOf = (random: Random): string =>
  Array.from(
    { length: 6 },
    () =>
      `## ${words(3, random)}\n\n${words(40, random)} [${words(1, random)}](https://example.org).\n\n* ${words(4, random)}\n* \`${words(1, random)}\`\n\n` +
      `| a | b |\n| - | - |\n| ${words(1, random)} | **${words(1, random)}** |\n`,
  ).join('\n');
