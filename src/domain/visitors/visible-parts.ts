import type { Conditions } from './conditions.ts';

interface Section {
  readonly id: string;
  readonly condition: string | null;
}

interface SiteSpace {
  readonly sectionId: string | null;
  readonly condition: string | null;
}

interface Parts<OneSection, OneSiteSpace> {
  readonly sections: readonly OneSection[];
  readonly siteSpaces: readonly OneSiteSpace[];
}

/**
 * Selects the parts of a site that a visitor sees, without those hidden by conditions, and without sections that become
 * empty.
 */
export function selectVisibleParts<OneSection extends Section, OneSiteSpace extends SiteSpace>(
  { sections, siteSpaces }: Parts<OneSection, OneSiteSpace>,
  { holds }: Conditions,
): Parts<OneSection, OneSiteSpace> {
  const shownSections = sections.filter(({ condition }) => holds(condition));
  const ids = new Set(shownSections.map(({ id }) => id));
  const shown = siteSpaces.filter(
    ({ sectionId, condition }) => (sectionId === null || ids.has(sectionId)) && holds(condition),
  );
  const filled = new Set(shown.map(({ sectionId }) => sectionId));
  return { sections: shownSections.filter(({ id }) => filled.has(id)), siteSpaces: shown };
}
