import './style.css';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Failures } from './failures.tsx';
import { placeOf, type Place } from './place.ts';
import { endSession, useSession, type Session } from './session.ts';
import { SignIn } from './sign-in.tsx';

interface OfSession {
  readonly session: Session;
  readonly children: ReactNode;
}

/** What a dashboard consists of: the client of a session, and what it shows at a place. */
export interface Dashboard {
  readonly Client: (props: OfSession) => ReactNode;
  readonly View: (place: Place) => ReactNode;
}

/** Starts a dashboard: the sign-in, and behind it its views. */
export function start(name: string, dashboard: Dashboard): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element with the id root');
  createRoot(root).render(<Frame name={name} {...dashboard} />);
}

function Frame({ name, Client, View }: Dashboard & { readonly name: string }) {
  const [session, keep] = useSession();
  return (
    <>
      <header>
        <a href="/">{name}</a>
        {session && (
          <button
            type="button"
            onClick={() => {
              void endSession(session);
              keep(null);
            }}
          >
            Sign out
          </button>
        )}
      </header>
      <main>
        {session ? (
          <Client session={session}>
            <Failures>
              <View {...placeOf(location.pathname)} />
            </Failures>
          </Client>
        ) : (
          <SignIn onSignIn={keep} />
        )}
      </main>
    </>
  );
}

/** Stands where a link of the server leads to what this dashboard does not show. */
export const NotShown = () => <p>This dashboard has no view of this address.</p>;
