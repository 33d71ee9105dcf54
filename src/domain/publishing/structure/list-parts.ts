import type { ListIdentity } from '../../../db/keyset.ts';
import { mapPage, type Page, type PageRequest } from '../../../lib/page.ts';
import type { StructureRows } from '../../../loaders/sites.ts';
import { listDeletedSpaceIds } from '../../authoring/spaces/queries.ts';
import type { Space } from '../../authoring/spaces/spaces.ts';
import type { Context } from '../../core/context.ts';
import { window } from '../../core/window.ts';
import type { ReadSite } from '../sites/sites.ts';
import { readableSiteSpaces } from '../sites/visibility.ts';
import {
  arrange,
  loadStructure,
  loadStructureRows,
  readsAsAdmin,
  type SiteSection,
  type SiteSectionGroup,
  type SiteSpace,
  type Structure,
} from './structure.ts';

/** The kinds of parts that a structure lists. */
interface Parts<OfSpace> {
  readonly siteSpaces: SiteSpace<OfSpace>;
  readonly sections: SiteSection<OfSpace>;
  readonly groups: SiteSectionGroup<OfSpace>;
}

type Kind = keyof Parts<unknown>;

/**
 * Lists the parts of one kind that the caller may read, in navigation order, of those that fulfil a condition. What an admin of the
 * organization is shown does not depend on the spaces, so only the spaces of the page are read for one.
 */
export async function listParts<Of extends Kind>(
  ctx: Context,
  site: ReadSite,
  { kind, isListed = () => true, ...list }: ListIdentity & { readonly kind: Of; readonly isListed?: IsListed },
  page: PageRequest,
): Promise<Page<Parts<Space>[Of]>> {
  const pick = <OfSpace>(structure: Structure<OfSpace>) =>
    (structure[kind] as readonly Parts<OfSpace>[Of][]).filter((part) => isListed(part));
  if (!readsAsAdmin(site)) return window(ctx, list, pick(await loadStructure(ctx, site)), page);
  const rows = await loadStructureRows(ctx, site);
  const outline = window(ctx, list, pick(arrange(site, rows, await outlined(ctx, site, rows))), page);
  const siteSpaces = outline.items.flatMap((part) => siteSpacesIn(part));
  const shown = arrange(site, rows, await readableSiteSpaces(ctx, site, { ...rows, siteSpaces }));
  const byId = new Map(pick(shown).map((part) => [part.id, part]));
  const items = outline.items.filter(({ id }) => byId.has(id));
  return mapPage({ ...outline, items }, ({ id }) => byId.get(id) as Parts<Space>[Of]);
}

type IsListed = (part: Parts<unknown>[Kind]) => boolean;

/** The site spaces of a site without the deleted ones, which are few. */
async function outlined(ctx: Context, { organizationId }: ReadSite, { siteSpaces }: StructureRows) {
  const deleted = new Set(await listDeletedSpaceIds(ctx.sql, organizationId));
  return siteSpaces.filter(({ spaceId }) => !deleted.has(spaceId)).map((row) => ({ row, space: null }));
}

const siteSpacesIn = (part: Parts<null>[Kind]): readonly SiteSpace<null>[] => {
  if (part.kind === 'site-space') return [part];
  return part.kind === 'site-section' ? part.siteSpaces : part.sections.flatMap(({ siteSpaces }) => siteSpaces);
};
