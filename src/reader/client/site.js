// Adds to pages that are complete without it: the color scheme, copying of code, tabs, the heading that is read, and a dialog
// for the search.
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
let finder;
const openFinder = (text = '') => {
  finder ??= makeFinder();
  finder.dialog.showModal();
  finder.input.value = text;
  finder.input.focus();
  finder.look();
};
function makeFinder() {
  const list = make('div', { id: '~found', role: 'listbox', ariaLabel: field.ariaLabel });
  const input = make('input', {
    type: 'search',
    role: 'combobox',
    placeholder: field.placeholder,
    ariaLabel: field.ariaLabel,
    ariaExpanded: 'true',
    autocomplete: 'off',
    maxLength: 200,
  });
  input.setAttribute('aria-controls', '~found');
  const dialog = make('dialog', { className: 'finder', ariaLabel: field.ariaLabel }, input, list);
  body.append(dialog);
  const sheet = make('link', { rel: 'stylesheet', href: body.dataset.searchStyle });
  // It takes what is typed while its styles load, and works without them.
  dialog.style.opacity = 0;
  sheet.onload = sheet.onerror = () => (dialog.style.opacity = 1);
  document.head.append(sheet);
  let [at, waiting, request] = [0, 0, null];
  const select = (index) => {
    const items = all('a', list);
    if (items.length === 0) return;
    at = (index + items.length) % items.length;
    items.forEach((item, place) => item.setAttribute('aria-selected', place === at));
    items[at].scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', items[at].id);
  };
  const show = ({ results }) => {
    list.replaceChildren(
      ...results.map(({ title, href, space, section, excerpt }, index) => {
        const where = [space, section].filter(Boolean).join(' · ');
        const words = excerpt.map((part, place) => (place % 2 === 1 ? make('mark', {}, part) : part));
        const item = make(
          'a',
          { id: `~found-${index}`, href, role: 'option', tabIndex: -1 },
          make('b', {}, title),
          where && `${where}: `,
          ...words,
        );
        item.addEventListener('mousemove', () => select(index));
        return item;
      }),
    );
    select(0);
  };
  const look = () => {
    clearTimeout(waiting);
    request?.abort();
    const query = input.value.trim();
    if (query.length < 2) return list.replaceChildren();
    waiting = setTimeout(() => void ask(query), 120);
  };
  const ask = async (query) => {
    request = new AbortController();
    try {
      const answer = await fetch(`${body.dataset.search}?q=${encodeURIComponent(query)}`, {
        headers: { accept: 'application/json' },
        signal: request.signal,
      });
      if (answer.ok) show(await answer.json());
    } catch (error) {
      if (error.name !== 'AbortError') throw error;
    }
  };
  input.addEventListener('input', look);
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      select(at + step);
    }
    // The first Escape would only clear the field.
    if (event.key === 'Escape') {
      event.preventDefault();
      dialog.close();
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      const item = all('a', list)[at];
      location.href = item ? item.href : `${body.dataset.search}?q=${encodeURIComponent(input.value)}`;
    }
  });
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  return { dialog, input, look };
}
if (field) {
  field.addEventListener('focus', () => {
    field.blur();
    openFinder(field.value);
  });
  addEventListener('keydown', (event) => {
    const isTyping = /^(?:input|textarea|select)$/i.test(event.target.tagName);
    const isSlash = event.key === '/' && !isTyping;
    if (!isSlash && !((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k')) return;
    event.preventDefault();
    openFinder();
  });
}
