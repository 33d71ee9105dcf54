import { ChangeRequestView } from '../../__generated__/change-request.ts';
import { Read } from '../../client/read.tsx';
import { at } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Entry, List } from '../../parts/list.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Status } from '../../parts/requests.tsx';
import { Rich } from '../../parts/rich.tsx';
import { wayInto } from '../../parts/spaces.tsx';
import { Head } from '../../parts/title.tsx';
import { words, wordOf } from '../../words/words.ts';

/** A change request: what it is for and what it changes. */
export const View = ({ ids: { spaceId = '', changeRequestId: id = '' } }: ViewProps) => (
  <Read
    query={ChangeRequestView}
    variables={{ spaceId, id }}
    of={({ space }) => space?.changeRequest && { space, request: space.changeRequest }}
    isNews={(one) => one.spaceId === spaceId}
  >
    {({ space, request }) => (
      <>
        <Head
          title={request.subject || words.noSubject}
          kind={`#${request.number}`}
          organizationId={space.organizationId}
          way={wayInto(space)}
        >
          <p className="quiet">
            <Status of={request.status} /> {request.createdBy?.displayName ?? words.somebody} ·{' '}
            <Moment at={request.createdAt} />
          </p>
        </Head>
        <Rich html={request.descriptionHtml} />
        <List title={words.changes} empty={words.noChanges} hasMore={request.changes.more > 0}>
          {request.changes.items.map(({ type, subjectId, title }) => (
            <Entry
              key={type + subjectId}
              href={at('spaces', space.id, 'change-requests', request.id, 'pages', subjectId)}
              title={title}
            >
              {wordOf('change', type)}
            </Entry>
          ))}
        </List>
      </>
    )}
  </Read>
);
