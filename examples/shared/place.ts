import { useSyncExternalStore } from 'react';

type Kind = 'organization' | 'space' | 'change-request';

/** What the dashboard shows: an object with its id, or null for the list of organizations. */
export interface Place {
  readonly kind: Kind;
  readonly id: string;
}

const kinds: readonly string[] = ['organization', 'space', 'change-request'] satisfies Kind[];

const isKind = (word: string | undefined): word is Kind => kinds.includes(word ?? '');

/** The link to a place. */
export const hrefOf = (kind: Kind, id: string): string => `#/${kind}/${id}`;

/** The place in the fragment of the address, so that each has an address and the browser leads back. */
export function usePlace(): Place | null {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  const [, kind, id] = hash.split('/');
  return isKind(kind) && id ? { kind, id } : null;
}

function subscribe(onChange: () => void) {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}
