import { SpaceView, StartRequest, type SpaceViewQuery } from '../../__generated__/space.ts';
import { useChange } from '../../client/change.ts';
import { Read } from '../../client/read.tsx';
import { at, go } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Entry, List } from '../../parts/list.tsx';
import { Moment } from '../../parts/moment.tsx';
import { PageTree } from '../../parts/pages.tsx';
import { Requests } from '../../parts/requests.tsx';
import { named, wayTo } from '../../parts/spaces.tsx';
import { Head } from '../../parts/title.tsx';
import { words } from '../../words/words.ts';

type Space = NonNullable<SpaceViewQuery['space']>;

/** A space: its pages, its change requests, and where readers see it. */
export const View = ({ ids: { spaceId: id = '' } }: ViewProps) => (
  <Read query={SpaceView} variables={{ id }} of={({ space }) => space} isNews={({ spaceId }) => spaceId === id}>
    {(space) => (
      <>
        <Head title={named(space)} kind={words.space} organizationId={space.organizationId} way={wayTo(space)}>
          <NewRequest space={space} />
        </Head>
        <div className="columns">
          <section className="list">
            <h2>{words.pages}</h2>
            {space.content.allPages.length === 0 && <p className="quiet">{words.noPages}</p>}
            <PageTree
              pages={space.content.allPages}
              parentId={null}
              addressOf={(page) => at('spaces', id, 'pages', page)}
            />
          </section>
          <div>
            <Requests title={words.openChangeRequests} empty={words.noOpenRequests} of={space.changeRequests} />
            <Requests title={words.drafts} of={space.drafts} />
            <Requests title={words.lastMerged} of={space.merged} />
            <Shown space={space} />
            <List title={words.history}>
              {space.revisions.edges.map(({ node: { id: key, revisionId, createdAt, createdBy } }) => (
                <Entry key={key} href={at('spaces', id, 'revisions', revisionId)} title={<Moment at={createdAt} />}>
                  {createdBy?.displayName ?? words.somebody}
                </Entry>
              ))}
            </List>
          </div>
        </div>
      </>
    )}
  </Read>
);

/** Begins a change request, where the person may edit. */
function NewRequest({ space }: { readonly space: Space }) {
  const { isBusy, refusal, send } = useChange();
  if (!space.permissions.edit) return null;
  const start = async () => {
    const data = await send(StartRequest, { spaceId: space.id, subject: null });
    if (data) go(at('spaces', space.id, 'change-requests', data.createChangeRequest.changeRequest.id));
  };
  return (
    <>
      <p className="actions">
        <button type="button" disabled={isBusy} onClick={() => void start()}>
          {words.newRequest}
        </button>
      </p>
      <Failure>{refusal}</Failure>
    </>
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
