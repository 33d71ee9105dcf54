import { notFound } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { findSite } from '../sites/sites.ts';
import { loadStructure, type SiteSection, type SiteSectionGroup, type SiteSpace, type Structure } from './structure.ts';

/** Gets a section by id, for callers who may read it in its site. Throws not_found. */
export const getSection = (ctx: Context, id: string): Promise<SiteSection> =>
  getPart(ctx, id, { kind: 'site section', loader: ctx.loaders.siteOfSection, list: ({ sections }) => sections });

/** Gets a section group by id, for callers who may read it in its site. Throws not_found. */
export const getSectionGroup = (ctx: Context, id: string): Promise<SiteSectionGroup> =>
  getPart(ctx, id, {
    kind: 'site section group',
    loader: ctx.loaders.siteOfSectionGroup,
    list: ({ groups }) => groups,
  });

/** Gets a site space by id, for callers who may read it in its site. Throws not_found. */
export const getSiteSpace = (ctx: Context, id: string): Promise<SiteSpace> =>
  getPart(ctx, id, { kind: 'site space', loader: ctx.loaders.siteOfSiteSpace, list: ({ siteSpaces }) => siteSpaces });

interface PartKind<Part> {
  readonly kind: string;
  readonly loader: { load(id: string): Promise<{ readonly siteId: string } | null> };
  readonly list: (structure: Structure) => readonly Part[];
}

async function getPart<Part extends { readonly id: string }>(
  ctx: Context,
  id: string,
  { kind, loader, list }: PartKind<Part>,
): Promise<Part> {
  const row = await loader.load(id);
  const site = row && (await findSite(ctx, row.siteId));
  const found = site && list(await loadStructure(ctx, site)).find((part) => part.id === id);
  if (!found) throw notFound(kind, id);
  return found;
}
