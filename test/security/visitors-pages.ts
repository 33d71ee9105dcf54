import { expect } from 'vitest';
import type { Harness, Reply } from '../harness.ts';
import type { ASite } from '../visitors-world.ts';
import type { Claims } from './visitors-conditions.ts';
import { allowed, pathTo, word, type SpaceModel } from './visitors-model.ts';

/** A space of a site, as it was written. */
export interface WrittenSpace {
  readonly title: string;
  readonly pages: readonly string[];
  readonly files: readonly string[];
  readonly model: SpaceModel;
  readonly world: number;
}

interface SeenSite {
  readonly url: string;
  readonly site: ASite;
  /** All site spaces, named `v0`, `v1`… */
  readonly spaces: readonly WrittenSpace[];
  readonly shown: readonly WrittenSpace[];
  readonly claims: Claims;
  /** A view of a preview, where its addresses are asked in the place of the published ones. */
  readonly view?: SeenView;
}

/** A view of a preview, with the cookie that opens it. */
export interface SeenView {
  readonly path: string;
  readonly cookie: string;
  /** The space whose texts have other words there, and the number of those. */
  readonly changed?: { readonly space: WrittenSpace; readonly world: number };
}

/**
 * Asks each kind of address of the reader as a visitor: nothing hidden may be in an answer, and what is allowed must be on its
 * page. Returns the number of answers.
 */
export async function checkPages(server: Harness, seen: SeenSite): Promise<number> {
  const { url, spaces, shown, claims, view } = seen;
  const cookie = view?.cookie ?? (await signIn(server, seen));
  const inView = view?.path ?? '';
  const { changed } = view ?? {};
  const worldOf = (one: WrittenSpace) => (one === changed?.space ? changed.world : one.world);
  const read = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    get(server, `${url}${path}`, { cookie, ...headers });
  const isSeen = (one: WrittenSpace) => (shown.includes(one) ? claims : null);
  const hidden = [
    ...spaces.flatMap((one) => listHidden(one, isSeen(one))),
    ...(changed ? listHidden({ ...changed.space, world: changed.world }, isSeen(changed.space)) : []),
  ];
  let answers = 0;
  const check = (path: string, { status, headers, body }: Reply) => {
    answers += 1;
    const said = `${String(headers['location'] ?? '')} ${typeof body === 'string' ? body : JSON.stringify(body)}`;
    expect([path, hidden.filter((one) => said.includes(one))]).toEqual([path, []]);
    expect([path, status < 500 && !said.includes('visitor.claims')]).toEqual([path, true]);
    return said;
  };
  for (const [at, one] of spaces.entries()) {
    const isShown = shown.includes(one);
    const want = isShown ? allowed(one.model, claims) : { pages: [], files: [], parts: () => [] };
    // The default has no segment of its own; a space that is hidden is asked for in both ways as well.
    for (const base of isShown && one === shown[0] ? ['/', `/v${at}/`] : [`/v${at}/`]) {
      // A single variant has no segment of its own.
      const isPlace = isShown && (base === '/' || shown.length > 1);
      const addresses = [
        ...named,
        ...(view ? ['~/list'] : ['~/hidden']),
        ...one.pages.flatMap((_, page) => {
          const path = pathTo(one.model, page);
          return [path, `${path}.md`, ...(view ? [`${path}?diff`] : [])];
        }),
      ];
      for (const address of addresses) {
        const path = `${base}${inView}${address}`;
        check(path, await follow(server, `${url}${path}`, cookie));
      }
      check(`${base} list_pages`, await callTool(server, `${url}${base}${inView}`, cookie, { name: 'list_pages' }));
      for (const [page, id] of one.pages.entries()) {
        const said = check(`${base} page ${page}`, await follow(server, `${url}${base}${inView}~/pages/${id}`, cookie));
        const tool = { name: 'read_page', arguments: { page: pathTo(one.model, page) } };
        const told = check(`${base} tool`, await callTool(server, `${url}${base}${inView}`, cookie, tool));
        const words =
          isPlace && want.pages.includes(page)
            ? want.parts(page).map(({ piece }) => word(worldOf(one), page, piece))
            : [];
        expect([
          nameWords(base, page),
          words.filter((text) => !said.includes(text)),
          words.filter((text) => !told.includes(text)),
        ]).toEqual([nameWords(base, page), [], []]);
      }
      for (const [file, id] of one.files.entries()) {
        const answer = await follow(server, `${url}${base}${inView}~/files/${id}/f${file}.txt`, cookie);
        answers += 1;
        expect([base, file, answer.status]).toEqual([base, file, isPlace && want.files.includes(file) ? 200 : 404]);
      }
    }
    // One search for each space: searches of an address are limited.
    const { body } = await read(`/${inView}~/search?q=${word(worldOf(one), 0, 0)}`, { accept: 'application/json' });
    const { results } = JSON.parse(typeof body === 'string' ? body : JSON.stringify(body)) as { results: unknown[] };
    const isFound = want.pages.includes(0) && want.parts(0).some(({ piece }) => piece === 0);
    expect(['search', results.length]).toEqual(['search', isFound ? 1 : 0]);
  }
  return answers;
}

