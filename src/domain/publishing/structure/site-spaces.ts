import type * as z from 'zod';
import { conflict, failure, notFound } from '../../../lib/errors.ts';
import type { SiteSpaceRow, StructureRows } from '../../../loaders/sites.ts';
import type { Context } from '../../core/context.ts';
import type { Space } from '../../authoring/spaces/spaces.ts';
import { changeStructure, requirePart, requireBelowLimit, lockSpaceForSite, type PartOfSite } from './change.ts';
import { lastKey, listSpaces, findSuccessor } from './order.ts';
import { pagePathsAt, requireVisiblePath } from './page-paths.ts';
import { generatePath, listPaths } from './paths.ts';
import { setDefaultSiteSpace } from './queries.ts';
import type { SiteSpace, Structure } from './structure.ts';
import { readableSiteSpaces } from '../sites/visibility.ts';
import type { AddSiteSpaceInput, UpdateSiteSpaceInput } from './inputs.ts';

type NewSiteSpace = z.output<typeof AddSiteSpaceInput> & PartOfSite;

/**
 * Adds a space to a site. Requires `edit` on the site and `create` on the space. Throws not_found, forbidden,
 * reference_not_found; conflict when the section already has the space.
 */
export async function addSiteSpace(outer: Context, input: NewSiteSpace): Promise<SiteSpace> {
  return changeStructure(
    outer,
    input,
    async (ctx, { site, rows }) => {
      const sectionId = input.sectionId
        ? requirePart(rows, 'sections', input.sectionId, 'input.sectionId').id
        : (rows.sections.find(({ isDefault }) => isDefault)?.id ?? null);
      const space = await lockSpaceForSite(ctx, input.spaceId, site);
      return insertSiteSpace(ctx, rows, { siteId: site.id, sectionId, space });
    },
    siteSpaceIn,
  );
}

interface Insertion {
  readonly siteId: string;
  readonly sectionId: string | null;
  readonly space: Space;
}

/** Adds a site space at the end of a section and returns its id. The first site space is the default. */
export async function insertSiteSpace(
  ctx: Context,
  rows: StructureRows,
  { siteId, sectionId, space }: Insertion,
): Promise<string> {
  requireBelowLimit(rows, 'siteSpaces');
  const siblings = listSpaces(rows, sectionId);
  requireSpaceOnce(siblings, space.id);
  const taken = await pagePathsAt(ctx, rows, { sectionId, title: space.title });
  const id = ctx.newId('ssp');
  await ctx.db.siteSpace.create({
    data: {
      id,
      siteId,
      sectionId,
      spaceId: space.id,
      path: generatePath(space.title, new Set([...listPaths(siblings), ...taken])),
      isDefault: siblings.length === 0,
      position: lastKey(siblings),
      createdAt: ctx.now(),
    },
  });
  return id;
}

type SiteSpaceUpdate = z.output<typeof UpdateSiteSpaceInput> & PartOfSite & { readonly siteSpaceId: string };

/**
 * Updates the provided fields of a site space. Throws not_found, forbidden; already_exists when a sibling or a page has the path;
 * conflict when the section already has the space.
 */
export async function updateSiteSpace(outer: Context, input: SiteSpaceUpdate): Promise<SiteSpace> {
  return changeStructure(
    outer,
    input,
    async (ctx, { site, rows }) => {
      const { id, sectionId } = await getVisibleSiteSpace(ctx, rows, input.siteSpaceId);
      const { path, condition, spaceId } = input;
      const siblings = listSpaces(rows, sectionId);
      const others = siblings.filter((sibling) => sibling.id !== id);
      if (spaceId) requireSpaceOnce(others, (await lockSpaceForSite(ctx, spaceId, site)).id);
      await ctx.db.siteSpace.update({
        where: { id },
        data: {
          ...(path ? { path: await requireVisiblePath(ctx, rows, { id, path, siblings, beside: sectionId }) } : {}),
          ...(condition === undefined ? {} : { condition }),
          ...(spaceId ? { spaceId } : {}),
        },
      });
      return id;
    },
    siteSpaceIn,
  );
}

/**
 * Removes a space from a site. If it was the default, its successor becomes the default. Throws not_found, forbidden;
 * invalid_state for the last site space of a section, which can only be deleted with the section.
 */
export async function deleteSiteSpace(
  outer: Context,
  input: PartOfSite & { readonly siteSpaceId: string },
): Promise<string> {
  return changeStructure(
    outer,
    input,
    async (ctx, { rows }) => {
      const siteSpace = await getVisibleSiteSpace(ctx, rows, input.siteSpaceId);
      const siblings = listSpaces(rows, siteSpace.sectionId);
      requireNotLast(siteSpace, siblings);
      await ctx.db.siteSpace.delete({ where: { id: siteSpace.id } });
      await moveDefaultToNext(ctx, siteSpace, siblings);
      return siteSpace.id;
    },
    (_structure, id) => id,
  );
}

/** Throws invalid_state for the only site space of a section. */
export function requireNotLast({ sectionId }: SiteSpaceRow, siblings: readonly SiteSpaceRow[]): void {
  if (sectionId !== null && siblings.length === 1)
    throw failure('invalid_state', 'A section must keep at least one site space. Delete the section instead.');
}

/** Makes the next sibling the default after a default site space has left its section. */
export async function moveDefaultToNext(
  ctx: Context,
  { id, siteId, sectionId, isDefault }: SiteSpaceRow,
  siblings: readonly SiteSpaceRow[],
): Promise<void> {
  const next = isDefault ? findSuccessor(siblings, id) : null;
  if (next !== null) await setDefaultSiteSpace(ctx.sql, { siteId, sectionId, id: next.id });
}

/** Throws conflict when a sibling already shows the space. */
export function requireSpaceOnce(siblings: readonly SiteSpaceRow[], spaceId: string): void {
  if (siblings.some((sibling) => sibling.spaceId === spaceId))
    throw conflict('The space is already in this part of the site');
}

/** Finds a site space in a structure that was just changed. */
export function siteSpaceIn({ siteSpaces }: Structure, id: string): SiteSpace {
  const found = siteSpaces.find((siteSpace) => siteSpace.id === id);
  if (!found) throw notFound('site space', id);
  return found;
}

/** Gets a stored site space if the caller may read its space. Throws not_found. */
export async function getVisibleSiteSpace(ctx: Context, rows: StructureRows, id: string): Promise<SiteSpaceRow> {
  const row = requirePart(rows, 'siteSpaces', id);
  const [readable] = await readableSiteSpaces(ctx, { reading: 'member' }, { ...rows, siteSpaces: [row] });
  if (!readable) throw notFound('site space', id);
  return row;
}
