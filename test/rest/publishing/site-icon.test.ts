import { beforeAll, describe, expect, it } from 'vitest';
import { aMember, anOrganization } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let org: string;
beforeAll(async () => {
  server = await startServer();
  ({ id: org, owner } = await anOrganization(server, { hostname: 'icon-docs' }));
});

/** The path of a new site. */
async function aSite(): Promise<string> {
  const { body } = await owner.rest(`POST /v1/orgs/${org}/sites`, { title: 'Docs', spaces: 'empty' });
  return `/v1/orgs/${org}/sites/${body.id}`;
}

describe('setSiteIcon', () => {
  const setIcon = async (caller: Caller, site: string, input: object) =>
    (
      await caller.graphql(
        `mutation ($id: ID!, $input: SetSiteIconInput!) { setSiteIcon(siteId: $id, input: $input) { site { icon { emoji images { lightUrl darkUrl } } } } }`,
        { id: site.split('/').at(-1), input },
      )
    ).body;
  const shown = async (site: string) => (await owner.rest(`GET ${site}`)).body.icon;

  it('the icon of a site is images or an emoji, and REST shows the code points of the emoji', async () => {
    const site = await aSite();
    const images = { light: 'https://example.org/l.png', dark: 'https://example.org/d.png' };
    const inGraph = { lightUrl: images.light, darkUrl: images.dark };
    const set = await setIcon(owner, site, { images: inGraph });
    expect(set.data.setSiteIcon.site).toMatchObject({ icon: { images: inGraph, emoji: null } });
    expect(await shown(site)).toEqual({ icon: images });
    const changed = await setIcon(owner, site, { emoji: '1f44b' });
    expect(changed.data.setSiteIcon.site.icon).toEqual({ emoji: '👋', images: null });
    expect(await shown(site)).toEqual({ emoji: '1f44b' });
    expect((await setIcon(owner, site, {})).data.setSiteIcon.site.icon).toBeNull();
    expect((await shown(site)) ?? null).toBeNull();
  });

  it('an icon that is images and an emoji, an emoji of two letters or a URL with markup is refused', async () => {
    const site = await aSite();
    const images = { light: 'https://example.org/l.png', dark: 'https://example.org/d.png' };
    for (const input of [
      { images, emoji: '👋' },
      { emoji: 'ab' },
      { images: { ...images, dark: 'https://example.org/<d>' } },
      { images: { ...images, light: 'javascript:alert(1)' } },
    ])
      expect((await setIcon(owner, site, input)).errors[0].extensions.type).toBe('validation_failed');
    expect((await shown(site)) ?? null).toBeNull();
  });

  it('readers of a site may not set its icon, and strangers do not learn that it exists', async () => {
    const site = await aSite();
    const reader = await aMember(server, org, 'read');
    const stranger = (await anOrganization(server)).owner;
    expect((await setIcon(reader, site, { emoji: '👋' })).errors[0].extensions.type).toBe('forbidden');
    expect((await setIcon(stranger, site, { emoji: '👋' })).errors[0].extensions.type).toBe('not_found');
  });
});
