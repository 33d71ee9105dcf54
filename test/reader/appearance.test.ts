import { beforeAll, describe, expect, it } from 'vitest';
import { FontName, MonospaceFontName } from '../../src/domain/publishing/customization/styling.ts';
import { findFont } from '../../src/reader/fonts.ts';
import { readPublished } from '../proposals.ts';
import { aPlainSite, aSitesWorld, customize, type SitesWorld } from '../published-sites.ts';
import { write } from '../visitors-world.ts';

let world: SitesWorld;

beforeAll(async () => {
  world = await aSitesWorld('appearance');
});

/** A site with settings, and what reads its addresses. */
async function aCustomSite(settings: object, values: Parameters<typeof aPlainSite>[1] = { visibility: 'public' }) {
  const site = await aPlainSite(world, values);
  await customize(world, site.id, settings);
  const read = (path: string) => readPublished(world, new URL(path, `${site.url}/`).href);
  return { ...site, read, readText: async (path: string) => String((await read(path)).body) };
}

const elsewhere = { kind: 'url', url: 'https://example.com/' };

describe('`externalLinks.target`', () => {
  const links = {
    header: { links: [{ title: 'Head', to: elsewhere, links: [] }] },
    footer: { groups: [{ title: 'More', links: [{ title: 'Foot', to: elsewhere }] }] },
    announcement: { enabled: true, message: 'News', style: 'info', link: { title: 'Read', to: elsewhere } },
    privacyPolicy: { url: 'https://example.com/privacy' },
  };

  it.each([
    ['self', 0],
    ['blank', 7],
  ] as const)('%s: links of texts, tree, header, footer and announcement to other websites', async (target, opened) => {
    const site = await aCustomSite({ ...links, externalLinks: { target } });
    await write(world.owner, site.spaceId, [
      { operation: 'insert_page', title: 'Out', document: { markdown: '[Out](https://example.com/a) [In](guide.md)' } },
      { operation: 'insert_page', title: 'Away', type: 'link', target: elsewhere },
    ]);
    const page = await site.readText('out');
    const outer = [...page.matchAll(/<a[^>]* href="https:\/\/example\.com\/[^>]*>/g)].map(([tag]) => tag);
    // Those of the header are in the menu of narrow windows as well.
    expect(outer.length).toBe(7);
    expect(outer.filter((tag) => tag.includes(' target="_blank"') && tag.includes('noopener')).length).toBe(opened);
    expect(page.match(/ target="_blank"/g)?.length ?? 0).toBe(opened);
  });
});

describe('`favicon.emoji`', () => {
  it('is the icon of tabs, at an address of its own that may be kept for good', async () => {
    const { readText, read } = await aCustomSite({ favicon: { emoji: '🦊<' } });
    const [, href = ''] = /<link rel="icon" type="image\/svg\+xml" href="([^"]*)">/.exec(await readText('guide')) ?? [];
    const icon = await read(href);
    expect([icon.status, icon.headers['content-type'], icon.headers['cache-control']]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
      'public, max-age=31536000, immutable',
    ]);
    expect(icon.body).toContain('>🦊&lt;</text></svg>');
  });
});

describe('`pageActions.externalAI`', () => {
  const services = ['https://chatgpt.com/', 'https://claude.ai/'];
  const offered = (page: string) => services.filter((service) => page.includes(`<a href="${service}`));

  it('links to AI services that read the Markdown of the page, or else the page', async () => {
    const site = await aCustomSite({ pageActions: { externalAI: true } });
    const page = await site.readText('guide');
    expect(offered(page)).toEqual(services);
    expect(page).toContain(encodeURIComponent(`${site.url}/guide.md`));
    await customize(world, site.id, { pageActions: { markdown: false } });
    const without = await site.readText('guide');
    expect([without.includes('guide.md'), without.includes(encodeURIComponent(`${site.url}/guide`))]).toEqual([
      false,
      true,
    ]);
    await customize(world, site.id, { pageActions: { externalAI: false } });
    expect(offered(await site.readText('guide'))).toEqual([]);
  });

  it('links to none where agents may not read the site', async () => {
    const site = await aCustomSite({ pageActions: { externalAI: true } });
    await world.owner.rest(`PATCH /v1/orgs/${world.organizationId}/sites/${site.id}`, { agentsContext: 'excluded' });
    expect(offered(await site.readText('guide'))).toEqual([]);
  });
});

