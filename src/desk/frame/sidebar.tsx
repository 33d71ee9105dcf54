import type { FrameQuery } from '../__generated__/frame.ts';
import { words } from '../words/words.ts';
import { at } from './place.ts';

type Organization = FrameQuery['viewer']['organizations']['edges'][number]['node'];

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly parentId: string | null;
  readonly position: string;
  readonly emoji?: string | null;
}

interface SidebarProps {
  readonly organizations: readonly Organization[];
  readonly current: string | null;
  readonly path: string;
}

/** The organizations of the person, each with its collections and spaces as a tree. On phones it is behind a button. */
export function Sidebar({ organizations, current, path }: SidebarProps) {
  const isWide = matchMedia('(min-width: 60rem)').matches;
  const here = (...parts: readonly string[]) => (path === `/${parts.join('/')}` ? ('page' as const) : undefined);
  return (
    // On phones it closes when it has led somewhere.
    <details className="sidebar" key={isWide ? 'wide' : path} open={isWide}>
      <summary>{words.menu}</summary>
      <nav aria-label={words.menu}>
        <a href={at('app')} aria-current={here('app')}>
          {words.forYou}
        </a>
        {organizations.map((organization) => (
          <details key={organization.id} open={organizations.length === 1 || organization.id === current}>
            <summary>{organization.title}</summary>
            <a className="all" href={at('orgs', organization.id)} aria-current={here('orgs', organization.id)}>
              {words.overview}
            </a>
            <Tree {...entriesOf(organization)} parentId={null} path={path} />
          </details>
        ))}
      </nav>
    </details>
  );
}

interface Entries {
  readonly collections: readonly Entry[];
  readonly spaces: readonly Entry[];
}

const entriesOf = ({ collections, spaces }: Organization): Entries => ({
  collections: collections.edges.map(({ node }) => node),
  spaces: spaces.edges.map(({ node }) => node),
});

function Tree({
  collections,
  spaces,
  parentId,
  path,
}: Entries & { readonly parentId: string | null; readonly path: string }) {
  const known = new Set(collections.map(({ id }) => id));
  // What stands in a collection that the person may not read stands at the top.
  const below = ({ parentId: own }: Entry) => (own !== null && known.has(own) ? own : null) === parentId;
  const items = [
    ...collections.filter(below).map((entry) => ({ ...entry, kind: 'collections' })),
    ...spaces.filter(below).map((entry) => ({ ...entry, kind: 'spaces' })),
  ].toSorted((one, other) => (one.position < other.position ? -1 : 1));
  if (items.length === 0) return null;
  return (
    <ul>
      {items.map(({ id, kind, title, emoji }) => (
        <li key={id}>
          <a href={at(kind, id)} aria-current={path.startsWith(`/${kind}/${id}`) ? 'page' : undefined}>
            {emoji ? `${emoji} ` : null}
            {title}
          </a>
          {kind === 'collections' && <Tree collections={collections} spaces={spaces} parentId={id} path={path} />}
        </li>
      ))}
    </ul>
  );
}
