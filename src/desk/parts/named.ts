import { useEffect } from 'react';
import { useVisit } from '../frame/place.ts';

/** The visit whose named part has been found, so that later answers move nobody away from what they read. */
let found = -1;

/**
 * Shows the part of a view that the address names after its `#`, and gives it the focus, once it is there. The browser cannot,
 * because it looks for it before the view has come.
 */
export function useNamedPart(isThere: boolean): void {
  const visit = useVisit();
  useEffect(() => {
    if (!isThere || found === visit || location.hash === '') return;
    const part = partOf(location.hash.slice(1));
    if (part === null) return;
    found = visit;
    for (let around = part.closest('details'); around; around = around.parentElement?.closest('details') ?? null)
      around.open = true;
    for (const former of document.querySelectorAll('.named')) former.classList.remove('named');
    part.classList.add('named');
    part.tabIndex = -1;
    part.focus({ preventScroll: true });
    part.scrollIntoView();
  });
}

/** The element that a fragment names. One that is encoded wrongly names none. */
function partOf(fragment: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(fragment));
  } catch {
    return null;
  }
}
