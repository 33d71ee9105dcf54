import { notFound } from '../../../lib/errors.ts';
import { findHiddenBlocks, type HiddenTextBlock } from '../../authoring/content/hidden-blocks.ts';
import { actingAs } from '../../core/acting.ts';
import type { Context } from '../../core/context.ts';
import { createConditions, type Conditions } from '../../people/visitors/conditions.ts';
import type { Visit } from '../addresses/visit.ts';
import { listHiddenPages } from '../preview/preview.ts';
import { loadStructureRows } from '../structure/change.ts';
import { byPosition } from '../structure/structure.ts';
import { publishedPageUrl, type Place } from './place.ts';

/** A part of a site that the visitor of a preview does not see. */
export interface HiddenPart {
  readonly title: string;
  /** URL of the page that holds it, where the visitor sees that page. */
  readonly url: string | null;
  /** The condition that does not hold: its own, or that of a part around it. */
  readonly condition: string;
  /** Why the condition of a block cannot be evaluated; null when it can. */
  readonly problem?: string | null;
}

export interface HiddenSiteParts {
  readonly sections: readonly HiddenPart[];
  readonly pages: readonly HiddenPart[];
  readonly blocks: readonly HiddenPart[];
  /** Whether there are more of a kind than are listed. */
  readonly hasMore: boolean;
}

/** Maximum number of parts of each kind. */
const maxParts = 200;

/**
 * Lists what conditions hide from the visitor of a preview: sections and site spaces, pages of the space, parts of its texts.
 * Whoever made the preview may read the whole site, and gave it to somebody to look at. Throws not_found for other visitors.
 */
export async function listHiddenParts(ctx: Context, place: Place, { visitor }: Visit): Promise<HiddenSiteParts> {
  if (visitor.admission.preview !== true) throw notFound('preview of', place.site.id);
  const conditions = createConditions(visitor.claims);
  const { hidden: _hidden, ...whole } = place.revision;
  // Loaders of its own: those of the visit know revisions without what is hidden.
  const wide = actingAs(ctx, ctx.actor);
  const [sections, pages, blocks] = await Promise.all([
    listHiddenSections(wide, place, conditions),
    listHiddenPages(wide, whole, conditions),
    findHiddenBlocks(wide, whole, conditions),
  ]);
  const orders = new Map(place.documents.map(({ id }, index) => [id, index]));
  const readOrder = ({ subjectId }: HiddenTextBlock) => orders.get(subjectId) ?? Infinity;
  const parts = {
    sections,
    pages: pages.map(({ title, hiddenBy }) => ({ title, url: null, condition: hiddenBy.condition })),
    blocks: blocks
      .toSorted((one, other) => readOrder(one) - readOrder(other) || one.startsAt - other.startsAt)
      .map(({ subjectId, title, condition, problem }) => {
        const page = place.pages.get(subjectId);
        return { title, url: page ? publishedPageUrl(place, page) : null, condition, problem };
      }),
  };
  return {
    sections: parts.sections.slice(0, maxParts),
    pages: parts.pages.slice(0, maxParts),
    blocks: parts.blocks.slice(0, maxParts),
    hasMore: Object.values(parts).some(({ length }) => length > maxParts),
  };
}

/** The sections and site spaces with a condition that does not hold. Hidden spaces are named by their path. */
async function listHiddenSections(ctx: Context, { site }: Place, { holds }: Conditions): Promise<HiddenPart[]> {
  const rows = await loadStructureRows(ctx, site.id);
  const parts = [
    ...byPosition(rows.sections).map(({ title, condition }) => ({ title, condition })),
    ...byPosition(rows.siteSpaces).map(({ path, condition }) => ({ title: path, condition })),
  ];
  return parts.flatMap(({ title, condition }) =>
    condition === null || holds(condition) ? [] : [{ title, url: null, condition }],
  );
}
