import type * as z from 'zod';
import { generateKeyBetween } from 'fractional-indexing';
import { invalid } from '../../../lib/errors.ts';
import type { StructureRows } from '../../../loaders/sites.ts';
import type { Context } from '../../core/context.ts';
import { changeStructure, requirePart, type PartOfSite } from './change.ts';
import type { StructureType } from './fields.ts';
import { listSections, listSpaces, topLevelItems } from './order.ts';
import { pagePathsAt } from './page-paths.ts';
import { generatePath, listPaths } from './paths.ts';
import { placeSections } from './queries.ts';
import { groupIn } from './section-groups.ts';
import { sectionIn } from './sections.ts';
import {
  moveDefaultToNext,
  requireSpaceOnce,
  requireNotLast,
  siteSpaceIn,
  getVisibleSiteSpace,
} from './site-spaces.ts';
import type { Positioned, StructureItem } from './structure.ts';
import type { SortSiteStructureInput } from './inputs.ts';

/** Identifies a part of a site by type and id. */
export interface StructurePointer {
  readonly type: StructureType;
  readonly id: string;
}

/** The mutations for one kind of part may leave the position out. */
type Sort = Partial<z.output<typeof SortSiteStructureInput>> & PartOfSite & { readonly item: StructurePointer };

/**
 * Moves a part of a site before or after another one, into its section or group. Does nothing when the part is already
 * there. Throws not_found for the part, reference_not_found for the other, validation_failed for an invalid position.
 */
export async function sortStructure(outer: Context, input: Sort): Promise<StructureItem> {
  const { type, id } = input.item;
  return changeStructure<unknown, StructureItem>(
    outer,
    input,
    (ctx, { rows }) => movers[type](ctx, rows, { id, beside: besideOf(rows, input) }),
    (structure) => finders[type](structure, id),
  );
}

interface Beside extends StructurePointer {
  readonly side: 'before' | 'after';
  /** Path of the input field. */
  readonly path: string;
}

const parts = { 'site-space': 'siteSpaces', 'site-section': 'sections', 'site-section-group': 'groups' } as const;

/** The sibling and side given by the position. Throws validation_failed, not_found, reference_not_found. */
function besideOf(rows: StructureRows, { item, position }: Sort): Beside {
  requirePart(rows, parts[item.type], item.id);
  const { before, after } = position ?? {};
  const [side, pointer] = before ? (['before', before] as const) : (['after', after] as const);
  if (!pointer || (before && after))
    throw invalid('input.position', 'Give exactly one of before and after', 'exactly_one');
  const path = `input.position.${side}`;
  requirePart(rows, parts[pointer.type], pointer.id, path);
  if (pointer.id === item.id)
    throw invalid(path, 'A part of a site cannot be placed before or after itself', 'sibling');
  return { ...pointer, side, path };
}

interface Move {
  readonly id: string;
  readonly beside: Beside;
}

type Mover = (ctx: Context, rows: StructureRows, move: Move) => Promise<void>;

const movers: Readonly<Record<StructureType, Mover>> = {
  'site-space': moveSiteSpace,
  'site-section': moveSection,
  'site-section-group': moveGroup,
};

const finders = { 'site-space': siteSpaceIn, 'site-section': sectionIn, 'site-section-group': groupIn } as const;

async function moveSiteSpace(ctx: Context, rows: StructureRows, { id, beside }: Move): Promise<void> {
  if (beside.type !== 'site-space')
    throw invalid(
      `${beside.path}.type`,
      'A site space can only be placed before or after another site space',
      'sibling',
    );
  const siteSpace = await getVisibleSiteSpace(ctx, rows, id);
  const { sectionId } = requirePart(rows, 'siteSpaces', beside.id);
  const siblings = listSpaces(rows, sectionId);
  const position = keyBeside(siblings, id, beside);
  if (sectionId === siteSpace.sectionId) {
    await ctx.db.siteSpace.update({ where: { id }, data: { position } });
    return;
  }
  const left = listSpaces(rows, siteSpace.sectionId);
  requireNotLast(siteSpace, left);
  requireSpaceOnce(siblings, siteSpace.spaceId);
  const pages = await pagePathsAt(ctx, rows, { sectionId, title: siteSpace.path });
  const taken = new Set([...listPaths(siblings), ...pages]);
  const path = taken.has(siteSpace.path) ? generatePath(siteSpace.path, taken) : siteSpace.path;
  await ctx.db.siteSpace.update({ where: { id }, data: { position, sectionId, path, isDefault: false } });
  await moveDefaultToNext(ctx, siteSpace, left);
}

async function moveSection(ctx: Context, rows: StructureRows, { id, beside }: Move): Promise<void> {
  if (beside.type === 'site-space')
    throw invalid(
      `${beside.path}.type`,
      'A section can only be placed before or after a section or a section group',
      'sibling',
    );
  const groupId = beside.type === 'site-section' ? requirePart(rows, 'sections', beside.id).groupId : null;
  const siblings = groupId === null ? topLevelItems(rows) : listSections(rows, groupId);
  await placeSections(ctx.sql, groupId, [id], [keyBeside(siblings, id, beside)]);
}

async function moveGroup(ctx: Context, rows: StructureRows, { id, beside }: Move): Promise<void> {
  const siblings = topLevelItems(rows);
  if (!siblings.some((sibling) => sibling.id === beside.id))
    throw invalid(
      beside.path,
      'A section group can only be placed before or after a section group or a section without a group',
      'sibling',
    );
  await ctx.db.siteSectionGroup.update({ where: { id }, data: { position: keyBeside(siblings, id, beside) } });
}

/** Order key of a part next to a sibling. */
function keyBeside(siblings: readonly Positioned[], id: string, beside: Beside): string {
  const others = siblings.filter((sibling) => sibling.id !== id);
  const index = others.findIndex((other) => other.id === beside.id) + (beside.side === 'before' ? 0 : 1);
  return generateKeyBetween(others[index - 1]?.position ?? null, others[index]?.position ?? null);
}
