import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Fastify, { type FastifyInstance } from 'fastify';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assetFiles, type AssetName } from '../../src/app/pages/asset-files.ts';
import { assetUrl } from '../../src/app/pages/assets.ts';
import { pagesBuilt } from '../../src/app/pages/pages-built.ts';
import { deskFacts } from '../../src/app/pages/desk-files.ts';
import { graphiqlPage } from '../../src/app/pages/graphiql.ts';
import { paths } from '../../src/desk/paths.ts';
import { jsonBlock, html } from '../../src/lib/html.ts';
import { registerPages, sendGraphiql } from '../../src/app/pages/pages.ts';
import { runDirectory } from '../setup/run-directory.ts';
import { threadWorkers } from './thread-workers.ts';

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const pagePaths = [
  '/',
  '/app',
  '/docs',
  '/docs/updateSpaceById',
  '/docs/try',
  '/graphql',
  '/manual/',
  '/manual/operate/settings',
  '/spaces/spc_1/pages/pg_1',
];
const notFound = { error: { code: 404 } };

async function appWithPages(baseUrl: string): Promise<FastifyInstance> {
  const app = Fastify();
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(notFound));
  registerPages(app, { baseUrl, workers: threadWorkers });
  app.get('/graphql', (request, reply) => sendGraphiql(request, reply, { baseUrl }));
  await app.ready();
  return app;
}

/** Returns every URL that a document loads or links to. */
function addressesIn(document: string): string[] {
  return [...document.matchAll(/(?:src|href)="([^"]*)"/g)].map((match) => match[1] ?? '');
}

let app: FastifyInstance;
let prefixed: FastifyInstance;

beforeAll(async () => {
  app = await appWithPages('https://docs.example');
  prefixed = await appWithPages('https://example/octavo/');
  // Compiles the manual, which takes seconds on a busy machine.
  await Promise.all([app, prefixed].map((one) => one.inject('/manual/')));
});

afterAll(() => Promise.all([app, prefixed].map((one) => one.close())));