/** Calls a tool of a site. */
function callTool(server: Harness, base: string, cookie: string, params: object): Promise<Reply> {
  const { host, pathname } = new URL(`${base}~/mcp`);
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  return server.call(`POST ${pathname}`, message, { headers: { host, cookie } });
}

/** Addresses that each space has. */
const named = [
  '',
  'index.md',
  'llms.txt',
  'llms-full.txt',
  'sitemap.xml',
  'robots.txt',
  'nothing-here',
  '~/updates.atom',
  '~/opensearch.xml',
  '~/search',
  '~/feedback',
];

const nameWords = (base: string, page: number) => `${base} words of ${page}`;

/** Words, and ids of pages and files, that a visitor may not see of a space; its title too when it is hidden as a whole. */
function listHidden({ title, model, world, pages, files }: WrittenSpace, claims: Claims | null): string[] {
  const want = claims === null ? null : allowed(model, claims);
  const hiddenWords = model.pages.flatMap(({ parts }, page) => {
    const shown = new Set(want?.pages.includes(page) ? want.parts(page).map(({ piece }) => piece) : []);
    return parts.flatMap((_, piece) => (shown.has(piece) ? [] : [word(world, page, piece)]));
  });
  return [
    ...(claims === null ? [title] : []),
    ...hiddenWords,
    ...pages.filter((_, page) => !want?.pages.includes(page)),
    ...files.filter((_, file) => !want?.files.includes(file)),
  ];
}

const get = (server: Harness, url: string, headers: Readonly<Record<string, string>>): Promise<Reply> => {
  const { host, pathname, search } = new URL(url);
  return server.call(`GET ${pathname}${search}`, undefined, { headers: { host, ...headers } });
};

/** The answer at the end of the redirects of an address. */
async function follow(server: Harness, url: string, cookie: string): Promise<Reply> {
  let answer = await get(server, url, { cookie });
  for (let at = url, hops = 0; answer.headers['location'] !== undefined && hops < 5; hops += 1) {
    at = new URL(String(answer.headers['location']), at).href;
    answer = await get(server, at, { cookie });
  }
  return answer;
}

/** The cookies of a visitor with signed and unsigned claims. */
async function signIn(server: Harness, { url, site, claims }: SeenSite): Promise<string> {
  const { beta, plan, dark } = claims;
  const token = await site.tokenFor({ beta, plan });
  const answers = [
    await get(server, `${url}/?jwt_token=${token}`, {}),
    await get(server, `${url}/?visitor.dark=${String(dark)}`, {}),
  ];
  // A site that hides all that it has from visitors without claims sets no cookie of unsigned ones.
  const cookies = answers.flatMap(({ headers }) => headers['set-cookie'] ?? []);
  return cookies.map((cookie) => String(cookie).split(';')[0]).join('; ');
}
