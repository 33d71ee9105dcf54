import { useState } from 'react';

/** A server and the token to call it with. */
export interface Session {
  readonly url: string;
  readonly token: string;
  /** The session that a sign-in began, which ends when the person signs out; none where a token was given. */
  readonly id?: string;
}

const key = 'dashboard';

/** Keeps the session of this tab in its storage, which no other tab and no server reads. */
export function useSession(): [Session | null, (session: Session | null) => void] {
  const [session, setSession] = useState<Session | null>(() => JSON.parse(sessionStorage.getItem(key) ?? 'null'));
  const keep = (next: Session | null) => {
    if (next) sessionStorage.setItem(key, JSON.stringify(next));
    else sessionStorage.removeItem(key);
    setSession(next);
  };
  return [session, keep];
}

/** The address of the GraphQL endpoint. */
export const endpointOf = ({ url }: Session): string => new URL('/graphql', url).href;

/** Ends a session at the server, where the tab forgets it. One that has ended already is no failure. */
export async function endSession(session: Session): Promise<void> {
  if (session.id === undefined) return;
  const address = new URL(`/v1/sessions/${session.id}`, session.url);
  await fetch(address, { method: 'DELETE', headers: headersOf(session) }).catch(() => undefined);
}

/** The headers of every request. */
export const headersOf = ({ token }: Session): Record<string, string> => ({ authorization: `Bearer ${token}` });
