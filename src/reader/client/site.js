// Runs before a page is painted: what the visitor has chosen, and what may not wait. Pages are complete without it. What it adds to
// them comes from more.js once they are shown, and the dialog for the search when somebody wants to search.
import { all } from './elements.js';
import { keep, read, readTitles } from './kept.js';
const root = document.documentElement;

/** Runs parts of which none depends on another. */
const attempt = (...parts) => {
  for (const part of parts)
    try {
      part();
    } catch (error) {
      reportError(error);
    }
};

const showChosen = () => {
  const theme = read('theme');
  if (theme && !('fixed' in root.dataset)) root.dataset.theme = theme;
  const { announcement } = root.dataset;
  root.toggleAttribute('data-dismissed', Boolean(announcement) && read('announcement') === announcement);
};

/** Images follow the scheme that was chosen, but on paper. */
const showImages = () => {
  const { theme } = root.dataset;
  if (theme) for (const source of all('picture > source')) source.media = theme === 'dark' ? 'screen' : 'not all';
};

const startTheme = () => {
  const button = document.querySelector('.theme');
  if (!button) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    const isDark = (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches && 'dark')) === 'dark';
    root.dataset.theme = isDark ? 'light' : 'dark';
    keep('theme', root.dataset.theme);
    showImages();
  });
};

/** Opens the tabs with the titles that were chosen last. */
const openTabs = () => {
  const titles = readTitles();
  if (titles.length === 0) return;
  for (const group of all('.tabs')) {
    const items = all(':scope > details', group);
    const named = titles.map((title) => items.find((item) => item.firstChild.textContent.trim() === title));
    const chosen = named.find(Boolean);
    if (chosen) for (const item of items) item.open = item === chosen;
  }
};

/** The element that the address names, also where its fragment is not encoded as it should be. */
const findTarget = () => {
  const id = location.hash.slice(1);
  try {
    return id && (document.getElementById(id) ?? document.getElementById(decodeURIComponent(id)));
  } catch {
    return null;
  }
};
const openTarget = () => {
  const target = findTarget();
  if (!target) return;
  for (let at = target; at; at = at.parentElement?.closest('details')) if (at.tagName === 'DETAILS') at.open = true;
  target.scrollIntoView();
};

const startSearch = () => {
  const field = document.querySelector('.bar .search input');
  if (!field) return;
  let finder;
  let before = field;
  // The field takes what is typed until the dialog is there, and instead of it where it does not come.
  const open = (back, isSent = false) => {
    field.focus();
    finder ??= import(document.body.dataset.searchScript);
    field.toggleAttribute('data-waits', true);
    finder
      .then(
        ({ openFinder }) => document.activeElement === field && openFinder(field, back),
        () => {
          finder = null;
          if (isSent) field.form.requestSubmit();
        },
      )
      .finally(() => field.toggleAttribute('data-waits', false));
  };
  field.addEventListener('pointerdown', () => (before = document.activeElement));
  field.addEventListener('click', () => open(before));
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    open(field, true);
  });
  addEventListener('keydown', (event) => {
    const isTyping = /^(?:input|textarea|select)$/i.test(event.target.tagName);
    const isSlash = event.key === '/' && !isTyping;
    if (event.isComposing || !(isSlash || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k')))
      return;
    event.preventDefault();
    open(document.activeElement);
  });
};

const loadMore = () => {
  // Without them, a page lacks what it does not need.
  for (const url of document.body.dataset.more?.split(' ') ?? []) import(url).catch(() => {});
};

attempt(showChosen);
// A transition that another one ends is no failure.
addEventListener('pagereveal', ({ viewTransition }) => {
  viewTransition?.ready.catch(() => {});
});
addEventListener('pageswap', ({ viewTransition }) => {
  viewTransition?.finished.catch(() => {});
});
addEventListener('pageshow', ({ persisted }) => persisted && attempt(showChosen, showImages));
addEventListener('hashchange', openTarget);
const start = () =>
  attempt(
    startTheme,
    showImages,
    openTabs,
    () => document.querySelector('.tree [aria-current]')?.scrollIntoView?.({ block: 'nearest' }),
    openTarget,
    startSearch,
  );
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start);
else start();
if (document.readyState === 'complete') loadMore();
else addEventListener('load', loadMore);
