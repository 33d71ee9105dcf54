import { ofSite } from '../../core/events/emit.ts';
import { isDeepStrictEqual } from 'node:util';
import { failure, notFound, referenceNotFound } from '../../../lib/errors.ts';
import type { StructureRows } from '../../../loaders/sites.ts';
import type { Context } from '../../core/context.ts';
import { lockRow } from '../../core/locks.ts';
import { authorizedSpace, type Space } from '../../authoring/spaces/spaces.ts';
import { transact } from '../../core/transact.ts';
import { maxSectionGroups, maxSections, maxSiteSpaces } from './fields.ts';
import { touchSite } from '../sites/queries.ts';
import { authorizedSite, lockSite, type ReadSite, type SiteReference } from '../sites/sites.ts';
import { loadStructure, type Structure } from './structure.ts';

/** Identifies a site for its parts: by its id and, optionally, the id of its organization. */
export interface PartOfSite {
  readonly organizationId?: string | null | undefined;
  readonly siteId: string;
}

const siteReference = ({ organizationId, siteId }: PartOfSite): SiteReference => ({
  organizationId,
  id: siteId,
});

/** A locked site whose structure is being changed. `rows` cannot become stale. */
export interface LockedStructure {
  readonly site: ReadSite;
  readonly rows: StructureRows;
}

/** Changes the structure of a site and returns what `read` selects from the new structure. Requires `edit`. */
export async function changeStructure<Changed, Result>(
  outer: Context,
  part: PartOfSite,
  change: (ctx: Context, locked: LockedStructure) => Promise<Changed>,
  read: (structure: Structure, changed: Changed) => Result,
): Promise<Result> {
  return transact(outer, async (ctx) => {
    const site = await lockSite(ctx, siteReference(part), 'edit');
    const rows = await loadStructureRows(ctx, site.id);
    const changed = await change(ctx, { site, rows });
    const differences = differencesOf(rows, await loadStructureRows(ctx, site.id));
    if (!areNone(differences)) {
      await touchSite(ctx.sql, site.id, ctx.now());
      ctx.emit('site.structure_updated', ofSite(site), differences);
    }
    const after = await authorizedSite(ctx, siteReference(part), 'edit');
    return read(await loadStructure(ctx, after), changed);
  });
}

/** Ids of the sections, groups and site spaces in which two states of a structure differ. They are read in no order. */
function differencesOf(before: StructureRows, after: StructureRows) {
  const [old, now] = [partsById(before), partsById(after)];
  return {
    added: [...now.keys()].filter((id) => !old.has(id)),
    updated: [...now].flatMap(([id, row]) => (old.has(id) && !isDeepStrictEqual(old.get(id), row) ? [id] : [])),
    removed: [...old.keys()].filter((id) => !now.has(id)),
  };
}

const partsById = ({ groups, sections, siteSpaces }: StructureRows) =>
  new Map([...groups, ...sections, ...siteSpaces].map((row) => [row.id, row]));

const areNone = (differences: ReturnType<typeof differencesOf>): boolean =>
  Object.values(differences).every((ids) => ids.length === 0);

/** Whether two states of a structure have the same rows. */
export const isSameStructure = (before: StructureRows, after: StructureRows): boolean =>
  areNone(differencesOf(before, after));

/** Reads the stored structure of a site. */
export async function loadStructureRows(ctx: Context, siteId: string): Promise<StructureRows> {
  const rows = await ctx.loaders.siteStructure.load(siteId);
  if (rows === null) throw notFound('site', siteId);
  return rows;
}

const kinds = { sections: 'site section', groups: 'site section group', siteSpaces: 'site space' } as const;
type Part = keyof typeof kinds;

/**
 * Gets a part of the site by id. Throws not_found; reference_not_found when the id comes from the input field `field`.
 */
export function requirePart<Name extends Part>(
  rows: StructureRows,
  name: Name,
  id: string,
  field?: string,
): StructureRows[Name][number] {
  const parts: readonly StructureRows[Name][number][] = rows[name];
  const found = parts.find((part) => part.id === id);
  if (found) return found;
  throw field === undefined ? notFound(kinds[name], id) : referenceNotFound(field, kinds[name], id);
}

const limits = { sections: maxSections, groups: maxSectionGroups, siteSpaces: maxSiteSpaces } as const;

/** Throws invalid_state when the site already has the maximum number of parts of a kind. */
export function requireBelowLimit(rows: StructureRows, name: Part): void {
  if (rows[name].length >= limits[name])
    throw failure('invalid_state', `A site has at most ${limits[name]} ${kinds[name]}s`);
}

/**
 * Gets a space that the caller may add to a site of its organization, and locks it, so that it cannot be moved. Throws
 * reference_not_found.
 */
export async function lockSpaceForSite(
  ctx: Context,
  spaceId: string,
  { organizationId }: { readonly organizationId: string },
  field = 'input.spaceId',
): Promise<Space> {
  await lockRow(ctx, 'spaces', { id: spaceId });
  const space = await authorizedSpace(ctx, spaceId, 'addToSite', field);
  if (space.organizationId !== organizationId) throw referenceNotFound(field, 'space', spaceId);
  return space;
}
