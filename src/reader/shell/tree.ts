import { attributes, html, noHtml, type Safe } from '../../lib/html.ts';
import { listAncestors } from '../../domain/publishing/published-pages/find-page.ts';
import { publishedPageUrl } from '../../domain/publishing/published-pages/place.ts';
import type { ShownPage } from '../../domain/publishing/published-pages/shown.ts';
import { pathIn } from '../../domain/publishing/published-pages/targets.ts';
import { fillWord } from '../../text/words/words.ts';
import type { Frame } from './frame.ts';
import { linkTo } from './site-links.ts';

/** Maximum number of links of the tree. In larger trees only the branch of the page is open. */
const maxLinks = 300;

interface Branch {
  /** Ids of the page and of the pages above it. */
  readonly open: ReadonlySet<string>;
  /** Whether pages below those that are not open are left out. */
  readonly isFolded: boolean;
  links: number;
}

/** The tree of the pages of a space: whole up to 300 links; above that its top, the open branch and its siblings. */
export function renderTree(frame: Frame): Safe {
  const { place, page } = frame;
  const above = page ? listAncestors(place, page).map(({ id }) => id) : [];
  const branch: Branch = {
    open: new Set(page ? [...above, page.id] : []),
    isFolded: place.pages.size > maxLinks,
    links: 0,
  };
  return renderLevel(frame, place.tree, branch);
}

function renderLevel(frame: Frame, level: readonly ShownPage[], branch: Branch): Safe {
  const shown = around(
    level.filter(({ hidden, id }) => !hidden || branch.open.has(id)),
    branch,
  );
  return html`<ul>${shown.map((page) => renderPage(frame, page, branch))}</ul>`;
}

/** The pages of a level, at most as many as may be linked, around the open one. */
function around(level: readonly ShownPage[], branch: Branch): readonly ShownPage[] {
  const room = Math.max(1, maxLinks - branch.links);
  if (level.length <= room) return level;
  const at = Math.max(
    0,
    level.findIndex(({ id }) => branch.open.has(id)),
  );
  const start = Math.min(Math.max(0, at - Math.floor(room / 2)), level.length - room);
  return level.slice(start, start + room);
}

function renderPage(frame: Frame, page: ShownPage, branch: Branch): Safe {
  branch.links += 1;
  const below = (page.pages ?? []).filter(({ hidden }) => !hidden);
  const isOpen = branch.open.has(page.id);
  const isShown = below.length > 0 && (page.type === 'group' || isOpen || !branch.isFolded) && branch.links < maxLinks;
  const label = html`${renderIcon(frame, page)}<span>${page.title}</span>`;
  if (page.type === 'group')
    return html`<li class="group"><p>${label}</p>${isShown ? renderLevel(frame, below, branch) : noHtml}</li>`;
  const href = findHref(frame, page);
  const current = page.id === frame.page?.id ? 'page' : null;
  const link =
    href === null
      ? html`<p>${label}</p>`
      : html`<a${attributes({ ...linkTo(frame, href), 'aria-current': current })}>${label}</a>`;
  if (below.length === 0) return html`<li>${link}</li>`;
  if (!isShown) return html`<li class="folder">${link}</li>`;
  const name = fillWord(frame.words.pagesBelow, { title: page.title });
  return html`<li class="folder">${link}<details${isOpen ? html` open` : noHtml}><summary aria-label="${name}"></summary>${renderLevel(frame, below, branch)}</details></li>`;
}

function findHref({ place, hrefs }: Frame, page: ShownPage): string | null {
  if (page.type === 'link') return hrefs.get(page.id) ?? null;
  const url = publishedPageUrl(place, page);
  return url === null ? null : pathIn(url);
}

const renderIcon = ({ findIcon }: Frame, { emoji, icon }: ShownPage): Safe => {
  if (emoji !== null) return html`<span class="emoji" aria-hidden="true">${emoji}</span>`;
  const drawing = icon === null ? null : findIcon(icon);
  return drawing ?? noHtml;
};
