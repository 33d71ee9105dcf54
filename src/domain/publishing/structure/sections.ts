import type * as z from 'zod';
import { notFound, referenceNotFound } from '../../../lib/errors.ts';
import type { StructureRows } from '../../../loaders/sites.ts';
import type { Context } from '../../core/context.ts';
import {
  changeStructure,
  requirePart,
  requireBelowLimit,
  loadStructureRows,
  lockSpaceForSite,
  type PartOfSite,
} from './change.ts';
import { defaultSectionTitle, SectionTitle } from './fields.ts';
import { lastKey, orderedSections, listSpaces, findSuccessor, topLevelItems } from './order.ts';
import { defaultSectionId, pagePathsAt, requireVisiblePath } from './page-paths.ts';
import { generatePath, listPaths } from './paths.ts';
import { moveToSection, setDefaultSection, setDefaultSiteSpace } from './queries.ts';
import { insertSiteSpace } from './site-spaces.ts';
import type { Site } from '../sites/sites.ts';
import type { SiteSection, Structure } from './structure.ts';
import type { AddSiteSectionInput, UpdateSiteSectionInput } from './inputs.ts';

type NewSection = z.output<typeof AddSiteSectionInput> & PartOfSite;

/**
 * Adds a section with one space at the end of a site. If the site has no sections, its site spaces first move to a new
 * default section. Throws reference_not_found.
 */
export async function addSection(outer: Context, input: NewSection): Promise<SiteSection> {
  return changeStructure(
    outer,
    input,
    async (ctx, { site, rows }) => {
      const space = await lockSpaceForSite(ctx, input.spaceId, site);
      const before = await wrapInSection(ctx, site, rows);
      const title = input.title ?? readTitle(space.title);
      const sectionId = await insertSection(ctx, before, { siteId: site.id, title, icon: input.icon ?? null });
      await insertSiteSpace(ctx, await loadStructureRows(ctx, site.id), { siteId: site.id, sectionId, space });
      return sectionId;
    },
    sectionIn,
  );
}

/** Moves the site spaces of a site without sections into a new section, and returns the new structure. */
async function wrapInSection(ctx: Context, site: Site, rows: StructureRows): Promise<StructureRows> {
  if (rows.sections.length > 0 || rows.siteSpaces.length === 0) return rows;
  const shown = rows.siteSpaces.find(({ isDefault }) => isDefault);
  const space = shown && (await ctx.loaders.space.load(shown.spaceId));
  const title = readTitle(space?.title ?? '', site.title);
  await moveToSection(ctx.sql, site.id, await insertSection(ctx, rows, { siteId: site.id, title, icon: null }));
  return loadStructureRows(ctx, site.id);
}

/** Title of a section for a space. */
const readTitle = (spaceTitle: string, otherwise = defaultSectionTitle) =>
  SectionTitle.safeParse(spaceTitle).success ? spaceTitle : otherwise;

interface SectionValues {
  readonly siteId: string;
  readonly title: string;
  readonly icon: string | null;
}

/** Adds an empty section at the end of a site and returns its id. The first section is the default. */
async function insertSection(ctx: Context, rows: StructureRows, { siteId, title, icon }: SectionValues) {
  requireBelowLimit(rows, 'sections');
  const taken = await pagePathsAt(ctx, rows, { sectionId: defaultSectionId(rows), title });
  const id = ctx.newId('sec');
  await ctx.db.siteSection.create({
    data: {
      id,
      siteId,
      title,
      icon: icon === '' ? null : icon,
      path: generatePath(title, new Set([...listPaths(rows.sections), ...taken])),
      isDefault: rows.sections.length === 0,
      position: lastKey(topLevelItems(rows)),
      createdAt: ctx.now(),
    },
  });
  return id;
}

type SectionUpdate = z.output<typeof UpdateSiteSectionInput> & PartOfSite & { readonly siteSectionId: string };

/**
 * Updates the provided fields of a section. Throws not_found, forbidden; already_exists when a sibling or a page has the path;
 * reference_not_found when the default site space is not in the section.
 */
export async function updateSection(outer: Context, input: SectionUpdate): Promise<SiteSection> {
  return changeStructure(
    outer,
    input,
    async (ctx, { rows }) => {
      const { id, siteId } = requirePart(rows, 'sections', input.siteSectionId);
      const { title, path, condition, icon, description, defaultSiteSpace } = input;
      const [siblings, beside] = [rows.sections, defaultSectionId(rows)];
      if (defaultSiteSpace) {
        if (!listSpaces(rows, id).some((siteSpace) => siteSpace.id === defaultSiteSpace))
          throw referenceNotFound('input.defaultSiteSpace', 'site space', defaultSiteSpace);
        await setDefaultSiteSpace(ctx.sql, { siteId, sectionId: id, id: defaultSiteSpace });
      }
      await ctx.db.siteSection.update({
        where: { id },
        data: {
          ...(title ? { title } : {}),
          ...(path ? { path: await requireVisiblePath(ctx, rows, { id, path, siblings, beside }) } : {}),
          ...(condition === undefined ? {} : { condition }),
          ...(icon === undefined ? {} : { icon: icon || null }),
          ...(description === undefined ? {} : { description: description || null }),
        },
      });
      return id;
    },
    sectionIn,
  );
}

/**
 * Deletes a section with its site spaces, but not their spaces. If it was the default, its successor becomes the
 * default.
 */
export async function deleteSection(
  outer: Context,
  input: PartOfSite & { readonly siteSectionId: string },
): Promise<string> {
  return changeStructure(
    outer,
    input,
    async (ctx, { site, rows }) => {
      const { id, isDefault } = requirePart(rows, 'sections', input.siteSectionId);
      await ctx.db.siteSection.delete({ where: { id } });
      const next = isDefault ? findSuccessor(orderedSections(rows), id) : null;
      if (next !== null) await setDefaultSection(ctx.sql, site.id, next.id);
      return id;
    },
    (_structure, id) => id,
  );
}

/** Finds a section in a structure that was just changed. */
export function sectionIn({ sections }: Structure, id: string): SiteSection {
  const found = sections.find((section) => section.id === id);
  if (!found) throw notFound('site section', id);
  return found;
}
