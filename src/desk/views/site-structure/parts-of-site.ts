import type {
  SectionOfSiteFragment,
  SiteStructureViewQuery,
  SpaceOfSiteFragment,
} from '../../__generated__/site-structure.ts';

type Item = NonNullable<SiteStructureViewQuery['site']>['structure']['items'][number];

/** The site, as its mutations name it. */
export interface SiteIds {
  readonly siteId: string;
  readonly organizationId: string;
}

/** A part of a site in its place: a group, a section or a space. */
export interface SitePart {
  readonly type: 'SITE_SECTION_GROUP' | 'SITE_SECTION' | 'SITE_SPACE';
  readonly id: string;
  readonly title: string;
  readonly path?: string;
  readonly isDefault?: boolean;
  /** The section of a site space, whose default it may be. */
  readonly sectionId?: string;
  readonly spaceId?: string;
  readonly parts: readonly SitePart[];
}

const ofSpace = (
  { id, title, path, default: isDefault, space }: SpaceOfSiteFragment,
  sectionId?: string,
): SitePart => ({
  type: 'SITE_SPACE',
  id,
  title,
  path,
  isDefault,
  spaceId: space.id,
  ...(sectionId === undefined ? {} : { sectionId }),
  parts: [],
});

const ofSection = ({ id, title, path, default: isDefault, siteSpaces }: SectionOfSiteFragment): SitePart => ({
  type: 'SITE_SECTION',
  id,
  title,
  path,
  isDefault,
  parts: siteSpaces.map((siteSpace) => ofSpace(siteSpace, id)),
});

/** The parts of a site as a tree, in their order. */
export const partsOf = (items: readonly Item[]): readonly SitePart[] =>
  items.flatMap(({ group, section, siteSpace }): SitePart[] => {
    if (group)
      return [{ type: 'SITE_SECTION_GROUP', id: group.id, title: group.title, parts: group.sections.map(ofSection) }];
    if (section) return [ofSection(section)];
    return siteSpace ? [ofSpace(siteSpace)] : [];
  });
