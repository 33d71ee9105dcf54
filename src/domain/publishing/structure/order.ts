import { generateKeyBetween } from 'fractional-indexing';
import type { SiteSectionGroupRow, SiteSectionRow, SiteSpaceRow, StructureRows } from '../../../loaders/sites.ts';
import { byPosition, type Positioned } from './structure.ts';

/** Lists the groups and ungrouped sections of a site in order. */
export const topLevelItems = ({ groups, sections }: StructureRows): (SiteSectionGroupRow | SiteSectionRow)[] =>
  byPosition([...groups, ...sections.filter(({ groupId }) => groupId === null)]);

/** Lists the sections of a group in order. */
export const listSections = ({ sections }: StructureRows, groupId: string): SiteSectionRow[] =>
  byPosition(sections.filter((section) => section.groupId === groupId));

/** Lists all sections in navigation order. */
export const orderedSections = (rows: StructureRows): SiteSectionRow[] =>
  topLevelItems(rows).flatMap((item) => ('path' in item ? [item] : listSections(rows, item.id)));

/** Lists the site spaces of a section, or of a site without sections, in order. */
export const listSpaces = ({ siteSpaces }: StructureRows, sectionId: string | null): SiteSpaceRow[] =>
  byPosition(siteSpaces.filter((siteSpace) => siteSpace.sectionId === sectionId));

/** Order key for a new last sibling. */
export const lastKey = (siblings: readonly Positioned[]): string =>
  generateKeyBetween(siblings.at(-1)?.position ?? null, null);

/** The part that replaces a removed one as default: its next sibling, otherwise the first remaining one. */
export function findSuccessor<Part extends Positioned>(siblings: readonly Part[], id: string): Part | null {
  const index = siblings.findIndex((sibling) => sibling.id === id);
  return siblings[index + 1] ?? siblings.find((sibling) => sibling.id !== id) ?? null;
}
