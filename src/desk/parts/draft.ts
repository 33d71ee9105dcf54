import { useState } from 'react';

const prefix = 'octavo:draft:';

/** Forgets what was written and not sent, for whoever uses the browser next. */
export function forgetDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
}

/**
 * What somebody writes, which outlives a closed tab and a lost network until it is sent or they sign out. It begins with the text
 * `before`, and to set that again forgets it.
 */
export function useDraft(name: string, before = ''): readonly [string, (text: string) => void] {
  const key = prefix + name;
  const [kept, setKept] = useState(() => localStorage.getItem(key));
  const keep = (next: string) => {
    setKept(next === before ? null : next);
    if (next === before) localStorage.removeItem(key);
    else localStorage.setItem(key, next);
  };
  return [kept ?? before, keep];
}