describe('`pdf`', () => {
  it('pages link to themselves as PDF, which the space can be had as, too', async () => {
    const { read, readText } = await aCustomSite({});
    const [, href = ''] = /<a href="([^"]*~\/pdf[^"]*)"/.exec(await readText('guide')) ?? [];
    for (const [path, name] of [
      [href, 'Guide.pdf'],
      ['~/pdf', 'main.pdf'],
    ] as const) {
      const { status, headers, body } = await read(path);
      expect([status, headers['content-type'], String(body).slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-']);
      expect(headers['content-disposition']).toContain(name);
    }
    expect((await read('~/pdf?page=pg_none')).status).toBe(404);
  });

  it('are neither linked nor made where the site does not want it', async () => {
    const { read, readText } = await aCustomSite({ pdf: { enabled: false } });
    expect(await readText('guide')).not.toContain('~/pdf');
    expect((await read('~/pdf')).status).toBe(404);
  });

  it('have what the visitor sees, and an address makes few of them', async () => {
    const site = await aCustomSite({});
    expect((await site.read(`~/pdf?page=${site.idOf('beta')}`)).status).toBe(404);
    const statuses = [];
    for (let turn = 0; turn < 12; turn += 1) statuses.push((await site.read('~/pdf')).status);
    expect(statuses.at(-1)).toBe(429);
  });
});

const red = { light: '#c8102e', dark: '#ff5c70' };
const yellow = { light: '#ffd400', dark: '#ffe14d' };
const logo = { light: 'https://example.com/light.png', dark: 'https://example.com/dark.png' };

describe('each choice of the appearance', () => {
  let site: Awaited<ReturnType<typeof aCustomSite>>;

  beforeAll(async () => {
    site = await aCustomSite({ header: { links: [{ title: 'Head', to: elsewhere, links: [] }] } });
    await write(world.owner, site.spaceId, [
      { operation: 'insert_page', title: 'Icons', icon: 'star', document: { markdown: 'Text' } },
    ]);
  });

  /** What a browser gets: a page and the stylesheet of the site. */
  async function show() {
    const page = await site.readText('icons');
    const [, href = ''] = /href="([^"]*~\/site\.[0-9a-f]{12}\.css)"/.exec(page) ?? [];
    return { page: page.replaceAll(/site\.[0-9a-f]{12}\.css/g, ''), css: await site.readText(href) };
  }

  it.each<[string, object]>([
    ['theme muted', { styling: { theme: 'muted' } }],
    ['theme bold', { styling: { theme: 'bold' } }],
    ['theme gradient', { styling: { theme: 'gradient' } }],
    ['primary color', { styling: { primaryColor: red } }],
    ['tint', { styling: { tint: { color: red } } }],
    ['info color', { styling: { infoColor: red } }],
    ['success color', { styling: { successColor: red } }],
    ['warning color', { styling: { warningColor: red } }],
    ['danger color', { styling: { dangerColor: yellow } }],
    ['corners', { styling: { corners: 'straight' } }],
    ['depth', { styling: { depth: 'flat' } }],
    ['links', { styling: { links: 'accent' } }],
    ['font', { styling: { font: 'Inter' } }],
    ['serif font', { styling: { font: 'Merriweather' } }],
    ['font for code', { styling: { monospaceFont: 'IBMPlexMono' } }],
    ['background', { styling: { background: 'match' } }],
    ['solid icons', { styling: { icons: 'solid' } }],
    ['duotone icons', { styling: { icons: 'duotone' } }],
    ['light icons', { styling: { icons: 'light' } }],
    ['thin icons', { styling: { icons: 'thin' } }],
    ['background of the sidebar', { styling: { sidebar: { background: 'filled' } } }],
    ['current page in the sidebar', { styling: { sidebar: { list: 'line' } } }],
    ['search', { styling: { search: 'prominent' } }],
    ['bold header', { header: { preset: 'bold' } }],
    ['contrasting header', { header: { preset: 'contrast' } }],
    ['header of a color', { header: { preset: 'custom', backgroundColor: yellow } }],
    ['links of a header', { header: { preset: 'custom', backgroundColor: yellow, linkColor: red } }],
    ['no header', { header: { preset: 'none' } }],
    ['logo', { header: { logo } }],
    ['logo of the footer', { footer: { logo } }],
    ['scheme', { themes: { default: 'dark' } }],
    ['fixed scheme', { themes: { toggeable: false } }],
    ['language', { internationalization: { locale: 'de' } }],
    ['no Markdown', { pageActions: { markdown: false } }],
    ['no PDF', { pdf: { enabled: false } }],
    ['no pages before and after', { pagination: { enabled: false } }],
    ['question', { feedback: { enabled: true } }],
    ['trademark', { trademark: { enabled: true } }],
    ['image in social networks', { socialPreview: { url: 'https://example.com/social.png' } }],
    ['link to edit', { git: { showEditLink: true } }],
  ])('%s changes what readers see, and ends with the choice', async (_name, settings) => {
    const before = await show();
    await customize(world, site.id, settings);
    const after = await show();
    await customize(world, site.id, clear(settings));
    expect(after).not.toEqual(before);
    expect(await show()).toEqual(before);
  });

  it('has rules for each look that pages name', async () => {
    const looks = {
      styling: {
        theme: 'gradient',
        links: 'accent',
        sidebar: { background: 'filled', list: 'line' },
        search: 'prominent',
      },
      header: { preset: 'none' },
    };
    const names = new Set<string>();
    for (const icons of ['light', 'thin', 'duotone']) {
      await customize(world, site.id, { ...looks, styling: { ...looks.styling, icons } });
      const { page } = await show();
      const [, href = ''] = /href="([^"]*looks\.[0-9a-f]{12}\.css)"/.exec(page) ?? [];
      const css = await site.readText(href);
      const shown = (/data-looks="([^"]*)"/.exec(page)?.[1] ?? '').split(' ');
      for (const name of shown) names.add(name);
      expect(shown.filter((name) => !css.includes(`[data-looks~='${name}']`))).toEqual([]);
    }
    expect(names.size).toBe(9);
    await customize(world, site.id, { styling: null, header: { preset: null } });
    expect((await show()).page).not.toMatch(/looks/);
  });
});

