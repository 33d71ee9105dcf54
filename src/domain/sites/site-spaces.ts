import { conflict, failure, notFound } from '../../lib/errors.ts';
import type { SiteSpaceRow, StructureRows } from '../../loaders/sites.ts';
import type { Context } from '../context.ts';
import { refuseNull } from '../nulls.ts';
import type { Space } from '../spaces/spaces.ts';
import { changeStructure, requirePart, requireBelowLimit, spaceForSite, type PartOfSite } from './change.ts';
import { lastKey, spacesOf, successorOf } from './order.ts';
import { freePath, pathsOf, requireFreePath } from './paths.ts';
import { setDefaultSiteSpace } from './queries.ts';
import type { SiteSpace, Structure } from './structure.ts';
import { readableSiteSpaces } from './visibility.ts';

interface NewSiteSpace extends PartOfSite {
  readonly spaceId: string;
  /** The default section when omitted; the site itself when it has no sections. */
  readonly sectionId?: string | null | undefined;
}

/**
 * Adds a space to a site. For members who may edit the site and have `create` on the space. Throws not_found, forbidden,
 * reference_not_found, conflict for a space that is in the section already.
 */
export async function addSiteSpace(outer: Context, input: NewSiteSpace): Promise<SiteSpace> {
  return changeStructure(
    outer,
    input,
    async (ctx, { site, rows }) => {
      const sectionId = input.sectionId
        ? requirePart(rows, 'sections', input.sectionId, 'input.sectionId').id
        : (rows.sections.find(({ isDefault }) => isDefault)?.id ?? null);
      const space = await spaceForSite(ctx, input.spaceId, site);
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

/** Adds a site space after the last one of a section; the first one is the default. Returns its id. */
export async function insertSiteSpace(
  ctx: Context,
  rows: StructureRows,
  { siteId, sectionId, space }: Insertion,
): Promise<string> {
  requireBelowLimit(rows, 'siteSpaces');
  const siblings = spacesOf(rows, sectionId);
  requireSpaceOnce(siblings, space.id);
  const id = ctx.newId('ssp');
  await ctx.db.siteSpace.create({
    data: {
      id,
      siteId,
      sectionId,
      spaceId: space.id,
      path: freePath(space.title, pathsOf(siblings)),
      isDefault: siblings.length === 0,
      position: lastKey(siblings),
      createdAt: ctx.now(),
    },
  });
  return id;
}

interface SiteSpaceUpdate extends PartOfSite {
  readonly siteSpaceId: string;
  readonly path?: string | null | undefined;
  /** Null removes the condition. */
  readonly condition?: string | null | undefined;
  /** The space to show instead. */
  readonly spaceId?: string | null | undefined;
}

/**
 * Updates the given fields of a site space. Throws not_found, forbidden, already_exists for a path that is taken, conflict
 * for a space that is in the section already.
 */
export async function updateSiteSpace(outer: Context, input: SiteSpaceUpdate): Promise<SiteSpace> {
  return changeStructure(
    outer,
    input,
    async (ctx, { site, rows }) => {
      const { id, sectionId } = await visibleSiteSpace(ctx, rows, input.siteSpaceId);
      refuseNull(input, ['path', 'spaceId']);
      const { path, condition, spaceId } = input;
      const siblings = spacesOf(rows, sectionId);
      const others = siblings.filter((sibling) => sibling.id !== id);
      if (spaceId) requireSpaceOnce(others, (await spaceForSite(ctx, spaceId, site)).id);
      await ctx.db.siteSpace.update({
        where: { id },
        data: {
          ...(path ? { path: requireFreePath(path, siblings, id) } : {}),
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
 * Removes a space from a site; the space itself stays. When it was the default, the next one becomes it. Throws
 * not_found, forbidden, invalid_state for the last one of a section, which is removed with its section only.
 */
export async function deleteSiteSpace(
  outer: Context,
  input: PartOfSite & { readonly siteSpaceId: string },
): Promise<string> {
  return changeStructure(
    outer,
    input,
    async (ctx, { rows }) => {
      const siteSpace = await visibleSiteSpace(ctx, rows, input.siteSpaceId);
      const siblings = spacesOf(rows, siteSpace.sectionId);
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

/** Makes the next sibling the default when a default site space left its section. */
export async function moveDefaultToNext(
  ctx: Context,
  { id, siteId, sectionId, isDefault }: SiteSpaceRow,
  siblings: readonly SiteSpaceRow[],
): Promise<void> {
  const next = isDefault ? successorOf(siblings, id) : null;
  if (next !== null) await setDefaultSiteSpace(ctx.sql, { siteId, sectionId, id: next.id });
}

/** Throws conflict when one of the siblings shows the space. */
export function requireSpaceOnce(siblings: readonly SiteSpaceRow[], spaceId: string): void {
  if (siblings.some((sibling) => sibling.spaceId === spaceId))
    throw conflict('The space is already in this part of the site');
}

/** The site space of a changed structure. */
export function siteSpaceIn({ siteSpaces }: Structure, id: string): SiteSpace {
  const found = siteSpaces.find((siteSpace) => siteSpace.id === id);
  if (!found) throw notFound('site space', id);
  return found;
}

/** The stored site space, when the caller may read its space. Throws not_found. */
export async function visibleSiteSpace(ctx: Context, rows: StructureRows, id: string): Promise<SiteSpaceRow> {
  const row = requirePart(rows, 'siteSpaces', id);
  const [readable] = await readableSiteSpaces(ctx, { reading: 'member' }, { ...rows, siteSpaces: [row] });
  if (!readable) throw notFound('site space', id);
  return row;
}
