import { getNamedType, isObjectType, type GraphQLNamedType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { defaultCustomization } from '../../../src/domain/publishing/customization/defaults.ts';
import { schema } from '../../../src/schema/index.ts';
import { graphSettings, restSettings } from '../../every-setting.ts';
import { aMember } from '../../factories.ts';
import type { Caller } from '../../harness.ts';
import { aPlainSite, aSectionedSite, aSitesWorld, customize, type SitesWorld } from '../../published-sites.ts';

let world: SitesWorld;
let owner: Caller;
beforeAll(async () => {
  world = await aSitesWorld('customized-graph');
  ({ owner } = world);
});

const pathOf = ({ id }: { readonly id: string }) => `/v1/orgs/${world.organizationId}/sites/${id}/customization`;

/** All fields of a type, at every depth. */
function everythingOf(type: GraphQLNamedType | undefined): string {
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields()).map(
    ({ name, type: inner }) => `${name} ${everythingOf(getNamedType(inner))}`,
  );
  return `{ ${fields.join(' ')} }`;
}

/**
 * Converts an answer to an input: without null values, except for the target of a menu, and with the `id` of the font.
 */
const asInput = (answer: unknown): any =>
  JSON.parse(JSON.stringify(answer).replaceAll('"fontId":', '"id":'), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).filter(([key, inner]) => inner !== null || (key === 'to' && 'links' in value)),
    );
  });

