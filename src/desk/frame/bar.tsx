import type { FocusEvent } from 'react';
import { SetLanguage, type FrameQuery } from '../__generated__/frame.ts';
import { useChange } from '../client/change.ts';
import { signOut } from '../client/session.ts';
import { basePath } from '../client/settings.ts';
import { languages, type Language } from '../words/language.ts';
import { fill, language, showIn, words } from '../words/words.ts';
import { Finder } from './finder.tsx';
import { at } from './place.ts';

/** The bar above every view. */
export function Bar({ viewer }: { readonly viewer: FrameQuery['viewer'] | undefined }) {
  const { send } = useChange();
  // It is that of the person on every device. Where the token may not change that, it is that of this browser.
  const choose = (wanted: Language) => {
    void send(SetLanguage, { language: wanted });
    void showIn(wanted);
  };
  const unread = viewer?.unreadNotifications ?? 0;
  const session = viewer?.sessions.edges.find(({ node }) => node.isCurrent)?.node.sessionId ?? null;
  return (
    <header className="bar">
      <a className="skip" href="#main">
        {words.skip}
      </a>
      <a className="brand" href={at('app')}>
        <Logo />
        Octavo
      </a>
      <Finder />
      <a
        className="waits"
        href={`${at('app')}#notifications`}
        aria-label={unread === 0 ? words.notifications : fill(words.unreadCount, { count: unread })}
      >
        <Bell />
        {unread > 0 && <span className="badge">{unread}</span>}
      </a>
      <details className="menu" onBlur={closeOnLeave}>
        <summary>{viewer?.displayName ?? '…'}</summary>
        <ul>
          <li>
            <a href={at('app', 'account')}>{words.account}</a>
          </li>
          <li>
            <a href={`${basePath}/docs`}>{words.reference}</a>
          </li>
          <li>
            <a href={`${basePath}/graphql`}>GraphiQL</a>
          </li>
          <li>
            <a href={`${basePath}/manual/`}>{words.manual}</a>
          </li>
          <li>
            <label>
              {words.languageOfDesk}
              <select value={language} onChange={({ target }) => choose(target.value as Language)}>
                {Object.entries(languages).map(([code, name]) => (
                  <option key={code} value={code} lang={code}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          </li>
          <li>
            <button type="button" className="plain" onClick={() => void signOut(session)}>
              {words.signOut}
            </button>
          </li>
        </ul>
      </details>
    </header>
  );
}

/** Closes the menu when the focus leaves it. */
function closeOnLeave({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) {
  if (!currentTarget.contains(relatedTarget)) currentTarget.open = false;
}

const Logo = () => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4 5.5C6.5 4 9.5 4 12 5.5v14C9.5 18 6.5 18 4 19.5zM20 5.5C17.500 4 14.500 4 12 5.5v14c2.500-1.500 5.500-1.500 8 0z" />
  </svg>
);

const Bell = () => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M6 16V11a6 6 0 0 1 12 0v5l1.500 2h-15zM10 20.500h4" />
  </svg>
);
