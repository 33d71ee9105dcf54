import {
  MoreCommentsOfSpace,
  MoreRevisions,
  MoreSpaceRequests,
  SpaceView,
  StartRequest,
  type MoreSpaceRequestsQuery,
  type SpaceViewQuery,
} from '../../__generated__/space.ts';
import type { Send } from '../../client/change.ts';
import { Read } from '../../client/read.tsx';
import { at, go } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Action } from '../../parts/action.tsx';
import { Entry, List, PagedList } from '../../parts/list.tsx';
import { Moment } from '../../parts/moment.tsx';
import { PageTree } from '../../parts/pages.tsx';
import { Requests } from '../../parts/requests.tsx';
import { SpaceTop } from '../../parts/space-top.tsx';
import { Discussion } from '../../parts/threads.tsx';
import { words } from '../../words/words.ts';

type Space = NonNullable<SpaceViewQuery['space']>;

/** A space: its pages, its change requests, and where readers see it. */
export const View = ({ ids: { spaceId: id = '' } }: ViewProps) => (
  <Read query={SpaceView} variables={{ id }} of={({ space }) => space} isNews={({ spaceId }) => spaceId === id}>
    {(space) => (
      <>
        <SpaceTop space={space}>
          <NewRequest space={space} />
        </SpaceTop>
        <div className="columns">
          <div>
            <section className="list">
              <h2>{words.pages}</h2>
              {space.content.allPages.length === 0 && <p className="quiet">{words.noPages}</p>}
              <PageTree
                pages={space.content.allPages}
                parentId={null}
                addressOf={(page) => at('spaces', id, 'pages', page)}
              />
            </section>
            <Discussion
              comments={space.comments}
              paged={{ query: MoreCommentsOfSpace, variables: { id }, pick: (data) => data.space?.comments }}
              place={space.permissions.comment ? { spaceId: id, requestId: null, pageId: null } : null}
            />
          </div>
          <div>
            <Requests
              title={words.openChangeRequests}
              empty={words.noOpenRequests}
              of={space.changeRequests}
              paged={requestsOf(id, 'OPEN')}
            />
            <Requests title={words.drafts} of={space.drafts} paged={requestsOf(id, 'DRAFT')} />
            <Requests title={words.lastMerged} of={space.merged} paged={requestsOf(id, 'MERGED')} />
            <Shown space={space} />
            <PagedList
              title={words.history}
              of={space.revisions}
              query={MoreRevisions}
              variables={{ id }}
              pick={(data) => data.space?.revisions}
              each={({ id: key, revisionId, createdAt, createdBy }) => (
                <Entry key={key} href={at('spaces', id, 'revisions', revisionId)} title={<Moment at={createdAt} />}>
                  {createdBy?.displayName ?? words.somebody}
                </Entry>
              )}
            />
          </div>
        </div>
      </>
    )}
  </Read>
);

/** How more change requests of a state are asked for. */
const requestsOf = (id: string, status: 'OPEN' | 'DRAFT' | 'MERGED') => ({
  query: MoreSpaceRequests,
  variables: { id, status: [status] },
  pick: (data: MoreSpaceRequestsQuery) => data.space?.changeRequests,
});

/** Begins a change request, where the person may edit. */
function NewRequest({ space }: { readonly space: Space }) {
  if (!space.permissions.edit) return null;
  const start = async (send: Send) => {
    const data = await send(StartRequest, { spaceId: space.id });
    if (data) go(at('spaces', space.id, 'change-requests', data.createChangeRequest.changeRequest.id));
    return data;
  };
  return (
    <div className="actions">
      <Action onAct={start}>{words.newRequest}</Action>
    </div>
  );
}

/** The sites that show the space. */
function Shown({ space }: { readonly space: Space }) {
  const sites = space.organization?.sites.edges.map(({ node }) => node) ?? [];
  return (
    <List title={words.sites}>
      {sites.map((site) => {
        const shown = site.siteSpaces.edges.find(({ node }) => node.space.id === space.id)?.node;
        return (
          <Entry key={site.id} href={at('orgs', space.organizationId, 'sites', site.id)} title={site.title}>
            {shown?.publishedUrl ? (
              <a href={shown.publishedUrl} target="_blank" rel="noreferrer">
                {words.read}
              </a>
            ) : (
              words.notPublished
            )}
          </Entry>
        );
      })}
    </List>
  );
}
