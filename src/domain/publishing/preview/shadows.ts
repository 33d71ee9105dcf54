import { sitePath } from '../redirects/published.ts';
import { isSame, findRoute } from '../addresses/routing.ts';
import type { SiteSpace, Structure } from '../structure/structure.ts';

/** The section or site space to which the URL of a page leads instead of the page. */
export interface Shadow {
  readonly kind: 'site-section' | 'site-space';
  readonly subjectId: string;
}

/**
 * Creates a function that finds what shadows a page of a site space, by the path of the page: segments of a URL name
 * sections and site spaces before they name pages. `visible` are the ids of the parts that the visitor sees. See
 * docs/adr/0042-parts-before-pages.md.
 */
export function shadowsIn(
  structure: Pick<Structure, 'sections' | 'siteSpaces'>,
  visible: ReadonlySet<string>,
  shown: SiteSpace,
): (path: string) => Shadow | null {
  const isSeen = ({ id }: { readonly id: string }) => visible.has(id);
  const seen = { sections: structure.sections.filter(isSeen), siteSpaces: structure.siteSpaces.filter(isSeen) };
  const base = sitePath(seen, shown.sectionId, shown);
  const namesSection = shown.section !== null && !shown.section.isDefault;
  return (path) => {
    const segments = [...base, ...path.split('/')];
    const route = findRoute(seen, segments);
    if (route === null || (route.siteSpace.id === shown.id && route.length === base.length)) return null;
    const { section, siteSpace } = route;
    return section !== null && !namesSection && seen.sections.length > 1 && isSame(section.path, segments[0])
      ? { kind: 'site-section', subjectId: section.id }
      : { kind: 'site-space', subjectId: siteSpace.id };
  };
}
