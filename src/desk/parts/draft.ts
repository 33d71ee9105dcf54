import { useState } from 'react';

const prefix = 'octavo:draft:';

/** Forgets what was written and not sent, for whoever uses the browser next. */
export function forgetDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
}

/** What somebody writes, which outlives a closed tab and a lost network until it is sent or they sign out. */
export function useDraft(name: string): readonly [string, (text: string) => void] {
  const key = prefix + name;
  const [text, setText] = useState(() => localStorage.getItem(key) ?? '');
  const keep = (next: string) => {
    setText(next);
    if (next === '') localStorage.removeItem(key);
    else localStorage.setItem(key, next);
  };
  return [text, keep];
}
