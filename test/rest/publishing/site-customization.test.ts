import { beforeAll, describe, expect, it } from 'vitest';
import { defaultCustomization } from '../../../src/domain/publishing/customization/defaults.ts';
import type { Caller } from '../../harness.ts';
import { aPlainSite, aSectionedSite, aSitesWorld, type SitesWorld } from '../../published-sites.ts';
import { lookUp, readerOf } from '../../visitors-world.ts';

let world: SitesWorld;
let owner: Caller;
beforeAll(async () => {
  world = await aSitesWorld('customized-docs');
  ({ owner } = world);
});

const pathOf = ({ id }: { readonly id: string }) => `/v1/orgs/${world.organizationId}/sites/${id}`;
const color = (hex: string) => ({ light: hex, dark: hex });

describe('the customization of a site', () => {
  it('is that of the defaults until it is set, and again after it is deleted', async () => {
    const path = `${pathOf(await aPlainSite(world))}/customization`;
    expect((await owner.rest(`GET ${path}`)).body).toEqual(defaultCustomization);
    await owner.rest(`PATCH ${path}`, { styling: { theme: 'bold' } });
    expect((await owner.rest(`DELETE ${path}`)).status).toBe(205);
    expect((await owner.rest(`GET ${path}`)).body).toEqual(defaultCustomization);
  });

  it('accepts what it answers, and keeps what PATCH does not name but not what PUT leaves out', async () => {
    const site = await aPlainSite(world);
    const path = `${pathOf(site)}/customization`;
    const complete = (await owner.rest(`GET ${path}`)).body;
    expect((await owner.rest(`PUT ${path}`, complete)).body).toEqual(complete);
    const patched = await owner.rest(`PATCH ${path}`, {
      title: 'Shown title',
      styling: { primaryColor: color('#123abc'), sidebar: { list: 'pill' } },
      footer: { copyright: '© Example' },
    });
    const expected = {
      ...defaultCustomization,
      title: 'Shown title',
      styling: {
        ...defaultCustomization.styling,
        primaryColor: color('#123abc'),
        sidebar: { background: 'default', list: 'pill' },
      },
      footer: { groups: [], copyright: '© Example' },
    };
    expect([patched.status, patched.body]).toEqual([200, expected]);
    const reset = await owner.rest(`PATCH ${path}`, { title: null, styling: { primaryColor: null }, footer: null });
    expect(reset.body).toEqual({
      ...defaultCustomization,
      styling: { ...defaultCustomization.styling, sidebar: { background: 'default', list: 'pill' } },
    });
    expect((await owner.rest(`PUT ${path}`, { pdf: { enabled: false } })).body).toEqual({
      ...defaultCustomization,
      pdf: { enabled: false },
    });
    const { body } = await owner.rest(`GET ${pathOf(site)}`);
    expect(body.features.map(({ id }: { id: string }) => id)).toContain('sites-basic-customization');
  });

  it('is inherited by site spaces, whose own settings come first, and appears in the published site', async () => {
    const site = await aSectionedSite(world);
    const ofSite = `${pathOf(site)}/customization`;
    const ofPart = `${pathOf(site)}/site-spaces/${site.older.id}/customization`;
    expect((await owner.rest(`GET ${ofPart}`)).body).toEqual({ ...defaultCustomization, hasOverrides: false });
    await owner.rest(`PATCH ${ofSite}`, { styling: { theme: 'muted', corners: 'straight' } });
    const own = await owner.rest(`PATCH ${ofPart}`, { styling: { theme: 'bold' }, themes: { default: 'dark' } });
    const styling = { ...defaultCustomization.styling, theme: 'bold', corners: 'straight' };
    const themes = { default: 'dark', toggeable: true };
    expect(own.body).toEqual({ ...defaultCustomization, styling, themes, hasOverrides: true });
    const published = await owner.rest(`GET ${pathOf(site)}/published`);
    expect(published.body.customizations.siteSpaces[site.older.id]).toEqual({
      ...defaultCustomization,
      styling,
      themes,
    });
    expect(published.body.customizations.site.styling.theme).toBe('muted');
    await owner.rest(`DELETE ${ofPart}`);
    expect((await owner.rest(`GET ${ofPart}`)).body).toMatchObject({
      hasOverrides: false,
      styling: { theme: 'muted', corners: 'straight' },
    });
    const foreign = `${pathOf(await aPlainSite(world))}/site-spaces/${site.older.id}/customization`;
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'])
      expect((await owner.rest(`${method} ${foreign}`, method === 'GET' ? undefined : {})).status).toBe(404);
  });

  it('replaces colors, fonts, lists and whole sections such as the icon as one setting', async () => {
    const path = `${pathOf(await aPlainSite(world))}/customization`;
    const link = (title: string) => ({ title, to: { kind: 'url', url: 'https://example.org/' }, links: [] });
    const font = {
      id: 'f',
      custom: true,
      fontFamily: 'Own',
      fontFaces: [{ weight: 400, sources: [{ url: 'https://example.org/f.woff2' }] }],
    };
    const icon = { light: 'https://example.org/l.png', dark: 'https://example.org/d.png' };
    await owner.rest(`PATCH ${path}`, {
      styling: { font },
      header: { links: [link('One'), link('Two')] },
      favicon: { icon },
    });
    const { body } = await owner.rest(`PATCH ${path}`, {
      styling: { font: 'Lato' },
      header: { links: [link('Three')], logo: icon },
      favicon: { emoji: '1f44b' },
    });
    expect([body.styling.font, body.header, body.favicon]).toEqual([
      'Lato',
      { preset: 'default', links: [link('Three')], logo: icon },
      { emoji: '1f44b' },
    ]);
  });

  it.each([
    [{ title: 'x' }, 'title'],
    [{ styling: { theme: 'loud' } }, 'styling.theme'],
    [{ styling: { primaryColor: { light: '#fff' } } }, 'styling.primaryColor.dark'],
    [{ styling: { primaryColor: { light: 'red', dark: '#fff' } } }, 'styling.primaryColor.light'],
    [{ styling: 'bold' }, 'styling'],
    [{ colors: {}, styling: { colours: {} } }, 'styling'],
    [
      { header: { links: [{ title: 'x', to: { kind: 'url', url: 'javascript:alert(1)' }, links: [] }] } },
      'header.links.0.to.url',
    ],
    [{ header: { links: [{ title: 'x', to: { kind: 'else' }, links: [] }] } }, 'header.links.0.to.kind'],
    [{ header: { links: [{ title: 'x', to: null, links: [], condition: 'visitor.' }] } }, 'header.links.0.condition'],
    [{ header: { links: Array.from({ length: 51 }, () => ({ title: 'x', to: null, links: [] })) } }, 'header.links'],
    [{ header: { logo: { light: 'https://a:b@example.org/', dark: 'https://example.org/' } } }, 'header.logo.light'],
    [{ footer: { copyright: 'x'.repeat(301) } }, 'footer.copyright'],
    [{ announcement: { enabled: true, message: 'x', style: 'info' } }, 'announcement.message'],
    [{ ai: { mode: 'assistant' } }, 'ai.mode'],
  ])('refuses %j, naming %s', async (settings, field) => {
    const path = `${pathOf(await aPlainSite(world))}/customization`;
    for (const method of ['PUT', 'PATCH']) {
      const { status, body } = await owner.rest(`${method} ${path}`, settings);
      expect([status, body.error.details?.[0].path]).toEqual([400, `body.${field}`]);
    }
    expect((await owner.rest(`GET ${path}`)).body).toEqual(defaultCustomization);
  });

  it('refuses several faults together, naming each', async () => {
    const settings = { title: 7, styling: { theme: 'loud', corners: 'x' }, pdf: { enabled: 1 } };
    const { body } = await owner.rest(`PATCH ${pathOf(await aPlainSite(world))}/customization`, settings);
    expect(body.error.message).toBe('body.title: must be a text');
    expect(body.error.details.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'body.pdf.enabled',
      'body.styling.corners',
      'body.styling.theme',
      'body.title',
    ]);
  });

  it('is limited in size together with what was set before', async () => {
    const path = `${pathOf(await aPlainSite(world))}/customization`;
    const links = Array.from({ length: 50 }, (_, at) => ({
      title: `Link ${at}`,
      to: { kind: 'url', url: `https://example.org/${'x'.repeat(1_000)}` },
    }));
    expect((await owner.rest(`PATCH ${path}`, { footer: { groups: [{ title: 'One', links }] } })).status).toBe(200);
    const more = await owner.rest(`PATCH ${path}`, { header: { links: [{ title: 'Two', to: null, links }] } });
    expect([more.status, more.body.error?.details[0].rule]).toEqual([400, 'maxLength']);
  });

  it('visitors see the links of the header whose conditions hold, without the conditions', async () => {
    const site = await aPlainSite(world, { visibility: 'visitor-auth' });
    const item = (title: string, condition?: string) => ({
      title,
      to: null,
      links: [],
      ...(condition ? { condition } : {}),
    });
    const links = [item('All'), item('Beta', 'visitor.claims.beta'), item('Others', '!visitor.claims.beta')];
    await owner.rest(`PATCH ${pathOf(site)}/customization`, { header: { links } });
    const titles = async (claims: object) => {
      const { body } = await lookUp(world.server, site.url, { jwtToken: await site.tokenFor(claims) });
      const reply = await readerOf(world.server, body.apiToken)(`GET ${pathOf(site)}/published`);
      return reply.status === 200 ? reply.body.customizations.site.header.links : reply.status;
    };
    expect(await titles({ beta: true })).toEqual([item('All'), item('Beta')]);
    expect(await titles({ beta: false })).toEqual([item('All'), item('Others')]);
    const { body } = await owner.rest(`GET ${pathOf(site)}/published`);
    expect(body.customizations.site.header.links).toEqual(links);
  });
});
