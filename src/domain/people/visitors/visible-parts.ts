import type { Context } from '../../core/context.ts';
import { awaitConditions } from './condition-turns.ts';
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
export async function selectVisibleParts<OneSection extends Section, OneSiteSpace extends SiteSpace>(
  ctx: Context,
  { sections, siteSpaces }: Parts<OneSection, OneSiteSpace>,
  { holds }: Conditions,
): Promise<Parts<OneSection, OneSiteSpace>> {
  const conditioned = [...sections, ...siteSpaces].filter(({ condition }) => condition !== null);
  await awaitConditions(ctx, conditioned.length);
  const shownSections = sections.filter(({ condition }) => holds(condition));
  const ids = new Set(shownSections.map(({ id }) => id));
  const shown = siteSpaces.filter(
    ({ sectionId, condition }) => (sectionId === null || ids.has(sectionId)) && holds(condition),
  );
  const filled = new Set(shown.map(({ sectionId }) => sectionId));
  return { sections: shownSections.filter(({ id }) => filled.has(id)), siteSpaces: shown };
}
