import { useSyncExternalStore } from 'react';
import { forgetDrafts } from '../parts/draft.ts';
import { tokenKey } from './kept-token.ts';
import { basePath } from './settings.ts';

const askMs = 150;

type Message = { readonly kind: 'ask' } | { readonly kind: 'tell'; readonly token: string } | { readonly kind: 'out' };

/** Between the tabs of this server: a new one asks for the token of an open one, and all forget it when one signs out. */
const tabs = new BroadcastChannel('octavo:desk');
const listeners = new Set<() => void>();

export const readToken = (): string | null => sessionStorage.getItem(tokenKey);

/** Keeps the token of somebody who has signed in, or forgets it. */
export function keepToken(token: string | null): void {
  if (token === null) sessionStorage.removeItem(tokenKey);
  else sessionStorage.setItem(tokenKey, token);
  for (const listener of listeners) listener();
}

const tell = (message: Message) => tabs.postMessage(message);

tabs.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  const token = readToken();
  if (data.kind === 'ask' && token !== null) tell({ kind: 'tell', token });
  if (data.kind === 'tell' && token === null) keepToken(data.token);
  if (data.kind === 'out') keepToken(null);
});

/** Waits for the token of another tab, as long as one may take to answer. At once where this tab has one. */
export const askOtherTabs = (): Promise<void> =>
  new Promise((resolve) => {
    if (readToken() !== null) return resolve();
    const done = () => {
      listeners.delete(done);
      resolve();
    };
    listeners.add(done);
    tell({ kind: 'ask' });
    setTimeout(done, askMs);
  });

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The token of this tab; null for nobody. */
export const useToken = (): string | null => useSyncExternalStore(subscribe, readToken);

/** Ends the session at the server and in all tabs. A token that is no session stays valid, and only the tabs forget it. */
export async function signOut(sessionId: string | null): Promise<void> {
  const token = readToken();
  tell({ kind: 'out' });
  keepToken(null);
  forgetDrafts();
  if (token === null || sessionId === null) return;
  await fetch(`${basePath}/v1/sessions/${encodeURIComponent(sessionId)}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  }).catch(() => undefined);
}
