import { generateKeyBetween } from 'fractional-indexing';
import type { SiteSectionGroupRow, SiteSectionRow, SiteSpaceRow, StructureRows } from '../../loaders/sites.ts';
import { byPosition } from './structure.ts';

/** What is ordered: a part of a site by its id and its order key. */
interface Ordered {
  readonly id: string;
  readonly position: string;
}

/** The groups and ungrouped sections of a site, in order. */
export const topLevelItems = ({ groups, sections }: StructureRows): (SiteSectionGroupRow | SiteSectionRow)[] =>
  byPosition([...groups, ...sections.filter(({ groupId }) => groupId === null)]);

/** The sections of a group, in order. */
export const sectionsOf = ({ sections }: StructureRows, groupId: string): SiteSectionRow[] =>
  byPosition(sections.filter((section) => section.groupId === groupId));

/** All sections, in the order of the navigation. */
export const orderedSections = (rows: StructureRows): SiteSectionRow[] =>
  topLevelItems(rows).flatMap((item) => ('path' in item ? [item] : sectionsOf(rows, item.id)));

/** The site spaces of a section, or those of a site without sections, in order. */
export const spacesOf = ({ siteSpaces }: StructureRows, sectionId: string | null): SiteSpaceRow[] =>
  byPosition(siteSpaces.filter((siteSpace) => siteSpace.sectionId === sectionId));

/** The order key after the last of some siblings. */
export const lastKey = (siblings: readonly Ordered[]): string =>
  generateKeyBetween(siblings.at(-1)?.position ?? null, null);

/** What takes the place of a part that is removed: the next of its siblings, else the first that remains. */
export function successorOf<Part extends Ordered>(siblings: readonly Part[], id: string): Part | null {
  const index = siblings.findIndex((sibling) => sibling.id === id);
  return siblings[index + 1] ?? siblings.find((sibling) => sibling.id !== id) ?? null;
}
