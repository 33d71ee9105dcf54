import type { SectionRow, SiteSpaceRow } from './queries.ts';
import type { VisibleStructure } from './visible-structure.ts';

/** The part of a site that a path below its root selects. */
export interface SiteRoute {
  readonly section: SectionRow | null;
  readonly siteSpace: SiteSpaceRow;
  /** Number of segments that select the section and site space; the rest is the path of a page. */
  readonly length: number;
  /** False when one more segment could select another section or site space. */
  readonly complete: boolean;
}

/** Routes a path. Null when the visitor sees no part of the site. */
export function findRoute(
  { sections, siteSpaces }: Pick<VisibleStructure, 'sections' | 'siteSpaces'>,
  segments: readonly string[],
): SiteRoute | null {
  const named = sections.length > 1 ? sections.find(({ path }) => isSame(path, segments[0])) : undefined;
  const section = named ?? findDefault(sections);
  const variants = siteSpaces.filter(({ sectionId }) => sectionId === (section?.id ?? null));
  const sectionLength = named ? 1 : 0;
  const { variant, length } = variantAt(variants, segments.slice(sectionLength));
  const siteSpace = variant ?? findDefault(variants);
  if (siteSpace === null) return null;
  const isAtEnd = segments.length === sectionLength + length;
  const mayBeSection = sections.length > 1 && !named && length === 0;
  const mayBeVariant = variants.length > 1 && variant === null;
  return {
    section,
    siteSpace,
    length: sectionLength + length,
    complete: !(isAtEnd && (mayBeSection || mayBeVariant)),
  };
}

/** Finds the variant named by the next segment, also in its older form `v/name`. */
function variantAt(variants: readonly SiteSpaceRow[], segments: readonly string[]) {
  if (variants.length < 2) return { variant: null, length: 0 };
  const [first, second] = segments;
  const direct = variants.find(({ path }) => isSame(path, first));
  if (direct) return { variant: direct, length: 1 };
  const older = first === 'v' ? variants.find(({ path }) => isSame(path, second)) : undefined;
  return older ? { variant: older, length: 2 } : { variant: null, length: 0 };
}

const findDefault = <Item extends { readonly isDefault: boolean }>(items: readonly Item[]): Item | null =>
  items.find(({ isDefault }) => isDefault) ?? items[0] ?? null;

/** Compares the path of a section or site space with a segment of a URL, ignoring case. */
export const isSame = (path: string, segment: string | undefined) => path.toLowerCase() === segment?.toLowerCase();
