import type { ReactNode } from 'react';
import type { CollectionHeadFragment } from '../__generated__/collection.ts';
import type { SiteHeadFragment } from '../__generated__/site.ts';
import type { SpaceHeadFragment } from '../__generated__/space.ts';
import { at } from '../frame/place.ts';
import { words } from '../words/words.ts';
import { named, wayTo } from './spaces.tsx';
import { Tabs } from './tabs.tsx';
import { Head } from './title.tsx';

interface TopProps {
  /** The view of it; itself when omitted. */
  readonly title?: string | undefined;
  readonly children?: ReactNode;
}

/** The head of the views of a space, with the way to the others. */
export function SpaceTop({ space, title, children }: TopProps & { readonly space: SpaceHeadFragment }) {
  const to = (...parts: readonly string[]) => at('spaces', space.id, ...parts);
  const { admin } = space.permissions;
  const own = { title: named(space), href: to() };
  return (
    <>
      <Head
        title={title ?? own.title}
        {...(title === undefined ? { kind: words.space } : {})}
        organizationId={space.organizationId}
        way={title === undefined ? wayTo(space) : [...wayTo(space), own]}
      >
        {children}
      </Head>
      {admin && (
        <Tabs
          label={own.title}
          tabs={[
            [words.content, to()],
            [words.access, to('access')],
            [words.importExport, to('import')],
            [words.git, to('git')],
            [words.settings, to('settings')],
          ]}
        />
      )}
    </>
  );
}

/** The same for a collection. */
export function CollectionTop({
  collection,
  title,
  children,
}: TopProps & { readonly collection: CollectionHeadFragment }) {
  const { id, organizationId, permissions } = collection;
  const to = (...parts: readonly string[]) => at('collections', id, ...parts);
  const own = { title: collection.title || words.untitled, href: to() };
  return (
    <>
      <Head
        title={title ?? own.title}
        {...(title === undefined ? { kind: words.collection } : {})}
        organizationId={organizationId}
        way={title === undefined ? wayTo(collection) : [...wayTo(collection), own]}
      >
        {children}
      </Head>
      {permissions.admin && (
        <Tabs
          label={own.title}
          tabs={[
            [words.content, to()],
            [words.access, to('access')],
            [words.settings, to('settings')],
          ]}
        />
      )}
    </>
  );
}

/** The same for a site. */
export function SiteTop({ site, title, children }: TopProps & { readonly site: SiteHeadFragment }) {
  const { id, organizationId, organization, permissions } = site;
  const to = (...parts: readonly string[]) => at('orgs', organizationId, 'sites', id, ...parts);
  const way = [organization && { title: organization.title, href: at('orgs', organizationId) }];
  return (
    <>
      <Head
        title={title ?? site.title}
        {...(title === undefined ? { kind: words.site } : {})}
        organizationId={organizationId}
        way={title === undefined ? way : [...way, { title: site.title, href: to() }]}
      >
        {children}
      </Head>
      {permissions.edit && (
        <Tabs
          label={site.title}
          tabs={[
            [words.overview, to()],
            [words.structure, to('structure')],
            [words.customization, to('customization')],
            [words.redirects, to('redirects')],
            permissions.admin && [words.access, to('access')],
            permissions.admin && [words.visitorSignIn, to('visitors')],
            [words.settings, to('settings')],
          ]}
        />
      )}
    </>
  );
}
