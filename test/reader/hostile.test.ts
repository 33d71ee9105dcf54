import { beforeAll, describe, expect, it } from 'vitest';
import { hostileTexts } from '../../bench/hostile/grammar.ts';
import { aServer } from '../app/own-server.ts';
import { aPlainSite, aSitesWorld, type SitesWorld } from '../published-sites.ts';
import { fc } from '../setup/properties.ts';
import { allOrTenth } from '../setup/size.ts';
import { write } from '../visitors-world.ts';

let world: SitesWorld;
beforeAll(async () => {
  world = await aSitesWorld('hostile');
});

/** What a site answers beside the page itself. */
const others = [
  '/',
  '/guide',
  '/guide/deep',
  '/guide.md',
  '/index.md',
  '/~/search?q=guide',
  '/llms.txt',
  '/llms-full.txt',
  '/sitemap.xml',
  '/~/updates.atom',
  '/robots.txt',
];

/** A public site with a page that holds a text, however it came there. */
async function aSiteWith(markdown: string, isStoredAlready: boolean) {
  const site = await aPlainSite(world, { visibility: 'public' });
  const page = site.idOf('deep');
  const change = (text: string) =>
    world.owner.rest(`POST /v1/spaces/${site.spaceId}/content`, {
      changes: [{ operation: 'insert_page', title: 'Hostile', document: { markdown: text } }],
    });
  const { status } = isStoredAlready ? { status: 400 } : await change(markdown);
  expect([200, 400]).toContain(status);
  if (status === 400) {
    // As a text that was stored before it would have been refused.
    const words = `Words of ${page}`;
    expect((await change(words)).status).toBe(200);
    const { prisma } = world.server.platform.db;
    const stored = markdown.replaceAll('\0', '\uFFFD');
    await prisma.document.updateMany({ where: { markdown: words }, data: { markdown: stored } });
  }
  const { host, pathname } = new URL(site.url);
  return (path: string) => world.server.call(`GET ${pathname}${path}`, undefined, { headers: { host } });
}

async function expectOthers(read: Awaited<ReturnType<typeof aSiteWith>>) {
  const statuses = await Promise.all(others.map(async (path) => [path, (await read(path)).status]));
  expect(statuses).toEqual(others.map((path) => [path, 200]));
}

describe('a site with a page whose condition cannot be evaluated', () => {
  it.each([
    ['a long chain', `visitor.claims.beta == 1${' + 1'.repeat(20_000)}`],
    ['a chain of alternatives', `${'"a" == "b" || '.repeat(4_000)}true`],
    ['deep brackets', `${'('.repeat(9_000)}1${')'.repeat(9_000)}`],
    ['many signs', `${'!'.repeat(100_000)}1`],
    ['many members', `visitor${'.a'.repeat(50_000)}`],
    ['nested choices', `${'1 ? 2 : '.repeat(9_000)}3`],
    ['a long string', `"${'\\"'.repeat(20_000)}"`],
    ['another language', 'user and not banned'],
  ])('hides its block alone: %s', async (_what, condition) => {
    const read = await aSiteWith(`Before\n\n{% if ${condition} %}\nSecret\n{% endif %}\n\nAfter`, true);
    await expectOthers(read);
    const { status, body } = await read('/hostile');
    expect(status).toBe(200);
    expect(body).toMatch(/Before.*After/s);
    expect(body).not.toContain('Secret');
  });
});

