import { html } from '../../lib/html.ts';

/** Drawings of the pages' own buttons, in the color of their text. */
export const icons = {
  search: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M11 11l4 4M12.5 7a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0z" /></svg>`,
  menu: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M1 3.5h14M1 8h14M1 12.5h14" /></svg>`,
  close: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M3 3l10 10M13 3L3 13" /></svg>`,
  theme: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6.2" /><path class="full" d="M8 2a6 6 0 0 1 0 12z" /></svg>`,
  previous: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M10 3L5 8l5 5" /></svg>`,
  next: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M6 3l5 5-5 5" /></svg>`,
} as const;
