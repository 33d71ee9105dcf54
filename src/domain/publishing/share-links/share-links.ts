import { ofSite } from '../../core/events/emit.ts';
import type * as z from 'zod';
import { paginate } from '../../../db/keyset.ts';
import { failure, notFound } from '../../../lib/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../../lib/page.ts';
import { hashSecret } from '../../../lib/secret-token.ts';
import type { SiteShareLinkRow } from '../../../loaders/site-settings.ts';
import type { Context } from '../../core/context.ts';
import type { PartOfSite } from '../structure/change.ts';
import { generateShareKey, decryptShareKey, encryptShareKey } from '../visitor-auth/visitor-key.ts';
import { authorizedSite, lockSite, type ReadSite, type SiteReference } from '../sites/sites.ts';
import { publishedSiteUrl } from '../sites/urls.ts';
import { transact } from '../../core/transact.ts';
import { maxShareLinks } from './fields.ts';
import { asNotFound } from '../sites/as-not-found.ts';
import { shareLinksList } from './queries.ts';
import type { UpdateSiteShareLinkInput } from './inputs.ts';

/** A link that opens a site with visibility `share-link`. */
export interface ShareLink extends Omit<SiteShareLinkRow, 'keyHash' | 'sealedKey'> {
  readonly site: ReadSite;
  /** Segment of the URL that grants access to the site. */
  readonly key: string;
}

/** Lists the share links of a site, newest first. Requires `admin`, because each link opens the site. */
export async function listShareLinks(
  ctx: Context,
  reference: SiteReference,
  page: PageRequest,
): Promise<Page<ShareLink>> {
  const site = await authorizedSite(ctx, reference, 'viewAudience');
  return mapPage(await paginate<SiteShareLinkRow>(ctx, shareLinksList(site.id), page), (row) => ({
    ...row,
    site,
    key: decryptShareKey(ctx, row.id, row.sealedKey),
  }));
}

/** Gets a share link by id. Requires `admin` of its site. Throws not_found. */
export async function getShareLink(ctx: Context, id: string): Promise<ShareLink> {
  const row = await ctx.loaders.siteShareLink.load(id);
  if (row === null) throw notFound('share link', id);
  try {
    return await linkOf(ctx, await authorizedSite(ctx, { id: row.siteId }, 'viewAudience'), id);
  } catch (error) {
    throw asNotFound('share link', id, error);
  }
}

/** The URL that opens the site; null unless the site is published and the link is active. */
export function publishedShareUrl(ctx: Pick<Context, 'urls'>, { site, key, active }: ShareLink): string | null {
  const root = publishedSiteUrl(ctx, site);
  return root !== null && active ? `${root}${key}/` : null;
}

/** Creates a share link. Requires `admin`. Throws not_found, forbidden, invalid_state beyond the limit. */
export async function createShareLink(
  outer: Context,
  { name, ...part }: PartOfSite & { readonly name: string },
): Promise<ShareLink> {
  return changeLinks(outer, part, async (ctx, site) => {
    if ((await ctx.db.siteShareLink.count({ where: { siteId: site.id } })) >= maxShareLinks)
      throw failure('invalid_state', `A site has at most ${maxShareLinks} share links`);
    const id = ctx.newId('slk');
    const key = generateShareKey();
    await ctx.db.siteShareLink.create({
      data: {
        id,
        siteId: site.id,
        name,
        keyHash: hashSecret(key),
        sealedKey: encryptShareKey(ctx, id, key),
        createdAt: ctx.now(),
      },
      select: { id: true },
    });
    ctx.emit('share_link.created', ofLink(site, { id, name }));
    return linkOf(ctx, site, id);
  });
}

type ShareLinkUpdate = z.output<typeof UpdateSiteShareLinkInput> & PartOfSite & { readonly shareLinkId: string };

/** Updates the provided fields of a share link. Requires `admin`. */
export async function updateShareLink(outer: Context, { shareLinkId, ...input }: ShareLinkUpdate): Promise<ShareLink> {
  return changeLinks(outer, input, async (ctx, site) => {
    const link = await linkOf(ctx, site, shareLinkId);
    const { id } = link;
    const { name, active } = input;
    const data = { ...(name ? { name } : {}), ...(typeof active === 'boolean' ? { active } : {}) };
    if (Object.keys(data).length > 0) {
      await ctx.db.siteShareLink.update({ where: { id }, data, select: { id: true } });
      ctx.emit('share_link.updated', ofLink(site, link));
    }
    return linkOf(ctx, site, id);
  });
}

/** Deletes a share link, which immediately ends access by it, and returns its id. Requires `admin`. */
export async function deleteShareLink(
  outer: Context,
  { shareLinkId, ...part }: PartOfSite & { readonly shareLinkId: string },
): Promise<string> {
  return changeLinks(outer, part, async (ctx, site) => {
    const link = await linkOf(ctx, site, shareLinkId);
    const { id } = link;
    await ctx.db.siteShareLink.delete({ where: { id }, select: { id: true } });
    ctx.emit('share_link.deleted', ofLink(site, link));
    return id;
  });
}

/** A share link as the subject of an event. */
const ofLink = (site: ReadSite, { id, name }: Pick<ShareLink, 'id' | 'name'>) => ({ ...ofSite(site), id, label: name });

const changeLinks = <Result>(
  outer: Context,
  { organizationId, siteId }: PartOfSite,
  change: (ctx: Context, site: ReadSite) => Promise<Result>,
): Promise<Result> =>
  transact(outer, async (ctx) => change(ctx, await lockSite(ctx, { id: siteId, organizationId }, 'admin')));

async function linkOf(ctx: Context, site: ReadSite, id: string): Promise<ShareLink> {
  const row = await ctx.loaders.siteShareLink.load(id);
  if (row === null || row.siteId !== site.id) throw notFound('share link', id);
  return { ...row, site, key: decryptShareKey(ctx, id, row.sealedKey) };
}