describe('a site with a page of hostile text', () => {
  const grammar = hostileTexts().filter(({ bytes }) => bytes <= 40_000);
  const pieces = fc.constantFrom(
    '{% if ',
    ' %}',
    '{% endif %}',
    '{% else %}',
    '{% elseif a %}',
    '{{ ',
    ' }}',
    'visitor.claims.beta',
    ' || ',
    '(',
    '!',
    '"',
    '`',
    '\n',
    '\n\n',
    '# ',
    '- ',
    '| a |\n|-|\n',
    '> ',
    '$$',
    '```\n',
    '{% include "a" %}',
    '{% openapi src="a" %}',
    '![](',
    '[a](',
    ')',
    '<details>',
    '\uD800',
    '\0',
    '\u202E',
    '%ff',
    '---\n',
    'a: &a [*a]',
  );
  const texts = fc.oneof(
    fc.constantFrom(...grammar).map((one) => one.text()),
    fc
      .tuple(fc.array(pieces, { maxLength: 40 }), fc.integer({ min: 1, max: 500 }))
      .map(([list, times]) => list.join('').repeat(times)),
  );

  it('answers all its other addresses', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.boolean(), async (markdown, isStoredAlready) => {
        const read = await aSiteWith(markdown.slice(0, 100_000), isStoredAlready);
        await expectOthers(read);
        expect([200, 503]).toContain((await read('/hostile')).status);
      }),
      { numRuns: allOrTenth(100) },
    );
  });
});

describe('a site with a page whose text takes longer than the texts of a request may take', () => {
  it('answers another page, whose text takes long as well, at once', async () => {
    const site = await aPlainSite(world, { visibility: 'public' });
    const words = '*Some* `words` of a text. '.repeat(1_000);
    await write(world.owner, site.spaceId, [
      { operation: 'update_page', page: site.idOf('deep'), document: { markdown: `${words}{% if a %}A{% endif %}` } },
      { operation: 'update_page', page: site.idOf('guide'), document: { markdown: words } },
    ]);
    const { app } = await aServer({}, { config: { ...world.server.platform.config, TEXTS_TIMEOUT_MS: 1 } });
    const { host, pathname } = new URL(site.url);
    expect((await app.inject({ url: `${pathname}/guide`, headers: { host } })).statusCode).toBe(200);
  });
});

describe('a site with a page of hostile values', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
    fc.constantFrom(
      '\u0001',
      'a\u000B\u001F',
      '\uFFFE\uFFFF',
      '\uD800',
      '\u2028',
      ']]>',
      '<![CDATA[',
      '&#0;',
      '%',
      '%E0%A4%A',
      '{{ page.vars.a }}',
      '..',
      '__proto__',
      'constructor',
    ),
  );
  const conditions = ['visitor.claims.beta', 'page.vars.a', 'visitor[page]', '[1].map(a => a + page)', 'true'];
  const values = fc.record(
    {
      title: text,
      description: text,
      slug: text,
      icon: text,
      condition: fc.constantFrom(...conditions),
      variables: fc.record({ a: text, constructor: text }),
      document: fc.record({ markdown: text }),
    },
    { requiredKeys: ['title', 'document'] },
  );

  it('answers all its other addresses, and its texts for machines can be read', async () => {
    await fc.assert(
      fc.asyncProperty(values, fc.constantFrom('document', 'group', 'link'), async (page, type) => {
        const site = await aPlainSite(world, { visibility: 'public' });
        const { document, ...linked } = page;
        const more = type === 'link' ? { ...linked, target: { kind: 'page', page: site.idOf('guide') } } : page;
        const changes = [
          { operation: 'insert_page', type, ...more },
          { operation: 'insert_reusable_content', title: page.title, document },
        ];
        const answers = await Promise.all(
          changes.map((change) => world.owner.rest(`POST /v1/spaces/${site.spaceId}/content`, { changes: [change] })),
        );
        for (const { status } of answers) expect([200, 400]).toContain(status);
        const { host, pathname } = new URL(site.url);
        const read = (path: string) => world.server.call(`GET ${pathname}${path}`, undefined, { headers: { host } });
        await expectOthers(read);
        for (const path of ['/sitemap.xml', '/~/updates.atom', '/~/opensearch.xml'])
          expect((await read(path)).body).not.toMatch(noXml);
      }),
      { numRuns: allOrTenth(150), examples: [[{ title: 'a\u0001b', document: { markdown: '' } }, 'document']] },
    );
  });

  // Characters that XML 1.0 has not, and references to them: one of them makes a whole document unreadable.
  const noXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]|&#(?:x0|0);/u;
});
