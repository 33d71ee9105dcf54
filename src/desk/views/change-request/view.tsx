import { useState } from 'react';
import { ChangeRequestView, MoreComments } from '../../__generated__/change-request.ts';
import { Read } from '../../client/read.tsx';
import { changesAtOnce } from '../../first-reads.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Status } from '../../parts/requests.tsx';
import { Rich } from '../../parts/rich.tsx';
import { wayInto } from '../../parts/spaces.tsx';
import { Discussion } from '../../parts/threads.tsx';
import { Head } from '../../parts/title.tsx';
import { fill, words } from '../../words/words.ts';
import { Changes } from './changes.tsx';
import { Conflicts } from './conflicts.tsx';
import { Decisions } from './decisions.tsx';
import { asShown, type Facts } from './facts.ts';
import { Previews } from './previews.tsx';

/** A change request: what it changes, what is said about it, and what can be decided. */
export function View({ ids: { spaceId = '', changeRequestId: id = '' } }: ViewProps) {
  const [limit, setLimit] = useState(changesAtOnce);
  return (
    <Read
      query={ChangeRequestView}
      variables={{ spaceId, id, limit }}
      of={({ space, viewer }) =>
        space?.changeRequest ? { space, request: space.changeRequest, viewerId: viewer.id } : null
      }
      isNews={(one) => one.spaceId === spaceId && (one.changeRequestId === null || isSame(one.changeRequestId, id))}
    >
      {(facts) => <ChangeRequest {...asShown(facts)} onMore={() => setLimit(limit + changesAtOnce)} />}
    </Read>
  );
}

/** Whether an event is about the change request of an address, which may name it by its number. */
const isSame = (eventId: string, addressed: string) => eventId === addressed || /^\d+$/.test(addressed);

function ChangeRequest({ onMore, ...facts }: Facts & { readonly onMore: () => void }) {
  const { space, request } = facts;
  const changed = new Set(request.changes.items.map(({ subjectId }) => subjectId));
  return (
    <>
      <Head
        title={request.subject || words.noSubject}
        kind={`#${request.number}`}
        organizationId={space.organizationId}
        way={wayInto(space)}
      >
        <p className="quiet">
          <Status of={request.status} />{' '}
          {request.mergedAt ? (
            <>
              {fill(words.mergedBy, { name: request.mergedBy?.displayName ?? words.somebody })} ·{' '}
              <Moment at={request.mergedAt} />
            </>
          ) : (
            <>
              {request.createdBy?.displayName ?? words.somebody} · <Moment at={request.createdAt} />
            </>
          )}
        </p>
        <Previews {...facts} />
      </Head>
      <div className="columns review">
        <div>
          <Rich html={request.descriptionHtml} />
          <Conflicts {...facts} />
          <Changes {...facts} onMore={onMore} />
          <Discussion
            comments={request.comments}
            paged={{
              query: MoreComments,
              variables: { spaceId: space.id, id: request.id },
              pick: (data) => data.space?.changeRequest?.comments,
            }}
            place={space.permissions.comment ? { spaceId: space.id, requestId: request.id, pageId: null } : null}
            isHere={({ target }) => !changed.has(target.page?.pageId ?? '')}
          />
        </div>
        <aside aria-label={words.decision}>
          <Decisions {...facts} />
        </aside>
      </div>
    </>
  );
}
