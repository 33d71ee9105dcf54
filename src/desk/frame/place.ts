import { useSyncExternalStore } from 'react';
import { basePath } from '../client/settings.ts';
import { paths } from '../paths.ts';

type ViewName = (typeof paths)[keyof typeof paths];

/** What an address of the desk shows. */
export interface Place {
  readonly view: ViewName;
  readonly ids: Readonly<Record<string, string>>;
  readonly search: string;
  /** The address below the base path, which is another one for another place. */
  readonly path: string;
}

const patterns = Object.entries(paths).map(([path, view]) => ({
  view,
  pattern: new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`),
}));

/** The place of an address of this server; null when it is none of the desk. */
export function findPlace({ pathname, search }: { readonly pathname: string; readonly search: string }): Place | null {
  if (!pathname.startsWith(basePath)) return null;
  const below = pathname.slice(basePath.length);
  const path = below === '/' || below === '' ? '/app' : below;
  for (const { view, pattern } of patterns) {
    const match = pattern.exec(path);
    if (match === null) continue;
    const ids = Object.fromEntries(
      Object.entries(match.groups ?? {}).map(([key, id]) => [key, decodeURIComponent(id)]),
    );
    return { view, ids, search, path };
  }
  return null;
}

const listeners = new Set<() => void>();
let visits = 0;
const changed = () => {
  visits += 1;
  for (const listener of listeners) listener();
};
addEventListener('popstate', changed);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The address that is shown. */
export const useAddress = (): string => useSyncExternalStore(subscribe, () => location.pathname + location.search);

/** What the address names after its `#`. */
export const useFragment = (): string => useSyncExternalStore(subscribe, () => location.hash.slice(1));

/** How many addresses were visited before, of which one may be the same as another. */
export const useVisit = (): number => useSyncExternalStore(subscribe, () => visits);

/** Shows another address of the desk, as a link does. */
export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  changed();
}

/** Lets links to places of the desk show them without loading the page again, also those in the texts of pages. */
export function followLinks(): void {
  document.addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = (event.target as Element | null)?.closest('a[href]');
    if (!(link instanceof HTMLAnchorElement) || link.target !== '' || link.hasAttribute('download')) return;
    if (link.origin !== location.origin || findPlace(link) === null) return;
    // The browser itself goes to another part of the same address.
    if (link.hash !== '' && link.pathname === location.pathname && link.search === location.search) return;
    event.preventDefault();
    go(link.href);
  });
}

/** An address of the desk, of parts of its path. */
export const at = (...parts: readonly string[]): string => `${basePath}/${parts.map(encodeURIComponent).join('/')}`;
