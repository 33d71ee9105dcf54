import type * as z from 'zod';
import { generateNKeysBetween } from 'fractional-indexing';
import { conflict, invalid, notFound } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { changeStructure, requirePart, requireBelowLimit, type PartOfSite } from './change.ts';
import { lastKey, listSections, topLevelItems } from './order.ts';
import { placeSections } from './queries.ts';
import type { SiteSectionGroup, Structure } from './structure.ts';
import type { AddSectionGroupInput, UpdateSectionGroupInput } from './inputs.ts';

type NewGroup = z.output<typeof AddSectionGroupInput> & PartOfSite;

/**
 * Adds a group at the end of a site. Throws not_found, forbidden, reference_not_found; validation_failed for a repeated
 * section.
 */
export async function addSectionGroup(outer: Context, input: NewGroup): Promise<SiteSectionGroup> {
  return changeStructure(
    outer,
    input,
    async (ctx, { site, rows }) => {
      requireBelowLimit(rows, 'groups');
      const ids = input.sections ?? [];
      if (new Set(ids).size < ids.length)
        throw invalid('input.sections', 'input.sections: must not name a section twice', 'unique');
      for (const [index, id] of ids.entries()) requirePart(rows, 'sections', id, `input.sections.${index}`);
      const id = ctx.newId('sgr');
      await ctx.db.siteSectionGroup.create({
        data: {
          id,
          siteId: site.id,
          title: input.title,
          icon: input.icon || null,
          position: lastKey(topLevelItems(rows)),
          createdAt: ctx.now(),
        },
      });
      await placeSections(ctx.sql, id, ids, generateNKeysBetween(null, null, ids.length));
      return id;
    },
    groupIn,
  );
}

interface GroupReference extends PartOfSite {
  readonly siteSectionGroupId: string;
}

/** Updates the provided fields of a group. */
export async function updateSectionGroup(
  outer: Context,
  input: GroupReference & z.output<typeof UpdateSectionGroupInput>,
): Promise<SiteSectionGroup> {
  return changeStructure(
    outer,
    input,
    async (ctx, { rows }) => {
      const { id } = requirePart(rows, 'groups', input.siteSectionGroupId);
      const { title, icon } = input;
      await ctx.db.siteSectionGroup.update({
        where: { id },
        data: { ...(title ? { title } : {}), ...(icon === undefined ? {} : { icon: icon || null }) },
      });
      return id;
    },
    groupIn,
  );
}

/** Deletes a group. Its sections move to its position, in order. */
export async function deleteSectionGroup(outer: Context, input: GroupReference): Promise<string> {
  return changeStructure(
    outer,
    input,
    async (ctx, { rows }) => {
      const { id, position } = requirePart(rows, 'groups', input.siteSectionGroupId);
      const ids = listSections(rows, id).map((section) => section.id);
      await placeSections(
        ctx.sql,
        null,
        ids,
        generateNKeysBetween(position, keyAfter(topLevelItems(rows), id), ids.length),
      );
      await ctx.db.siteSectionGroup.delete({ where: { id } });
      return id;
    },
    (_structure, id) => id,
  );
}

/**
 * Moves a section to the end of a group. Throws not_found, forbidden, reference_not_found; conflict when it is already
 * in the group.
 */
export async function addSectionToGroup(
  outer: Context,
  input: GroupReference & { readonly sectionId: string },
): Promise<SiteSectionGroup> {
  return changeStructure(
    outer,
    input,
    async (ctx, { rows }) => {
      const { id } = requirePart(rows, 'groups', input.siteSectionGroupId);
      const section = requirePart(rows, 'sections', input.sectionId, 'input.sectionId');
      if (section.groupId === id) throw conflict('The section is already in the group');
      await placeSections(ctx.sql, id, [section.id], [lastKey(listSections(rows, id))]);
      return id;
    },
    groupIn,
  );
}

/** Moves a section out of its group, to the position after the group. */
export async function removeSectionFromGroup(
  outer: Context,
  input: GroupReference & { readonly siteSectionId: string },
): Promise<string> {
  return changeStructure(
    outer,
    input,
    async (ctx, { rows }) => {
      const { id, position } = requirePart(rows, 'groups', input.siteSectionGroupId);
      const section = requirePart(rows, 'sections', input.siteSectionId);
      if (section.groupId !== id) throw notFound('site section', section.id);
      await placeSections(
        ctx.sql,
        null,
        [section.id],
        generateNKeysBetween(position, keyAfter(topLevelItems(rows), id), 1),
      );
      return section.id;
    },
    (_structure, id) => id,
  );
}

/** Order key of the next sibling; null after the last. */
const keyAfter = (parts: readonly { readonly id: string; readonly position: string }[], id: string): string | null =>
  parts[parts.findIndex((part) => part.id === id) + 1]?.position ?? null;

/** Finds a group in a structure that was just changed. */
export function groupIn({ groups }: Structure, id: string): SiteSectionGroup {
  const found = groups.find((group) => group.id === id);
  if (!found) throw notFound('site section group', id);
  return found;
}
