import { notFound } from '../../../lib/errors.ts';
import type { SiteSectionGroupRow, SiteSectionRow, SiteSpaceRow, StructureRows } from '../../../loaders/sites.ts';
import { grouped } from '../../../loaders/by-parent.ts';
import type { Context } from '../../core/context.ts';
import type { Space } from '../../authoring/spaces/spaces.ts';
import type { ReadSite } from '../sites/sites.ts';
import { readableSiteSpaces } from '../sites/visibility.ts';

/** A space on a site. */
export interface SiteSpace<OfSpace = Space> extends SiteSpaceRow {
  readonly kind: 'site-space';
  readonly site: ReadSite;
  readonly section: SiteSection<OfSpace> | null;
  readonly space: OfSpace;
}

/** A section with the site spaces that the caller may read. */
export interface SiteSection<OfSpace = Space> extends SiteSectionRow {
  readonly kind: 'site-section';
  readonly site: ReadSite;
  readonly siteSpaces: readonly SiteSpace<OfSpace>[];
}

/** A group with the sections that the caller may read. */
export interface SiteSectionGroup<OfSpace = Space> extends SiteSectionGroupRow {
  readonly kind: 'site-section-group';
  readonly site: ReadSite;
  readonly sections: readonly SiteSection<OfSpace>[];
}

export type StructureItem<OfSpace = Space> = SiteSpace<OfSpace> | SiteSection<OfSpace> | SiteSectionGroup<OfSpace>;

/** The parts of a site that the caller may read. All lists are in navigation order. */
export interface Structure<OfSpace = Space> {
  readonly site: ReadSite;
  /** Groups and ungrouped sections, or the site spaces of a site without sections. */
  readonly items: readonly StructureItem<OfSpace>[];
  readonly groups: readonly SiteSectionGroup<OfSpace>[];
  readonly sections: readonly SiteSection<OfSpace>[];
  readonly siteSpaces: readonly SiteSpace<OfSpace>[];
  /** Stored settings of the appearance; `settings` of site spaces are by id. */
  readonly settings: unknown;
  readonly siteSpaceSettings: Readonly<Record<string, unknown>>;
}

/**
 * Reads the structure of a site for the caller. Members see all sections and groups; others see those with a space that
 * they may read. If a condition hides the default from a visitor, the next part in order becomes the default, as in
 * URLs.
 */
export async function loadStructure(ctx: Context, site: ReadSite): Promise<Structure> {
  const rows = await loadStructureRows(ctx, site);
  return arrange(site, rows, await readableSiteSpaces(ctx, site, rows));
}

/** Reads all that a site consists of. */
export async function loadStructureRows(ctx: Context, { id }: ReadSite): Promise<StructureRows> {
  const rows = await ctx.loaders.siteStructure.load(id);
  if (rows === null) throw notFound('site', id);
  return rows;
}

/** Whether the caller reads a site as an admin of its organization, who may read all its spaces. */
export const readsAsAdmin = ({ reading, isMember, memberRole }: ReadSite): boolean =>
  reading === 'member' && isMember === true && memberRole === 'admin';

/** Counts the site spaces that the caller may read. An admin of the organization reads all, whose number is kept with the site. */
export const countSiteSpaces = async (ctx: Context, site: ReadSite): Promise<number> =>
  readsAsAdmin(site) ? site.siteSpaces : (await loadStructure(ctx, site)).siteSpaces.length;

interface Readable<OfSpace> {
  readonly row: SiteSpaceRow;
  readonly space: OfSpace;
}

/** Puts the parts of a site in order, with those of its site spaces that the caller may read. */
export function arrange<OfSpace>(
  site: ReadSite,
  rows: StructureRows,
  readable: readonly Readable<OfSpace>[],
): Structure<OfSpace> {
  const isShown = (parts: readonly unknown[]) => site.reading === 'member' || parts.length > 0;
  const bySection = grouped(readable, ({ row }) => row.sectionId ?? '');
  const spacesIn = (section: SiteSection<OfSpace> | null): SiteSpace<OfSpace>[] => {
    const found = (bySection.get(section?.id ?? '') ?? []).map(({ row, space }) => ({ ...row, space }));
    return withDefault(
      site,
      byPosition(found).map((row) => ({ ...row, kind: 'site-space', site, section })),
    );
  };
  const sections = byPosition(rows.sections)
    .map((row) => {
      const siteSpaces: SiteSpace<OfSpace>[] = [];
      const section: SiteSection<OfSpace> = { ...row, kind: 'site-section', site, siteSpaces };
      siteSpaces.push(...spacesIn(section));
      return section;
    })
    .filter(({ siteSpaces }) => isShown(siteSpaces));
  const groups = byPosition(rows.groups)
    .map((row): SiteSectionGroup<OfSpace> => ({
      ...row,
      kind: 'site-section-group',
      site,
      sections: sections.filter(({ groupId }) => groupId === row.id),
    }))
    .filter((group) => isShown(group.sections));
  const top = byPosition([...groups, ...sections.filter(({ groupId }) => groupId === null)]);
  const ordered = withDefault(
    site,
    top.flatMap((item) => (item.kind === 'site-section' ? [item] : item.sections)),
  );
  const root = spacesIn(null);
  return {
    site,
    items: rows.sections.length > 0 ? top : root,
    groups,
    sections: ordered,
    siteSpaces: [...root, ...ordered.flatMap(({ siteSpaces }) => siteSpaces)],
    settings: rows.settings,
    siteSpaceSettings: rows.siteSpaceSettings,
  };
}

/**
 * Makes the first part the default for a visitor when no visible part is. Modifies the parts, which belong to this
 * response.
 */
function withDefault<Item extends { readonly isDefault: boolean }>({ reading }: ReadSite, items: Item[]): Item[] {
  const [first] = items;
  if (reading === 'visitor' && first && !items.some(({ isDefault }) => isDefault))
    Object.assign(first, { isDefault: true });
  return items;
}

/** A part of a site with its order key. */
export interface Positioned {
  readonly id: string;
  readonly position: string;
}

/** Sorts parts by order key, compared bytewise. */
export const byPosition = <Item extends Positioned>(items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => compare(one.position, other.position) || compare(one.id, other.id));

const compare = (one: string, other: string) => {
  if (one === other) return 0;
  return one < other ? -1 : 1;
};
