import { Component, lazy, Suspense, useEffect, useRef, type ComponentType, type ReactNode } from 'react';
import { Failure } from '../parts/failure.tsx';
import { words } from '../words/words.ts';
import type { Place } from './place.ts';

/** What every view is told. */
export interface ViewProps {
  /** The ids in the address, by their names in the table of paths. */
  readonly ids: Readonly<Record<string, string>>;
  readonly search: string;
}

type Module = { readonly View: ComponentType<ViewProps> };

const modules: Readonly<Record<string, () => Promise<Module>>> = {
  home: () => import('../views/home/view.tsx'),
  search: () => import('../views/search/view.tsx'),
  organization: () => import('../views/organization/view.tsx'),
  members: () => import('../views/members/view.tsx'),
  member: () => import('../views/member/view.tsx'),
  teams: () => import('../views/teams/view.tsx'),
  team: () => import('../views/team/view.tsx'),
  'organization-settings': () => import('../views/organization-settings/view.tsx'),
  me: () => import('../views/me/view.tsx'),
  'site-structure': () => import('../views/site-structure/view.tsx'),
  'site-customization': () => import('../views/site-customization/view.tsx'),
  'site-settings': () => import('../views/site-settings/view.tsx'),
  webhooks: () => import('../views/webhooks/view.tsx'),
  webhook: () => import('../views/webhook/view.tsx'),
  audit: () => import('../views/audit/view.tsx'),
  import: () => import('../views/import/view.tsx'),
  job: () => import('../views/job/view.tsx'),
  trash: () => import('../views/trash/view.tsx'),
  integrations: () => import('../views/integrations/view.tsx'),
  jobs: () => import('../views/jobs/view.tsx'),
  due: () => import('../views/due/view.tsx'),
  'site-redirects': () => import('../views/site-redirects/view.tsx'),
  'site-visitors': () => import('../views/site-visitors/view.tsx'),
  installation: () => import('../views/installation/view.tsx'),
  sso: () => import('../views/sso/view.tsx'),
  git: () => import('../views/git/view.tsx'),
  access: () => import('../views/access/view.tsx'),
  'space-settings': () => import('../views/space-settings/view.tsx'),
  'collection-settings': () => import('../views/collection-settings/view.tsx'),
  collection: () => import('../views/collection/view.tsx'),
  site: () => import('../views/site/view.tsx'),
  space: () => import('../views/space/view.tsx'),
  page: () => import('../views/page/view.tsx'),
  'change-request': () => import('../views/change-request/view.tsx'),
  contents: () => import('../views/contents/view.tsx'),
  edit: () => import('../views/edit/view.tsx'),
  revision: () => import('../views/revision/view.tsx'),
  specification: () => import('../views/specification/view.tsx'),
  integration: () => import('../views/integration/view.tsx'),
};

const views: Record<string, ComponentType<ViewProps>> = Object.fromEntries(
  Object.entries(modules).map(([name, load]) => [name, lazy(async () => ({ default: (await load()).View }))]),
);

/** Loads the view of a place before it is drawn for the first time. One that cannot be loaded says so where it is drawn. */
export async function loadView(place: Place | null): Promise<void> {
  const module = await modules[place?.view ?? '']?.().catch(() => null);
  if (place && module) views[place.view] = module.View;
}

/** The main part of the page: the view of a place. Each place begins without the state and the failure of another one. */
export function View({ place }: { readonly place: Place | null }) {
  const main = useRef<HTMLElement>(null);
  const path = place?.path;
  const isFirst = useRef(true);
  useEffect(() => {
    // Who follows a link begins at the top, as on a new page; the first view has the focus where the browser puts it, and a
    // part that the address names may have it already.
    const hasFocus = main.current?.contains(document.activeElement) ?? false;
    if (!isFirst.current && !hasFocus) {
      scrollTo(0, 0);
      main.current?.focus({ preventScroll: true });
    }
    isFirst.current = false;
  }, [path]);
  const Shown = place && views[place.view];
  return (
    <main ref={main} id="main" tabIndex={-1} key={path}>
      {Shown ? (
        <Boundary>
          <Suspense fallback={<p className="waiting" role="status" aria-label={words.loading} />}>
            <Shown ids={place.ids} search={place.search} />
          </Suspense>
        </Boundary>
      ) : (
        <Failure>{words.notThere}</Failure>
      )}
    </main>
  );
}

/** Shows what a view fails with, instead of an empty page. */
class Boundary extends Component<{ readonly children: ReactNode }, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null };
  static getDerivedStateFromError(error: Error) {
    return { error };
  }
  override render() {
    const { error } = this.state;
    return error === null ? this.props.children : <Failure>{error.message}</Failure>;
  }
}
