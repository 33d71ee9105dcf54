import {
  MoreCommentsOfPage,
  PageView,
  RequestPageView,
  type PageTextFragment,
  type PageViewQuery,
  type RequestPageViewQuery,
} from '../../__generated__/page.ts';
import { Read } from '../../client/read.tsx';
import { at } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { List } from '../../parts/list.tsx';
import { Moment } from '../../parts/moment.tsx';
import { PageTree } from '../../parts/pages.tsx';
import { Rich } from '../../parts/rich.tsx';
import { named, wayInto } from '../../parts/spaces.tsx';
import { Offer } from '../../parts/templates.tsx';
import { Discussion } from '../../parts/threads.tsx';
import { Head } from '../../parts/title.tsx';
import { words } from '../../words/words.ts';
import { Edit } from './edit-button.tsx';
import { Freshness } from './freshness.tsx';

type Space = NonNullable<PageViewQuery['space'] | RequestPageViewQuery['space']>;
type Request = NonNullable<NonNullable<RequestPageViewQuery['space']>['changeRequest']>;

/** A page as it is, or as a change request would have it. */
export function View({ ids: { spaceId = '', pageId = '', changeRequestId } }: ViewProps) {
  const isNews = (one: { readonly spaceId: string | null }) => one.spaceId === spaceId;
  if (changeRequestId === undefined)
    return (
      <Read
        query={PageView}
        variables={{ spaceId, pageId }}
        of={({ space }) => space?.content.page && space}
        isNews={isNews}
      >
        {(space) => (
          <>
            <PageOf space={space} page={space.content.page} request={null} />
            <Freshness
              organizationId={space.organizationId}
              spaceId={spaceId}
              pageId={pageId}
              freshness={space.content.page?.freshness ?? null}
              mayEdit={space.permissions.edit}
            />
            {space.permissions.edit && (
              <Offer organizationId={space.organizationId} spaceId={spaceId} pageId={pageId} />
            )}
            <Discussion
              comments={space.comments}
              paged={{
                query: MoreCommentsOfPage,
                variables: { spaceId, pageId },
                pick: (data) => data.space?.comments,
              }}
              place={space.permissions.comment ? { spaceId, requestId: null, pageId } : null}
            />
          </>
        )}
      </Read>
    );
  return (
    <Read
      query={RequestPageView}
      variables={{ spaceId, pageId, changeRequestId }}
      of={({ space }) => space?.changeRequest?.content.page && space}
      isNews={isNews}
    >
      {(space) => (
        <PageOf space={space} page={space.changeRequest?.content.page ?? null} request={space.changeRequest} />
      )}
    </Read>
  );
}

interface PageProps {
  readonly space: Space;
  readonly page: PageTextFragment | null;
  readonly request: Request | null;
}

function PageOf({ space, page, request }: PageProps) {
  if (page === null) return null;
  const way = [
    ...wayInto(space),
    request && {
      title: `#${request.number} ${request.subject || words.noSubject}`,
      href: at('spaces', space.id, 'change-requests', request.id),
    },
  ];
  const addressOf = (id: string) =>
    request ? at('spaces', space.id, 'change-requests', request.id, 'pages', id) : at('spaces', space.id, 'pages', id);
  return (
    <article className="page">
      <Head title={named(page)} organizationId={space.organizationId} way={way}>
        {page.description && <p className="lead">{page.description}</p>}
        <p className="quiet">
          {page.path && <code>/{page.path}</code>} <Moment at={page.updatedAt} />
        </p>
        {space.permissions.edit && !request?.pullRequestUrl && (
          <Edit spaceId={space.id} page={page} requestId={request?.id ?? null} />
        )}
      </Head>
      <Rich html={page.body?.html} />
      <List title={words.pagesBelow}>
        {page.pages.length === 0
          ? []
          : [<PageTree key="tree" pages={page.pages} parentId={page.pageId} addressOf={addressOf} />]}
      </List>
    </article>
  );
}
