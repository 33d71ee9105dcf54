// Adds to a page that is shown: copying of code, the heading that is read, the end of an announcement.
import { addCopying } from './copying.js';
import { all, make } from './elements.js';
import { keep } from './kept.js';
const root = document.documentElement;
const decode = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const followReading = () => {
  const links = new Map(all('.outline a').map((link) => [decode(link.hash.slice(1)), link]));
  if (links.size === 0) return;
  const headings = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  const mark = () => {
    const at = headings.findLast((heading) => heading.getBoundingClientRect().top < 140) ?? headings[0];
    for (const [id, link] of links) link.ariaCurrent = id === at?.id ? 'location' : null;
  };
  let isDue = false;
  addEventListener(
    'scroll',
    () => {
      if (isDue) return;
      isDue = true;
      requestAnimationFrame(() => {
        isDue = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
};

const addDismissal = () => {
  const { announcement } = root.dataset;
  const box = document.querySelector('.announcement');
  if (!box || !announcement) return;
  const button = make('button', {
    type: 'button',
    className: 'dismiss',
    textContent: '×',
    ariaLabel: document.body.dataset.close,
  });
  button.addEventListener('click', () => {
    keep('announcement', announcement);
    root.toggleAttribute('data-dismissed', true);
  });
  box.append(button);
};

for (const part of [
  () => all('figure.code:not([data-session], [data-after])').forEach((block) => addCopying(block)),
  followReading,
  addDismissal,
])
  try {
    part();
  } catch (error) {
    reportError(error);
  }
