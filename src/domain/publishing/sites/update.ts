import { changesFrom, ofSite } from '../../core/events/emit.ts';
import type * as z from 'zod';
import { changedValues } from '../../../lib/changed-values.ts';
import { invalid, referenceNotFound } from '../../../lib/errors.ts';
import { authorize } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { requireFreeBasename } from './basenames.ts';
import { isSameStructure, loadStructureRows } from '../structure/change.ts';
import { sitePolicy } from './policy.ts';
import { setDefaultSection, setDefaultSiteSpace } from '../structure/queries.ts';
import { touchSite } from './queries.ts';
import { authorizedSite, lockSite, type ReadSite, type SiteReference } from './sites.ts';
import type { UpdateSiteInput } from './inputs.ts';

export type SiteUpdate = z.output<typeof UpdateSiteInput> & SiteReference;

/**
 * Updates the provided fields. Requires `edit`; visibility and proxy require `admin`. Throws not_found, forbidden,
 * reference_not_found, precondition_failed; already_exists when another site has the basename.
 */
export async function updateSite(outer: Context, input: SiteUpdate): Promise<ReadSite> {
  return transact(outer, async (ctx) => {
    const { id, organizationId, expectedVersion, adaptiveContent, defaultSiteSection, defaultSiteSpace, ...columns } =
      input;
    const site = await lockSite(ctx, { id, organizationId, expectedVersion }, 'edit');
    if (columns.visibility !== undefined || columns.proxy !== undefined)
      authorize(sitePolicy, 'admin', ctx.actor, site);
    const given = {
      ...columns,
      basename: columns.basename && (await requireFreeBasename(ctx, site, columns.basename)),
      adaptive: adaptiveContent?.enabled,
    };
    const changes = changedValues(given, site);
    const hasDefaults = await updateDefaults(ctx, id, { defaultSiteSection, defaultSiteSpace });
    if (Object.keys(changes).length > 0) await ctx.db.site.update({ where: { id }, data: changes });
    if (hasDefaults || Object.keys(changes).length > 0) {
      await touchSite(ctx.sql, id, ctx.now());
      const { changed, previous } = changesFrom(site, changes);
      ctx.emit('site.updated', ofSite(site), { changed: hasDefaults ? [...changed, 'defaults'] : changed, previous });
    }
    return authorizedSite(ctx, { id }, 'view');
  });
}

type Defaults = Pick<SiteUpdate, 'defaultSiteSection' | 'defaultSiteSpace'>;

/**
 * Updates the default section and site space; the latter must be in the default section, or in a site without sections.
 * Returns whether any has changed.
 */
async function updateDefaults(ctx: Context, siteId: string, { defaultSiteSection, defaultSiteSpace }: Defaults) {
  if (!defaultSiteSection && !defaultSiteSpace) return false;
  const before = await loadStructureRows(ctx, siteId);
  const { sections, siteSpaces } = before;
  const hasChanged = async () => !isSameStructure(before, await loadStructureRows(ctx, siteId));
  if (defaultSiteSection) {
    if (!sections.some(({ id }) => id === defaultSiteSection))
      throw referenceNotFound('input.defaultSiteSection', 'site section', defaultSiteSection);
    await setDefaultSection(ctx.sql, siteId, defaultSiteSection);
  }
  if (!defaultSiteSpace) return hasChanged();
  const sectionId = defaultSiteSection ?? sections.find(({ isDefault }) => isDefault)?.id ?? null;
  const found = siteSpaces.find(({ id }) => id === defaultSiteSpace);
  if (!found) throw referenceNotFound('input.defaultSiteSpace', 'site space', defaultSiteSpace);
  if (found.sectionId !== sectionId)
    throw invalid(
      'input.defaultSiteSpace',
      'input.defaultSiteSpace: must be a site space of the default section',
      'sibling',
    );
  await setDefaultSiteSpace(ctx.sql, { siteId, sectionId, id: found.id });
  return hasChanged();
}
