import type { SpaceEntryFragment } from '../__generated__/home.ts';
import { at } from '../frame/place.ts';
import { fill, words } from '../words/words.ts';
import { Entry } from './list.tsx';
import { Moment } from './moment.tsx';

/** A title after its emoji. */
export const named = ({ emoji, title }: { readonly emoji?: string | null; readonly title: string }): string =>
  [emoji, title || words.untitled].filter(Boolean).join(' ');

/** An entry of a list of spaces. */
export const SpaceEntry = ({ space }: { readonly space: SpaceEntryFragment }) => (
  <Entry href={at('spaces', space.id)} title={named(space)}>
    <Moment at={space.updatedAt} />
    {space.changeRequestsOpen > 0 && <> · {fill(words.openRequests, { count: space.changeRequestsOpen })}</>}
  </Entry>
);

interface Placed {
  readonly organization: { readonly id: string; readonly title: string } | null;
  readonly parent: { readonly id: string; readonly title: string } | null;
}

interface SpaceHead extends Placed {
  readonly id: string;
  readonly title: string;
  readonly emoji: string;
}

/** The way from the organization to a space or a collection. */
export const wayTo = ({ organization, parent }: Placed) => [
  organization && { title: organization.title, href: at('orgs', organization.id) },
  parent && { title: parent.title, href: at('collections', parent.id) },
];

/** The same with the space, for what is in it. */
export const wayInto = (space: SpaceHead) => [...wayTo(space), { title: named(space), href: at('spaces', space.id) }];
