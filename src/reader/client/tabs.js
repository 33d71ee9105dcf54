// Makes a list of tabs of each group. Those with the same title are selected together, here and on the pages that follow.
import { all, make } from './elements.js';
import { keep, readTitles } from './kept.js';

/** Number of titles that are kept. */
const maxTitles = 20;

const keepTitle = (title) =>
  keep('tabs', JSON.stringify([title, ...readTitles().filter((one) => one !== title)].slice(0, maxTitles)));

/** What selects a title in each group that has it. */
const groups = [];

const choose = (tab) => {
  const title = tab.textContent.trim();
  const { top } = tab.getBoundingClientRect();
  for (const select of groups) select(title);
  // The groups above may have become longer.
  scrollBy({ top: tab.getBoundingClientRect().top - top, behavior: 'instant' });
  keepTitle(title);
  tab.focus();
};

const addList = (group, place) => {
  const items = all(':scope > details', group);
  const list = make('div', { role: 'tablist' });
  const tabs = items.map((item, at) => {
    const [summary, panel] = item.children;
    const id = `~tab-${place}-${at}`;
    const tab = make('button', { type: 'button', role: 'tab', id }, ...summary.cloneNode(true).childNodes);
    panel.role = 'tabpanel';
    panel.id ||= `${id}-panel`;
    panel.setAttribute('aria-labelledby', id);
    tab.setAttribute('aria-controls', panel.id);
    if (!panel.querySelector('a, button, input, summary, [tabindex]')) panel.tabIndex = 0;
    summary.hidden = true;
    return tab;
  });
  const mark = () => {
    for (const [at, tab] of tabs.entries()) {
      tab.ariaSelected = items[at].open;
      tab.tabIndex = items[at].open ? 0 : -1;
    }
  };
  groups.push((title) => {
    const at = tabs.findIndex((tab) => tab.textContent.trim() === title);
    if (at === -1) return;
    for (const [one, item] of items.entries()) item.open = one === at;
    mark();
  });
  list.addEventListener('click', ({ target }) => {
    const tab = target.closest('[role=tab]');
    if (tab) choose(tab);
  });
  list.addEventListener('keydown', (event) => {
    const at = tabs.indexOf(event.target.closest('[role=tab]'));
    const forward = getComputedStyle(list).direction === 'rtl' ? -1 : 1;
    const to = { ArrowRight: at + forward, ArrowLeft: at - forward, Home: 0, End: -1 }[event.key];
    if (to === undefined || at === -1) return;
    event.preventDefault();
    choose(tabs.at(to % tabs.length));
  });
  // Searching in the page and addresses open what was closed.
  for (const item of items) item.addEventListener('toggle', mark);
  list.append(...tabs);
  group.prepend(list);
  mark();
};

for (const [place, group] of all('.tabs').entries()) addList(group, place);
