import { conflict } from '../../../lib/errors.ts';
import type { SiteSpaceRow, StructureRows } from '../../../loaders/sites.ts';
import type { Context } from '../../core/context.ts';
import { duplicateSpace } from '../../authoring/spaces/duplicate.ts';
import { transact } from '../../core/transact.ts';
import { requirePart, loadStructureRows, type PartOfSite } from './change.ts';
import { listSpaces } from './order.ts';
import { addSection, updateSection } from './sections.ts';
import { addSiteSpace, updateSiteSpace, getVisibleSiteSpace } from './site-spaces.ts';
import { authorizedSite, lockSite } from '../sites/sites.ts';
import { sortStructure } from './sort.ts';
import type { SiteSpace } from './structure.ts';

interface Reference extends PartOfSite {
  readonly siteSpaceId: string;
}

/**
 * Copies the space of a site space and adds the copy at the end of its section; if the section has no other site space,
 * as a section of its own. Conditions are copied, so that the copy is visible to nobody else. Requires `edit` on the
 * site, `read` on the space and `create` on its parent.
 */
export async function duplicateSiteSpace(outer: Context, input: Reference): Promise<SiteSpace> {
  return transact(outer, async (ctx) => {
    const site = { organizationId: input.organizationId, id: input.siteId };
    const sourceIn = async (rows: StructureRows) => getVisibleSiteSpace(ctx, rows, input.siteSpaceId);
    await authorizedSite(ctx, site, 'edit');
    const { spaceId } = await sourceIn(await loadStructureRows(ctx, site.id));
    const copy = await duplicateSpace(ctx, spaceId);
    await lockSite(ctx, site, 'edit');
    const rows = await loadStructureRows(ctx, site.id);
    const source = await sourceIn(rows);
    if (source.spaceId !== spaceId) throw conflict('The site space was changed by another request');
    const siteSpaceId = await addCopy(ctx, rows, { input, source, spaceId: copy.id });
    return updateSiteSpace(ctx, { ...input, siteSpaceId, condition: source.condition });
  });
}

interface Placement {
  readonly input: PartOfSite;
  readonly source: SiteSpaceRow;
  readonly spaceId: string;
}

/** Adds the space to the site next to the source and returns the id of its site space. */
async function addCopy(
  ctx: Context,
  rows: StructureRows,
  { input: { organizationId, siteId }, source: { sectionId }, spaceId }: Placement,
): Promise<string> {
  const site = { organizationId, siteId };
  if (sectionId === null || listSpaces(rows, sectionId).length > 1)
    return (await addSiteSpace(ctx, { ...site, spaceId, sectionId: sectionId ?? undefined })).id;
  const { condition } = requirePart(rows, 'sections', sectionId);
  const section = await addSection(ctx, { ...site, spaceId });
  await updateSection(ctx, { ...site, siteSectionId: section.id, condition });
  await sortStructure(ctx, {
    ...site,
    item: { type: 'site-section', id: section.id },
    position: { after: { type: 'site-section', id: sectionId } },
  });
  return section.siteSpaces[0]?.id ?? '';
}
