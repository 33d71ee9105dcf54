import { useEffect, useSyncExternalStore } from 'react';

/** The organization of what is shown, which its view tells as soon as it knows it. */
let shown: string | null = null;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The organization of an address that names one, or that of what was shown last. */
export const useOrganization = (named: string | null): string | null =>
  useSyncExternalStore(subscribe, () => named ?? shown);

/** Tells the frame of which organization a view is. */
export function useInOrganization(organizationId: string | null | undefined): void {
  useEffect(() => {
    if (!organizationId || organizationId === shown) return;
    shown = organizationId;
    for (const listener of listeners) listener();
  }, [organizationId]);
}
