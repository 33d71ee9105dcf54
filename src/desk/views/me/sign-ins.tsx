import { EndSession, MoreSessions, RemovePasskey, type MeQuery } from '../../__generated__/me.ts';
import { basePath } from '../../client/settings.ts';
import { Action } from '../../parts/action.tsx';
import { List, PagedList, Row } from '../../parts/list.tsx';
import { Moment } from '../../parts/moment.tsx';
import { fill, words } from '../../words/words.ts';

/** Where the person is signed in, and by which passkeys they can sign in. */
export function SignIns({ viewer: { sessions, passkeys } }: { readonly viewer: MeQuery['viewer'] }) {
  return (
    <>
      <PagedList
        title={words.sessions}
        empty={words.noSessions}
        of={sessions}
        query={MoreSessions}
        variables={{}}
        pick={(data) => data.viewer.sessions}
        each={({ sessionId, isCurrent, browser, system, address, createdAt, lastUsedAt }) => (
          <Row
            key={sessionId}
            title={[browser, system].filter(Boolean).join(' · ') || words.unknownDevice}
            about={
              <>
                {address && <>{address} · </>}
                {isCurrent ? (
                  words.thisSession
                ) : (
                  <>
                    {words.lastUsed} <Moment at={lastUsedAt ?? createdAt} />
                  </>
                )}
              </>
            }
          >
            {!isCurrent && (
              <Action className="plain" onAct={(send) => send(EndSession, { id: sessionId })}>
                {words.endSession}
              </Action>
            )}
          </Row>
        )}
      />
      <List
        title={words.passkeys}
        empty={words.noPasskeys}
        action={
          <a className="button small" href={`${basePath}/login?${new URLSearchParams({ page: location.pathname })}`}>
            {words.signInAgain}
          </a>
        }
      >
        {passkeys.edges.map(({ node: { id, name, createdAt, lastUsedAt } }) => (
          <Row
            key={id}
            title={name}
            about={
              <>
                {words.created} <Moment at={createdAt} />
                {lastUsedAt && (
                  <>
                    {' '}
                    · {words.lastUsed} <Moment at={lastUsedAt} />
                  </>
                )}
              </>
            }
          >
            <Action
              className="plain"
              label={fill(words.removeName, { name })}
              confirm={{ title: fill(words.removePasskeyTitle, { name }), text: words.removePasskeyText }}
              onAct={(send) => send(RemovePasskey, { id })}
            >
              {words.remove}
            </Action>
          </Row>
        ))}
      </List>
    </>
  );
}
