import { hash } from 'node:crypto';
import { html } from '../lib/html.ts';

/** An emoji as an image, with the name of its file, which changes with it. */
export function makeEmojiIcon(emoji: string): { readonly svg: string; readonly fileName: string } {
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text x="50" y="54" font-size="84" text-anchor="middle" dominant-baseline="central">${emoji}</text></svg>`;
  return { svg: svg.html, fileName: `favicon.${hash('sha256', emoji, 'hex').slice(0, 12)}.svg` };
}
