import { expect } from 'vitest';
import type { Reply } from './harness.ts';
import { aPlainSite, type SitesWorld } from './published-sites.ts';

/** Asks for a URL of a published site. */
export const readPublished = (
  { server }: Pick<SitesWorld, 'server'>,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> => {
  const { host, pathname, search } = new URL(url);
  return server.call(`GET ${pathname}${search}`, undefined, { headers: { host, ...headers } });
};

/** The targets of the links of a page. */
export const linksIn = (page: unknown): string[] =>
  [...String(page).matchAll(/ href="([^"]*)"/g)].map(([, href]) => href ?? '');

/** A change request of a space, with changes of its content. */
export async function propose(
  { owner }: Pick<SitesWorld, 'owner'>,
  spaceId: string,
  changes: readonly object[],
): Promise<{ readonly id: string; readonly number: number; readonly at: string }> {
  const { body } = await owner.rest(`POST /v1/spaces/${spaceId}/change-requests`, { subject: 'Better words' });
  const at = `/v1/spaces/${spaceId}/change-requests/${body.id}`;
  const { status, body: made } = await owner.rest(`POST ${at}/content`, { changes });
  expect([status, made]).toEqual([200, expect.anything()]);
  return { id: String(body.id), number: Number(body.number), at };
}

/** The path of the preview of a site. */
export const previewPath = ({ organizationId }: SitesWorld, siteId: string): string =>
  `/v1/orgs/${organizationId}/sites/${siteId}/publishing/preview`;

/** The address of a preview, with a change request if one is given. */
export async function addressOf(
  world: SitesWorld,
  siteId: string,
  { changeRequest, claims = {} }: { readonly changeRequest?: string; readonly claims?: object } = {},
): Promise<string> {
  const query = new URLSearchParams({ claims: JSON.stringify(claims), ...(changeRequest && { changeRequest }) });
  return (await world.owner.rest(`GET ${previewPath(world, siteId)}?${query.toString()}`)).body.url;
}

/** The cookie of a preview, and the address to which it leads. */
export async function enter(
  world: Pick<SitesWorld, 'server'>,
  address: string,
): Promise<{ readonly cookie: string; readonly url: string }> {
  const { status, headers } = await readPublished(world, address);
  expect(status).toBe(303);
  return { cookie: String(headers['set-cookie']).split(';')[0] ?? '', url: String(headers['location']) };
}

/** A public site with a change request that changes, adds and removes a page. */
export async function aProposal(world: SitesWorld) {
  const site = await aPlainSite(world, { visibility: 'public' });
  const request = await propose(world, site.spaceId, [
    { operation: 'update_page', page: site.idOf('guide'), document: { markdown: '# First\n\nA better guide.' } },
    { operation: 'insert_page', title: 'Brand new', document: { markdown: 'Unheard words' } },
    { operation: 'delete_page', page: site.idOf('deep') },
  ]);
  const address = await addressOf(world, site.id, { changeRequest: request.id });
  return { ...site, request, address, view: `${site.url}/~/changes/${request.number}` };
}
