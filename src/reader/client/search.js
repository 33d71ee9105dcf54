// The dialog for the search, which site.js opens.
import { all, make } from './elements.js';
const { body } = document;

let finder;
let back;
/** Opens the dialog with what is in a field. Its end returns the focus to `where`. */
export function openFinder(field, where) {
  finder ??= makeFinder(field);
  back = where;
  const text = field.value;
  field.value = '';
  field.blur();
  finder.dialog.showModal();
  finder.input.value = text;
  finder.input.focus();
  finder.look();
}
function makeFinder(field) {
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
  const close = make('button', {
    type: 'button',
    className: 'tool close',
    textContent: '×',
    ariaLabel: body.dataset.close,
  });
  const nothing = make('p', { role: 'status' });
  const dialog = make('dialog', { className: 'finder', ariaLabel: field.ariaLabel }, close, input, list, nothing);
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
  const show = ({ results, notes }) => {
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
    nothing.textContent = results.length === 0 ? body.dataset.nothing : notes.join(' ');
    select(0);
  };
  const look = () => {
    clearTimeout(waiting);
    request?.abort();
    const query = input.value.trim();
    if (query.length < 2) {
      nothing.textContent = '';
      return list.replaceChildren();
    }
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
    // They choose among the words of an input method.
    if (event.isComposing || event.keyCode === 229) return;
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
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => back?.focus?.());
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  return { dialog, input, look };
}
