// Adds to pages that are complete without it: the color scheme, copying of code, tabs, the heading that is read. The dialog for the
// search comes when somebody wants to search.
const root = document.documentElement;
const { body } = document;
const all = (selector, from = document) => [...from.querySelectorAll(selector)];
const make = (name, members = {}, ...children) => {
  const element = Object.assign(document.createElement(name), members);
  element.append(...children);
  return element;
};

const theme = document.querySelector('.theme');
const chosen = localStorage.getItem('theme');
if (theme) {
  if (chosen) root.dataset.theme = chosen;
  theme.hidden = false;
  theme.addEventListener('click', () => {
    const isDark = root.dataset.theme
      ? root.dataset.theme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = isDark ? 'light' : 'dark';
    localStorage.setItem('theme', root.dataset.theme);
  });
}

for (const block of all('figure.code')) {
  const button = make('button', { type: 'button', className: 'copy', textContent: body.dataset.copy });
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('pre').textContent);
    button.textContent = body.dataset.copied;
    setTimeout(() => (button.textContent = body.dataset.copy), 2000);
  });
  block.append(button);
}

// Tabs with the same title are selected together on the whole page.
const openAlike = (title, but) => {
  for (const item of all('.tabs > details'))
    if (item.parentElement !== but && item.querySelector('summary').textContent.trim() === title) item.open = true;
};
for (const group of all('.tabs'))
  for (const item of all(':scope > details', group))
    item.querySelector('summary').addEventListener('click', (event) => {
      // One is always open.
      if (item.open) event.preventDefault();
      else openAlike(event.currentTarget.textContent.trim(), group);
    });

const openTarget = () => {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let at = target; at; at = at.parentElement?.closest('details')) if (at.tagName === 'DETAILS') at.open = true;
  target.scrollIntoView();
};
addEventListener('hashchange', openTarget);
if (location.hash) openTarget();

document.querySelector('.tree [aria-current]')?.scrollIntoView?.({ block: 'nearest' });

const links = new Map(all('.outline a').map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
if (links.size > 0) {
  const headings = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  const mark = () => {
    const at = headings.findLast((heading) => heading.getBoundingClientRect().top < 140) ?? headings[0];
    for (const [id, link] of links) link.toggleAttribute('aria-current', id === at?.id);
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
}

const field = document.querySelector('.bar .search input');
if (field) {
  let finder;
  // The field takes what is typed until the dialog is there, and instead of it where it does not come.
  field.addEventListener('focus', () => {
    finder ??= import(body.dataset.searchScript);
    field.toggleAttribute('data-waits', true);
    finder
      .then(
        ({ openFinder }) => document.activeElement === field && openFinder(field, all, make),
        () => (finder = null),
      )
      .finally(() => field.toggleAttribute('data-waits', false));
  });
  addEventListener('keydown', (event) => {
    const isTyping = /^(?:input|textarea|select)$/i.test(event.target.tagName);
    const isSlash = event.key === '/' && !isTyping;
    if (!isSlash && !((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k')) return;
    event.preventDefault();
    field.focus();
  });
}
