import type { FindQuery } from '../__generated__/finder.ts';
import { at } from './place.ts';

/** Something that a search has found, and where it is shown. */
export interface Found {
  readonly kind: 'pages' | 'spaces' | 'sites';
  readonly href: string;
  readonly title: string;
  /** Where it belongs, or what it says. */
  readonly about: string;
}

type Organization = FindQuery['organizations']['edges'][number]['node'];

/** What was found in all organizations: places by their names first, then pages by their texts. */
export function placesFound(data: FindQuery | undefined): readonly Found[] {
  const organizations = data?.organizations.edges.map(({ node }) => node) ?? [];
  return [...organizations.flatMap(namesOf), ...organizations.flatMap(pagesOf)];
}

const namesOf = ({ id, title: about, spaces, collections, sites }: Organization): Found[] => [
  ...spaces.edges.map(({ node }) => ({
    kind: 'spaces' as const,
    href: at('spaces', node.id),
    title: [node.emoji, node.title].filter(Boolean).join(' '),
    about,
  })),
  ...collections.edges.map(({ node }) => ({
    kind: 'spaces' as const,
    href: at('collections', node.id),
    title: node.title,
    about,
  })),
  ...sites.edges.map(({ node }) => ({
    kind: 'sites' as const,
    href: at('orgs', id, 'sites', node.id),
    title: node.title,
    about,
  })),
];

const pagesOf = ({ search }: Organization): Found[] =>
  (search?.edges ?? []).flatMap(({ node: space }) =>
    space.pages.map(({ pageId, title, sections: [section] }) => {
      const anchor = section?.anchor ? `#${encodeURIComponent(section.anchor)}` : '';
      return {
        kind: 'pages' as const,
        href: at('spaces', space.spaceId, 'pages', pageId) + anchor,
        title: section?.title && section.title !== title ? `${title} › ${section.title}` : title,
        about: [space.title, section?.text].filter(Boolean).join(' · '),
      };
    }),
  );
