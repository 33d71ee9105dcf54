import { safeHref } from '../../lib/html.ts';
import { entryIdPath, pathIn } from '../../domain/publishing/published-pages/targets.ts';
import type { ShownSettings } from '../../domain/publishing/published-pages/settings.ts';
import type { ShownPlace } from '../../domain/publishing/published-pages/shown.ts';
import type { Frame } from './frame.ts';

type Groups = NonNullable<NonNullable<ShownSettings['footer']>['groups']>;

/** A link of the header, footer or announcement. */
export type SiteLink = Groups[number]['links'][number];

/** The attributes of a link to an address. One to another website opens where the site says. */
export const linkTo = ({ place }: Pick<Frame, 'place'>, href: string) => ({
  href,
  ...(opensNewTabs(place) && /^https?:/i.test(href) && !href.startsWith(place.siteUrl)
    ? { target: '_blank', rel: 'noopener' }
    : {}),
});

/** Whether links to other websites open in a new tab. */
export const opensNewTabs = ({ settings }: Pick<ShownPlace, 'settings'>): boolean =>
  settings.externalLinks?.target === 'blank';

/** Address of a link; null for a target that pages of the site cannot lead to, or that the visitor does not see. */
export function findLinkHref({ place, base }: Pick<Frame, 'place' | 'base'>, { to }: SiteLink): string | null {
  const findSpace = (id: string) => {
    const siteSpace = place.structure.siteSpaces.find(({ space }) => space.id === id);
    return siteSpace === undefined ? null : (place.urls.get(siteSpace.id) ?? null);
  };
  switch (to.kind) {
    case 'url':
      return safeHref(to.url);
    case 'space': {
      const url = findSpace(to.space);
      return url === null ? null : pathIn(url);
    }
    case 'page':
    case 'anchor': {
      if (to.page === undefined) return null;
      const url = to.space === undefined ? place.url : findSpace(to.space);
      if (url === null) return null;
      return to.kind === 'page'
        ? entryIdPath(url, to.page)
        : `${entryIdPath(url, to.page)}#${encodeURIComponent(to.anchor)}`;
    }
    case 'file': {
      const url = to.space === undefined ? null : findSpace(to.space);
      return `${url === null ? base : pathIn(url)}~/files/${to.file}`;
    }
    case 'user':
    case 'collection':
    case 'reusable-content':
    case 'openapi':
      return null;
  }
}
