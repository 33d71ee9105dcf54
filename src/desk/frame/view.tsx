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
const load = (module: () => Promise<Module>) => lazy(async () => ({ default: (await module()).View }));

const views: Readonly<Record<string, ComponentType<ViewProps>>> = {
  home: load(() => import('../views/home/view.tsx')),
  search: load(() => import('../views/search/view.tsx')),
  organization: load(() => import('../views/organization/view.tsx')),
  members: load(() => import('../views/members/view.tsx')),
  member: load(() => import('../views/member/view.tsx')),
  teams: load(() => import('../views/teams/view.tsx')),
  team: load(() => import('../views/team/view.tsx')),
  'organization-settings': load(() => import('../views/organization-settings/view.tsx')),
  me: load(() => import('../views/me/view.tsx')),
  'site-structure': load(() => import('../views/site-structure/view.tsx')),
  'site-customization': load(() => import('../views/site-customization/view.tsx')),
  'site-settings': load(() => import('../views/site-settings/view.tsx')),
  webhooks: load(() => import('../views/webhooks/view.tsx')),
  webhook: load(() => import('../views/webhook/view.tsx')),
  audit: load(() => import('../views/audit/view.tsx')),
  import: load(() => import('../views/import/view.tsx')),
  job: load(() => import('../views/job/view.tsx')),
  trash: load(() => import('../views/trash/view.tsx')),
  integrations: load(() => import('../views/integrations/view.tsx')),
  jobs: load(() => import('../views/jobs/view.tsx')),
  due: load(() => import('../views/due/view.tsx')),
  'site-redirects': load(() => import('../views/site-redirects/view.tsx')),
  'site-visitors': load(() => import('../views/site-visitors/view.tsx')),
  installation: load(() => import('../views/installation/view.tsx')),
  sso: load(() => import('../views/sso/view.tsx')),
  git: load(() => import('../views/git/view.tsx')),
  access: load(() => import('../views/access/view.tsx')),
  'space-settings': load(() => import('../views/space-settings/view.tsx')),
  'collection-settings': load(() => import('../views/collection-settings/view.tsx')),
  collection: load(() => import('../views/collection/view.tsx')),
  site: load(() => import('../views/site/view.tsx')),
  space: load(() => import('../views/space/view.tsx')),
  page: load(() => import('../views/page/view.tsx')),
  'change-request': load(() => import('../views/change-request/view.tsx')),
  contents: load(() => import('../views/contents/view.tsx')),
  edit: load(() => import('../views/edit/view.tsx')),
  revision: load(() => import('../views/revision/view.tsx')),
  specification: load(() => import('../views/specification/view.tsx')),
  integration: load(() => import('../views/integration/view.tsx')),
};

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
