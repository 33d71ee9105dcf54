import { expect } from 'vitest';
import { problemsIn } from './document-checks.ts';
import type { Harness, Reply } from './harness.ts';
import { readerOf } from './visitors-world.ts';
import { clock } from './setup/clock.ts';

type Json = Record<string, any>;

/** Data that a browser sends to the renderer. */
export interface Browser {
  readonly jwtToken?: string;
  readonly unsignedClaims?: Json;
}

/** Fields of the published site without which a page fails, as dotted paths. */
const neededOfSite = [
  'site.id',
  'site.title',
  'site.visibility',
  'site.urls',
  'structure.type',
  'customizations.siteSpaces',
  'scripts',
  ...['light', 'dark'].flatMap((form) =>
    ['primaryColor', 'infoColor', 'successColor', 'warningColor', 'dangerColor'].map(
      (color) => `customizations.site.styling.${color}.${form}`,
    ),
  ),
  'customizations.site.styling.font',
  'customizations.site.header.links',
  'customizations.site.footer.groups',
  'customizations.site.internationalization.locale',
  ...['favicon', 'themes', 'pdf', 'feedback', 'ai', 'externalLinks', 'git', 'pagination', 'trademark'].map(
    (name) => `customizations.site.${name}`,
  ),
  'customizations.site.privacyPolicy',
  'customizations.site.socialPreview',
];

const layoutKeys = [
  'cover',
  'coverSize',
  'description',
  'metadata',
  'outline',
  'pagination',
  'tableOfContents',
  'title',
  'width',
];

const neededOfPage: Readonly<Record<string, readonly string[]>> = {
  document: ['id', 'path', 'title', 'pages', ...layoutKeys.map((key) => `layout.${key}`)],
  group: ['id', 'path', 'title', 'pages'],
  link: ['id', 'title', 'target.kind'],
};

const missing = (value: Json, paths: readonly string[]): string[] =>
  paths.filter((path) => path.split('.').reduce<any>((inner, key) => inner?.[key], value) === undefined);

const flat = (pages: readonly Json[]): Json[] => pages.flatMap((page) => [page, ...flat(page['pages'] ?? [])]);

/** A page as the renderer shows it; null where it answers 404. */
export interface Shown {
  readonly look: Json;
  readonly published: Json;
  readonly space: Json;
  readonly revision: Json;
  readonly page: Json;
  readonly document: Json;
  readonly read: (signature: string, body?: unknown) => Promise<Reply>;
}

/**
 * Represents the renderer of published sites: makes its calls in its order, and checks that the answers contain what it
 * needs.
 */
export class Renderer {
  readonly #server: Harness;
  constructor(server: Harness) {
    this.#server = server;
  }

