import { DueView } from '../../__generated__/due.ts';
import { Read } from '../../client/read.tsx';
import { at } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Entry, PagedList } from '../../parts/list.tsx';
import { Moment } from '../../parts/moment.tsx';
import { OrganizationTop } from '../../parts/organization-top.tsx';
import { named } from '../../parts/spaces.tsx';
import { words } from '../../words/words.ts';

/** The pages whose review date has passed, in what the person may read, the longest due first. */
export const View = ({ ids: { organizationId: id = '' } }: ViewProps) => (
  <Read
    query={DueView}
    variables={{ id, after: null }}
    of={({ organization }) => organization}
    isNews={({ type }) => /^(PAGE|CONTENT)_/.test(type)}
  >
    {(organization) => (
      <>
        <OrganizationTop organization={organization} title={words.due} />
        <PagedList
          title={words.due}
          empty={words.noDue}
          of={organization.duePages}
          query={DueView}
          variables={{ id }}
          pick={(data) => data.organization?.duePages}
          each={({ id: key, spaceId, pageId, reviewAt, owner, page }) => (
            <Entry
              key={key}
              href={at('spaces', spaceId, 'pages', pageId)}
              title={page === null ? words.untitled : named(page)}
            >
              {words.owner}: {owner?.displayName ?? words.noOwner}
              {reviewAt && (
                <>
                  {' '}
                  · {words.dueSince} <Moment at={reviewAt} />
                </>
              )}
            </Entry>
          )}
        />
      </>
    )}
  </Read>
);