/** The same settings, each inherited again. */
const clear = (settings: object): object =>
  Object.fromEntries(
    Object.entries(settings).map(([section, members]) => [
      section,
      Object.fromEntries(Object.keys(members as object).map((name) => [name, null])),
    ]),
  );

describe('a font by name', () => {
  it.each([
    ['font', 'Inter', 'Inter'],
    ['monospaceFont', 'DMMono', 'DM Mono'],
  ])(
    '%s %s is loaded from the origin of the site, by letters, and may be kept for good',
    async (member, name, family) => {
      const { read, readText } = await aCustomSite({ styling: { [member]: name } });
      const page = await read('guide');
      expect(page.headers['content-security-policy']).toContain("font-src 'self';");
      const [, sheet = ''] = /href="([^"]*~\/site\.[0-9a-f]{12}\.css)"/.exec(String(page.body)) ?? [];
      const css = await readText(sheet);
      expect(css).toContain(`font-family:"${family}"`);
      const files = [...css.matchAll(/url\((assets\/[^)]*\.woff2)\) format\("woff2"\);unicode-range:U\+/g)].map(
        ([, file]) => file ?? '',
      );
      expect(files.length).toBeGreaterThan(1);
      const font = await read(new URL(files[0] ?? '', new URL(sheet, 'https://x.test')).pathname);
      expect([font.status, font.headers['content-type'], font.headers['cache-control']]).toEqual([
        200,
        'font/woff2',
        'public, max-age=31536000, immutable',
      ]);
      const unknown = (files[0] ?? '').replace(/\.[0-9a-f]{12}\./, '.000000000000.');
      const older = await read(new URL(unknown, new URL(sheet, 'https://x.test')).pathname);
      expect([older.status, older.headers['cache-control']]).toEqual([200, 'no-cache']);
    },
  );

  it('is not loaded by a site that names none, though settings answer with a default', async () => {
    const { id, readText } = await aCustomSite({});
    const at = `/v1/orgs/${world.organizationId}/sites/${id}/customization`;
    expect((await world.owner.rest(`GET ${at}`)).body.styling.font).toBe('Inter');
    const [, sheet = ''] = /href="([^"]*~\/site\.[0-9a-f]{12}\.css)"/.exec(await readText('guide')) ?? [];
    expect(await readText(sheet)).not.toContain('@font-face');
  });
});

it('every name of a font has files, but for the one that is not free', () => {
  const names = [...FontName.options, ...MonospaceFontName.options];
  expect(names.filter((name) => (findFont(name)?.files.length ?? 0) === 0)).toEqual(['ABCFavorit']);
});