  /**
   * Looks up to five prefixes of a URL up at once over HTTP, takes the first answer that is complete or belongs to the
   * longest prefix, and closes the other connections.
   */
  async lookUp(url: string, { jwtToken, unsignedClaims = {} }: Browser = {}): Promise<Reply> {
    const address = await this.#server.listen();
    const { origin, pathname } = new URL(url);
    const segments = pathname.split('/').filter((segment) => segment !== '');
    const lengths = [0, 1, 2, 3, 4].filter((length) => length <= segments.length).toReversed();
    const stop = new AbortController();
    const ask = async (length: number) => {
      const response = await fetch(`${address}/v1/urls/published`, {
        method: 'POST',
        signal: stop.signal,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          url: `${origin}/${segments.slice(0, length).join('/')}`,
          visitor: { unsignedClaims, ...(jwtToken === undefined ? {} : { jwtToken }) },
          redirectOnError: false,
        }),
      });
      const body = (await response.json()) as Json;
      const isLast = length === lengths[0];
      if (!isLast && !(response.status === 200 && body['complete'] === true)) throw new Error('goes on');
      const rest = segments.slice(length).join('/');
      const path = [String(body['pathname'] ?? '/').replace(/\/$/, ''), rest].filter((part) => part !== '').join('/');
      return { status: response.status, headers: {}, body: { ...body, pathname: path === '' ? '/' : path } };
    };
    const answer = await Promise.any(lengths.map(ask));
    stop.abort();
    return answer;
  }

  /** Shows the page of a URL; null for 404. Throws where the renderer would answer 500. */
  async show(url: string, browser: Browser = {}): Promise<Shown | null> {
    const { status, body: look } = await this.lookUp(url, browser);
    expect([200, 404]).toContain(status);
    if (status === 404) return null;
    checkLookUp(look, url);
    const read = readerOf(this.#server, look['apiToken']);
    const key = look['shareKey'] ? `?shareKey=${look['shareKey']}` : '';
    const site = `/v1/orgs/${look['organization']}/sites/${look['site']}`;
    const [published, space] = await Promise.all([
      read(`GET ${site}/published${key}`),
      read(`GET /v1/spaces/${look['space']}${key}`),
    ]);
    expect([published.status, space.status]).toEqual([200, 200]);
    checkPublished(published.body, look);
    expect(space.body).toMatchObject({ id: look['space'], urls: expect.any(Object), revision: expect.any(String) });
    const at = `/v1/spaces/${look['space']}/revisions/${space.body.revision}`;
    const revision = await read(`GET ${at}?metadata=true`);
    expect(revision.status).toBe(200);
    checkRevision(revision.body);
    const common = { look, published: published.body, space: space.body, revision: revision.body, read };
    const page = pageAt(revision.body.pages, look['pathname']) ?? (await this.#unknown(common));
    if (page === null) return null;
    const document = await read(`GET ${at}/page/${page['id']}/document?evaluated=true`);
    expect(document.status).toBe(200);
    expect(problemsIn(document.body)).toEqual([]);
    return { ...common, page, document: document.body };
  }

  /**
   * Resolves a path that is not in the tree: by redirects from the root of the site and of the space, then by the path.
   */
  async #unknown({ look, space, revision, read }: Omit<Shown, 'page' | 'document'>): Promise<Json | null> {
    const site = `/v1/orgs/${look['organization']}/sites/${look['site']}`;
    const below = look['basePath'].slice(look['siteBasePath'].length - 1).replace(/\/$/, '');
    const key = look['shareKey'] ? `&shareKey=${look['shareKey']}` : '';
    const sources = new Set([`${below}${look['pathname']}`, look['pathname'] as string]);
    for (const source of sources) {
      const redirect = await read(`GET ${site}/redirect?source=${encodeURIComponent(source)}${key}`);
      expect([200, 404]).toContain(redirect.status);
      if (redirect.status === 200) expect(URL.canParse(redirect.body.target)).toBe(true);
    }
    const path = encodeURIComponent(look['pathname'].replace(/^\//, ''));
    const found = await read(`GET /v1/spaces/${space['id']}/revisions/${revision['id']}/path/${path}`);
    expect([200, 404]).toContain(found.status);
    return found.status === 200 ? found.body : null;
  }
}

function pageAt(pages: readonly Json[], pathname: string): Json | undefined {
  const documents = flat(pages).filter(({ type }) => type === 'document');
  const path = pathname.replace(/^\//, '').toLowerCase();
  return path === '' ? documents[0] : documents.find((page) => page['path'] === path);
}

/** Returns the claims of a JSON Web Token, which the renderer decodes without verification. */
const claimsIn = (token: string): Json =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Json;

function checkLookUp(look: Json, url: string) {
  const paths = ['site', 'siteSpace', 'space', 'organization', 'basePath', 'siteBasePath', 'complete', 'canonicalUrl'];
  expect(missing(look, [...paths, 'apiToken'])).toEqual([]);
  expect(look['basePath']).toMatch(/^\/(?:.*\/)?$/);
  expect(look['basePath'].startsWith(look['siteBasePath'])).toBe(true);
  expect(new URL(look['canonicalUrl']).host).toBe(new URL(url).host);
  const claims = claimsIn(look['apiToken']);
  expect(claims).toMatchObject({
    kind: 'site',
    organization: look['organization'],
    site: look['site'],
    siteSpace: look['siteSpace'],
    space: look['space'],
    spaces: expect.arrayContaining([look['space']]),
    claims: expect.any(Object),
  });
  expect(claims['exp'] * 1_000 - clock.now().getTime()).toBeGreaterThan(3_600_000);
  expect(look['contextId'] === undefined).toBe(Object.keys(claims['claims']).length === 0);
}

function checkPublished(published: Json, look: Json) {
  expect(missing(published, neededOfSite)).toEqual([]);
  expect(published['site'].ads).toBeUndefined();
  expect(published['customizations'].site.ai).toEqual({ mode: 'none' });
  const { type, structure } = published['structure'];
  const sections = type === 'sections' ? structure.flatMap((item: Json) => item['sections'] ?? [item]) : [];
  const siteSpaces: Json[] =
    type === 'sections' ? sections.flatMap((section: Json) => section['siteSpaces']) : structure;
  expect(sections.some(({ id }: Json) => id === look['siteSection'])).toBe(type === 'sections');
  expect(siteSpaces.map(({ id }) => id)).toContain(look['siteSpace']);
  if (type === 'sections') expect(sections.filter((section: Json) => section['default'])).toHaveLength(1);
  for (const part of [...sections, ...siteSpaces])
    expect(missing(part, ['id', 'title', 'path', 'default', 'urls.published'])).toEqual([]);
  for (const { urls } of [...sections, ...siteSpaces]) expect(urls.published).toMatch(/^https:\/\/[^:/]+\//);
  for (const siteSpace of siteSpaces) {
    expect(missing(siteSpace, ['space.id', 'space.revision', 'space.title'])).toEqual([]);
    expect(published['customizations'].siteSpaces[siteSpace['id']]).toBeDefined();
  }
}

function checkRevision(revision: Json) {
  for (const name of ['pages', 'files', 'reusableContents']) expect(revision[name]).toBeInstanceOf(Array);
  for (const page of flat(revision['pages'])) {
    const needed = neededOfPage[page['type']];
    expect(needed, `${page['type']} is no type of a page`).toBeDefined();
    expect(missing(page, needed ?? [])).toEqual([]);
    if (page['emoji']) expect(page['emoji']).toMatch(/^[\da-f]+(?:-[\da-f]+)*$/);
  }
  for (const file of revision['files']) expect(missing(file, ['id', 'contentType', 'downloadURL'])).toEqual([]);
}
