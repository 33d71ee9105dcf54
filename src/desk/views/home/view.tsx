import {
  Home,
  MarkRead,
  MoreAddressed,
  MoreAsked,
  MoreDue,
  MoreMine,
  MoreNotifications,
  type HomeQuery,
} from '../../__generated__/home.ts';
import { useChange } from '../../client/change.ts';
import { Read } from '../../client/read.tsx';
import { at } from '../../frame/place.ts';
import { DueEntry } from '../../parts/due.tsx';
import { List, PagedList } from '../../parts/list.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Requests } from '../../parts/requests.tsx';
import { SpaceEntry } from '../../parts/spaces.tsx';
import { Head } from '../../parts/title.tsx';
import { count as counted, fill, wordOf, words } from '../../words/words.ts';

type Viewer = HomeQuery['viewer'];
type Notification = Viewer['notifications']['edges'][number]['node'];

/** What waits for the person: reviews that are asked of them, their change requests, what they are notified of. */
export const View = () => (
  <Read
    query={Home}
    variables={{}}
    of={({ viewer }) => viewer}
    isNews={({ type }) => type === 'NOTIFIED' || /^(CHANGE_REQUEST|REVIEW|SPACE|COMMENT|PAGE)_/.test(type)}
  >
    {(viewer) => <Arrived viewer={viewer} />}
  </Read>
);

function Arrived({ viewer }: { readonly viewer: Viewer }) {
  const organizations = viewer.organizations.edges.map(({ node }) => node);
  return (
    <>
      <Head title={words.forYou} />
      <div className="columns">
        <div>
          <Requests
            title={words.askedOfYou}
            id="asked"
            empty={words.nothingAsked}
            of={viewer.asked}
            paged={{ query: MoreAsked, variables: {}, pick: (data) => data.viewer.changeRequests }}
          />
          <Addressed viewer={viewer} />
          <Requests
            title={words.yourRequests}
            id="mine"
            empty={words.noRequestsOfYours}
            of={viewer.mine}
            paged={{ query: MoreMine, variables: {}, pick: (data) => data.viewer.changeRequests }}
          />
          {viewer.duePages && (
            <PagedList
              title={words.yourDue}
              id="due"
              of={viewer.duePages}
              query={MoreDue}
              variables={{}}
              pick={(data) => data.viewer.duePages}
              each={(due) => <DueEntry key={due.id} due={due} />}
            />
          )}
          {organizations.map(({ id, title, spaces }) => (
            <List key={id} title={fill(words.spacesOf, { title })}>
              {spaces.edges.map(({ node }) => (
                <SpaceEntry key={node.id} space={node} />
              ))}
            </List>
          ))}
        </div>
        <Notifications viewer={viewer} />
      </div>
    </>
  );
}

function Notifications({ viewer }: { readonly viewer: Viewer }) {
  const { isBusy, send } = useChange();
  const newest = viewer.notifications.edges[0]?.node.updatedAt;
  const markAll = newest !== undefined && viewer.unreadNotifications > 0 && (
    <button
      type="button"
      className="plain"
      disabled={isBusy}
      onClick={() => void send(MarkRead, { input: { seenAt: newest } })}
    >
      {words.markAllRead}
    </button>
  );
  return (
    <PagedList
      title={words.notifications}
      id="notifications"
      empty={words.noNotifications}
      action={markAll}
      of={viewer.notifications}
      query={MoreNotifications}
      variables={{}}
      pick={(data) => data.viewer.notifications}
      each={(notification) => (
        <NotificationEntry
          key={notification.id}
          notification={notification}
          isBusy={isBusy}
          onRead={() => notification.readAt ?? void send(MarkRead, { input: { ids: [notification.id] } })}
        />
      )}
    />
  );
}

/** What somebody has said to the person: where they are mentioned, and in what they have begun or take part in. */
function Addressed({ viewer }: { readonly viewer: Viewer }) {
  const { isBusy, send } = useChange();
  return (
    <PagedList
      title={words.mentionsAndReplies}
      id="addressed"
      empty={words.noMentions}
      of={viewer.addressed}
      query={MoreAddressed}
      variables={{}}
      pick={(data) => data.viewer.notifications}
      each={(notification) => (
        <NotificationEntry
          key={notification.id}
          notification={notification}
          isBusy={isBusy}
          onRead={() => void send(MarkRead, { input: { ids: [notification.id] } })}
        />
      )}
    />
  );
}

interface NotificationProps {
  readonly notification: Notification;
  readonly isBusy: boolean;
  readonly onRead: () => void;
}

function NotificationEntry({ notification, isBusy, onRead }: NotificationProps) {
  const { type, reason, readAt, updatedAt, actor, subjectTitle, count } = notification;
  return (
    <li className={readAt === null ? 'entry new' : 'entry'}>
      {readAt === null && <span className="dot" role="img" aria-label={words.unread} />}
      <a href={addressOf(notification)} onClick={onRead}>
        {actor?.displayName ?? words.somebody} {wordOf('event', type)}
        {subjectTitle ? `: ${subjectTitle}` : ''}
      </a>
      <p className="quiet">
        {wordOf('reason', reason)}
        {count > 1 && <> · {counted(count, 'times')}</>} · <Moment at={updatedAt} />
        {readAt === null && (
          <>
            {' '}
            <button type="button" className="plain" disabled={isBusy} onClick={onRead}>
              {words.markRead}
            </button>
          </>
        )}
      </p>
    </li>
  );
}

/** Where a notification leads: to the comment, the change request, the page, the space or the organization. */
function addressOf({ type, spaceId, changeRequestId, subjectId, subject, organizationId }: Notification): string {
  if (spaceId === null) return organizationId === null ? at('app') : at('orgs', organizationId);
  const anchor = type.startsWith('COMMENT_') ? `#${subjectId}` : '';
  if (changeRequestId !== null) return at('spaces', spaceId, 'change-requests', changeRequestId) + anchor;
  const comment = subject?.__typename === 'CommentReply' ? subject.comment : subject;
  const commented = comment && 'target' in comment ? comment.target.page?.pageId : null;
  const pageId = commented ?? (subjectId.startsWith('pg_') ? subjectId : null);
  return (pageId === null ? at('spaces', spaceId) : at('spaces', spaceId, 'pages', pageId)) + anchor;
}
