import { failure } from '../../../lib/errors.ts';
import { slugOf } from '../../../lib/slugs.ts';
import type { StructureRows } from '../../../loaders/sites.ts';
import { listTopSlugs } from '../../authoring/content/queries/pages.ts';
import type { Context } from '../../core/context.ts';
import { listSpaces } from './order.ts';
import { requireFreePath, type PartWithPath } from './paths.ts';
import { readableSiteSpaces } from '../sites/visibility.ts';

/** Compared beginnings are shorter than paths, because a number may be appended to a path. */
const comparedLength = 90;

/**
 * Returns the paths of the pages at the top of a space that begin as a path from one of the titles does, in lower case. A
 * section or variant with such a path would hide the page. See docs/adr/0042-parts-before-pages.md.
 */
export const pagePathsIn = (ctx: Context, spaceId: string, titles: readonly string[]): Promise<string[]> =>
  listTopSlugs(
    ctx.sql,
    spaceId,
    titles.map((title) => slugOf(title).toLowerCase().slice(0, comparedLength)),
  );

/**
 * Like `pagePathsIn`, for the space that a section, or a site without sections (null), shows by default. Empty when the
 * caller may not read it.
 */
export async function pagePathsAt(
  ctx: Context,
  rows: StructureRows,
  { sectionId, title }: { readonly sectionId: string | null; readonly title: string },
): Promise<string[]> {
  const shown = listSpaces(rows, sectionId).filter(({ isDefault }) => isDefault);
  if (shown.length === 0) return [];
  const [readable] = await readableSiteSpaces(ctx, { reading: 'member' }, { ...rows, siteSpaces: shown });
  return readable ? pagePathsIn(ctx, readable.space.id, [title]) : [];
}

/** The section below which paths have no segment of their own; null for a site without sections. */
export const defaultSectionId = ({ sections }: StructureRows): string | null =>
  sections.find(({ isDefault }) => isDefault)?.id ?? null;

interface NewPath {
  readonly id: string;
  readonly path: string;
  readonly siblings: readonly PartWithPath[];
  /** The section whose pages have addresses beside the part. */
  readonly beside: string | null;
}

/**
 * Normalizes the new path of a section or site space. Throws already_exists when a sibling or a page beside it has the
 * path.
 */
export async function requireVisiblePath(
  ctx: Context,
  rows: StructureRows,
  { id, path, siblings, beside }: NewPath,
): Promise<string> {
  const wanted = requireFreePath(path, siblings, id);
  if (siblings.some((sibling) => sibling.id === id && sibling.path === wanted)) return wanted;
  const taken = await pagePathsAt(ctx, rows, { sectionId: beside, title: wanted });
  if (!taken.includes(wanted)) return wanted;
  throw failure('already_exists', `A page has the path "${wanted}" and would be hidden`, {
    details: [{ path: 'input.path', rule: 'unique', message: 'is the path of a page, which would be hidden' }],
  });
}