describe('the customization of a site in GraphQL', () => {
  const fields = everythingOf(schema.getType('SiteCustomization'));
  const query = `query ($id: ID!, $part: ID) { site(id: $id) { customization(siteSpaceId: $part) ${fields} } }`;
  const read = async (id: string, part: string | null = null) =>
    (await owner.graphql(query, { id, part })).body.data.site.customization;
  const send = (verb: string, id: string, input: object, part: string | null = null) =>
    owner.graphql(
      `mutation ($id: ID!, $part: ID, $input: SiteCustomizationInput!) {
        ${verb}SiteCustomization(siteId: $id, siteSpaceId: $part, input: $input) { customization ${fields} } }`,
      { id, part, input },
    );
  const change = async (...given: Parameters<typeof send>) =>
    (await send(...given)).body.data[`${given[0]}SiteCustomization`].customization;

  it('the customization of a site is read, replaced, updated and deleted in GraphQL', async () => {
    const site = await aSectionedSite(world);
    expect(await change('set', site.id, { styling: { theme: 'BOLD' } })).toEqual(await read(site.id));
    expect((await read(site.id)).styling.theme).toBe('BOLD');
    expect((await change('update', site.id, { pdf: { enabled: false } }, site.older.id)).hasOverrides).toBe(true);
    expect((await read(site.id, site.older.id)).pdf).toEqual({ enabled: false });
    const remove =
      'mutation ($id: ID!, $part: ID) { deleteSiteCustomization(siteId: $id, siteSpaceId: $part) { deletedId } }';
    expect((await owner.graphql(remove, { id: site.id, part: site.older.id })).body.data).toEqual({
      deleteSiteCustomization: { deletedId: site.older.id },
    });
    expect(await read(site.id, site.older.id)).toMatchObject({ hasOverrides: false, styling: { theme: 'BOLD' } });
  });

  it('the customization of a site has the same values in GraphQL and in REST, whichever of them wrote it', async () => {
    const site = await aPlainSite(world);
    const path = pathOf(site);
    expect(asInput(await change('set', site.id, graphSettings))).toEqual(graphSettings);
    expect((await owner.rest(`GET ${path}`)).body).toEqual(restSettings);
    await owner.rest(`DELETE ${path}`);
    expect((await owner.rest(`PUT ${path}`, restSettings)).body).toEqual(restSettings);
    expect(asInput(await read(site.id))).toEqual(graphSettings);
    const parts = `query ($id: ID!) { site(id: $id) { customizations { site ${fields} siteSpaces { siteSpaceId customization ${fields} } } } }`;
    const { customizations } = (await owner.graphql(parts, { id: site.id })).body.data.site;
    expect(customizations.siteSpaces).toEqual([{ siteSpaceId: site.siteSpaceId, customization: customizations.site }]);
    expect(asInput(customizations.site)).toEqual(graphSettings);
  });

  it('the customization of a site keeps what an update omits, and inherits what it sets to null, at every depth', async () => {
    const { id } = await aPlainSite(world);
    await change('set', id, graphSettings);
    const styling = {
      ...graphSettings.styling,
      sidebar: { background: 'DEFAULT', list: 'LINE' },
      font: { name: 'INTER' },
    };
    const nulls = { font: null, sidebar: { background: null } };
    expect(asInput(await change('update', id, { styling: nulls }))).toEqual({ ...graphSettings, styling });
    const { announcement, footer, pdf, title } = await change('update', id, {
      announcement: null,
      pdf: {},
      footer: null,
    });
    expect([announcement, asInput(footer), pdf, title]).toEqual([
      null,
      { groups: [] },
      { enabled: false },
      'Shown title',
    ]);
  });

  it('its first page is drawn with settings that are not stored, for those who may edit the site and read all of it', async () => {
    const { id, siteSpaceId, spaceId, idOf } = await aPlainSite(world);
    const drawn =
      'query ($id: ID!, $input: SiteCustomizationInput) { site(id: $id) { look(input: $input) { html css } } }';
    const draw = async (input?: object, caller = owner) =>
      (await caller.graphql(drawn, { id, input })).body.data.site.look;
    await customize(world, id, { footer: { copyright: 'Stored words' } });
    const stored = await draw();
    const to = { kind: 'ANCHOR', spaceId, pageId: idOf('guide'), anchor: 'first' };
    const tried = await draw({
      styling: { primaryColor: { light: '#aa0000', dark: '#ff8888' } },
      announcement: { enabled: true, message: 'We have moved.', style: 'INFO' },
      header: { links: [{ title: 'To the guide', to, links: [] }] },
      footer: { copyright: null },
    });
    expect(stored.html).toContain('Hello');
    expect(stored.html).toContain('Stored words');
    expect(stored.html).not.toContain('For beta users');
    for (const words of ['We have moved.', `~/pages/${idOf('guide')}#first`]) {
      expect(stored.html).not.toContain(words);
      expect(tried.html).toContain(words);
    }
    expect(tried.html).not.toContain('Stored words');
    expect(tried.css).toContain('#aa0000');
    expect(stored.css).not.toContain('#aa0000');
    // It is shown in a frame on the origin of the API, whose policy has no exception.
    expect(tried.html).not.toMatch(/<script|<style| style="| src="/);
    expect([...tried.html.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^\/manual\/~\/assets\/site\.[\w-]+\.css$/)]),
    );
    expect((await read(id)).announcement).toBeNull();
    expect((await read(id, siteSpaceId)).footer.copyright).toBe('Stored words');
    const { body } = await owner.graphql(drawn, {
      id,
      input: { announcement: { enabled: true, message: '', style: 'INFO' } },
    });
    expect(body.errors[0].extensions.type).toBe('validation_failed');
    const reader = await aMember(world.server, world.organizationId, 'read');
    expect(await draw({}, reader)).toBeNull();
    const editor = await aMember(world.server, world.organizationId, 'create');
    expect((await draw({}, editor)).html).toContain('Stored words');
    const part = 'query ($id: ID!, $part: ID) { site(id: $id) { look(siteSpaceId: $part) { html } } }';
    expect((await owner.graphql(part, { id, part: siteSpaceId })).body.data.site.look.html).toBe(stored.html);
    expect((await owner.graphql(part, { id, part: 'ss_none' })).body.errors[0].extensions.type).toBe('not_found');
    const empty = await aSectionedSite(world);
    expect((await owner.graphql(drawn, { id: empty.id })).body.data.site.look).toBeNull();
  });

  it.each([
    [{ styling: { theme: 'LOUD' } }, 'input.styling.theme'],
    [{ styling: { theme: 'clean' } }, 'input.styling.theme'],
    [{ styling: { primaryColor: { light: '#fff' } } }, 'input.styling.primaryColor'],
    [{ styling: { primaryColor: { light: 'red', dark: '#fff' } } }, 'input.styling.primaryColor.light'],
    [{ styling: { colours: {} } }, 'input.styling'],
    [{ styling: { font: {} } }, 'input.styling.font'],
    [{ styling: { font: { name: 'LATO', custom: null } } }, 'input.styling.font'],
    [{ styling: { font: { name: 'LATO', custom: graphSettings.styling.font.custom } } }, 'input.styling.font'],
    [
      { styling: { font: { custom: { ...graphSettings.styling.font.custom, fontFaces: [] } } } },
      'input.styling.font.fontFaces',
    ],
    [{ header: { links: [{ title: 'x', to: { kind: 'PAGE' }, links: [] }] } }, 'input.header.links.0.to.pageId'],
    [
      { header: { links: [{ title: 'x', to: { kind: 'URL', url: 'javascript:alert(1)' }, links: [] }] } },
      'input.header.links.0.to.url',
    ],
    [
      { header: { links: [{ title: 'x', to: null, links: [], condition: 'visitor.' }] } },
      'input.header.links.0.condition',
    ],
    [{ announcement: { enabled: true, message: 'x', style: 'INFO' } }, 'input.announcement.message'],
    [{ footer: { copyright: 'x'.repeat(301) } }, 'input.footer.copyright'],
  ])('refuses %j, naming %s', async (input, place) => {
    const { id } = await aPlainSite(world);
    // A document is compiled when it is used often. The compiled document must return the same error.
    for (const verb of ['set', 'update', 'update', 'update', 'update']) {
      const { body } = await send(verb, id, input);
      const [{ message, extensions }] = body.errors;
      expect([extensions.status, extensions.type]).toEqual([400, 'validation_failed']);
      expect(message).toMatch(new RegExp(String.raw`(^|")${place.replaceAll('.', String.raw`\.`)}(:|")`));
    }
    expect((await owner.rest(`GET ${pathOf({ id })}`)).body).toEqual(defaultCustomization);
  });
});
