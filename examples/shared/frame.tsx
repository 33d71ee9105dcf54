import './style.css';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Failures } from './failures.tsx';
import { usePlace, type Place } from './place.ts';
import { endSession, useSession, type Session } from './session.ts';
import { SignIn } from './sign-in.tsx';

interface OfSession {
  readonly session: Session;
  readonly children: ReactNode;
}

interface OfObject {
  readonly id: string;
}

/** What a dashboard consists of: the client of a session, and a view of each kind of place. */
export interface Views {
  readonly Client: (props: OfSession) => ReactNode;
  readonly Organizations: () => ReactNode;
  readonly Spaces: (props: OfObject) => ReactNode;
  readonly ChangeRequests: (props: OfObject) => ReactNode;
  readonly ChangeRequest: (props: OfObject) => ReactNode;
}

/** Starts a dashboard: the sign-in, and behind it its views. */
export function start(name: string, views: Views): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element with the id root');
  createRoot(root).render(<Frame name={name} views={views} />);
}

function Frame({ name, views }: { readonly name: string; readonly views: Views }) {
  const [session, keep] = useSession();
  const place = usePlace();
  return (
    <>
      <header>
        <a href="#/">{name}</a>
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
          <views.Client session={session}>
            {/* Another place begins without the failure and the pages of this one. */}
            <Failures key={place?.id}>
              <View views={views} place={place} />
            </Failures>
          </views.Client>
        ) : (
          <SignIn onSignIn={keep} />
        )}
      </main>
    </>
  );
}

function View({ views, place }: { readonly views: Views; readonly place: Place | null }) {
  switch (place?.kind) {
    case undefined:
      return <views.Organizations />;
    case 'organization':
      return <views.Spaces id={place.id} />;
    case 'space':
      return <views.ChangeRequests id={place.id} />;
    case 'change-request':
      return <views.ChangeRequest id={place.id} />;
  }
}