describe('pages', () => {
  it.each(pagePaths)(
    '%s runs no inline script but those that its policy names by their hash, loads from nowhere else and cannot be framed',
    async (url) => {
      const response = await app.inject({ url, headers: browser });
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cache-control': 'no-cache',
      });
      const policy = String(response.headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/);
      const inline = [
        ...response.body.matchAll(/<script(?![^>]*(?:src=|application\/(?:ld\+)?json))[^>]*>([^]*?)<\/script>/g),
      ];
      const hashes = [...policy.matchAll(/'sha256-([^']+)'/g)].map(([, one]) => one);
      expect(
        inline.map(([, script]) =>
          createHash('sha256')
            .update(script ?? '')
            .digest('base64'),
        ),
      ).toEqual(hashes);
      expect(response.body).not.toMatch(/\son\w+=/);
    },
  );

  it.each(pagePaths)('%s names only assets which are there, and no other host', async (url) => {
    const addresses = addressesIn((await app.inject({ url, headers: browser })).body);
    expect(addresses.filter((address) => !/^(?:https:\/\/docs\.example)?[/#]/.test(address))).toEqual([]);
    const assets = addresses.filter((address) => address.includes('/assets/'));
    expect(assets.length).toBeGreaterThan(1);
    for (const asset of assets) expect((await app.inject(asset)).statusCode).toBe(200);
  });

  it.each(pagePaths)('%s is not sent again to a browser which has it', async (url) => {
    const first = await app.inject({ url, headers: browser });
    const again = await app.inject({ url, headers: { ...browser, 'if-none-match': String(first.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it.each(['/app', '/docs/try', '/graphql'])('%s says what to do where scripts are off', async (url) => {
    const { body } = await app.inject({ url, headers: browser });
    expect(body).toMatch(/<noscript\s*><p(?: class="notice")?>[^<]*needs JavaScript\./);
  });

  it('GET / answers only the version and the commit where JSON is asked for', async () => {
    const response = await app.inject({ url: '/', headers: { accept: 'application/json' } });
    expect(response.json()).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+/), commit: 'sources' });
    expect(response.headers.vary).toContain('Accept');
  });

  it('prefix every address with the path of the base URL', async () => {
    const bodies = await Promise.all(pagePaths.map((url) => prefixed.inject({ url, headers: browser })));
    const addresses = bodies.flatMap(({ body }) => addressesIn(body));
    expect(addresses.filter((address) => !/^(?:(?:https:\/\/example)?\/octavo\/|#)/.test(address))).toEqual([]);
    expect(graphiqlPage({ basePath: '/octavo' })).toContain('"endpoint":"/octavo/graphql"');
  });
});

describe('addresses that lead elsewhere', () => {
  it.each([
    ['/app/', '/app'],
    ['/docs/', '/docs'],
    ['/login/', '/login'],
    ['/graphql/', '/graphql'],
    ['/v1/', '/v1'],
    ['/readme', '/manual/readme'],
  ])('%s leads to %s, below the path of the base URL', async (url, to) => {
    const response = await prefixed.inject({ url, headers: browser });
    expect([response.statusCode, response.headers.location]).toEqual([308, `/octavo${to}`]);
  });

  it.each(Object.entries(paths))(
    'the address %s is the view %s of the desk, which is loaded at once',
    async (path, view) => {
      const url = path.replaceAll(/:\w+/g, '%22%3E%3Cb%3E');
      const { statusCode, body } = await app.inject({ url, headers: browser });
      const { script, style, views, words } = await deskFacts();
      expect(statusCode).toBe(200);
      for (const name of [script, style, views[view], ...Object.values(words)])
        expect(body).toContain(`/assets/desk/${name}"`);
      expect(body).not.toContain('<b>');
    },
  );
});

describe('GET /assets/*', () => {
  const paths = (Object.keys(assetFiles) as AssetName[]).map((name) => assetUrl('', name));

  it('every listed asset is served under an address with its hash, cacheable for ever', async () => {
    expect(paths).toHaveLength(Object.keys(assetFiles).length);
    for (const path of paths) {
      const response = await app.inject(path);
      expect(path).toMatch(/\.[0-9a-f]{16}\.(js|css|svg)$/);
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': expect.stringMatching(/^(text\/javascript|text\/css|image\/svg\+xml); charset=utf-8$/),
        'x-content-type-options': 'nosniff',
        vary: 'Accept-Encoding',
      });
    }
  });

  it('an asset answers 304 to its ETag, in a list and without its weak mark too', async () => {
    const url = paths[0] ?? '';
    const tag = String((await app.inject(url)).headers.etag);
    for (const header of [tag, `"other", ${tag}`, tag.replace('W/', ''), '*']) {
      const response = await app.inject({ url, headers: { 'if-none-match': header } });
      expect([response.statusCode, response.body]).toEqual([304, '']);
    }
    expect((await app.inject({ url, headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200);
  });

  it('assets are compressed for clients that accept gzip, without changing a byte', async () => {
    const url = paths.find((path) => path.includes('/graphiql.') && path.endsWith('.js')) ?? '';
    const plain = await app.inject(url);
    const gzipped = await app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } });
    expect(gzipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzipped.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(gzipped.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    const refused = await app.inject({ url, headers: { 'accept-encoding': 'gzip;q=0' } });
    expect(refused.headers['content-encoding']).toBeUndefined();
  });

  it.each([
    '/assets/',
    '/assets/graphiql.js',
    '/assets/graphiql.0000000000000000.js',
    '/assets/../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/client/pages.css',
    '/assets/constructor',
  ])('GET %s gets the not-found answer of the server', async (url) => {
    const response = await app.inject(url);
    expect([response.statusCode, response.json()]).toEqual([404, notFound]);
  });
});

describe('GET /assets/desk/*', () => {
  it('files of the desk are cacheable for ever, and compressed', async () => {
    const { script } = await deskFacts();
    const plain = await app.inject(`/assets/desk/${script}`);
    const gzipped = await app.inject({ url: `/assets/desk/${script}`, headers: { 'accept-encoding': 'gzip' } });
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    expect(gunzipSync(gzipped.rawPayload).equals(plain.rawPayload)).toBe(true);
  });

  it.each(['facts.json', 'desk.00000000.js', '..%2f..%2fpackage.json', 'desk.js'])(
    'GET /assets/desk/%s gets the not-found answer of the server',
    async (name) => {
      const response = await app.inject(`/assets/desk/${name}`);
      expect([response.statusCode, response.json()]).toEqual([404, notFound]);
    },
  );
});

describe('html', () => {
  it('the html template escapes inserted values', () => {
    expect(html`<a title="${'"><b>&\''}">${[html`<br />`]}</a>`.html).toBe(
      '<a title="&quot;&gt;&lt;b&gt;&amp;&#39;"><br /></a>',
    );
  });

  it('data in a script element of the html template cannot close it', () => {
    const block = jsonBlock('settings', { text: '</script><script>' }).html;
    expect(block.match(/<\/?script/g)).toHaveLength(2);
  });
});

describe('a page whose files are being built', () => {
  it('waits for its own file, or for all', async () => {
    const folder = pathToFileURL(join(runDirectory(), `bundles-${process.pid}/`));
    const built: string[] = [];
    const build = (file: string) => {
      built.push(file);
      writeFileSync(new URL(file, folder), '');
    };
    const waitFor = (file?: string) => pagesBuilt(file, folder).then(() => [...built]);
    mkdirSync(folder);
    const [manual, all] = [waitFor('manual.json'), waitFor()];
    build('icons.json');
    build('manual.json');
    expect(await manual).toEqual(['icons.json', 'manual.json']);
    build('.complete');
    expect(await all).toEqual(['icons.json', 'manual.json', '.complete']);
  });
});
