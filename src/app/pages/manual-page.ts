import type { Manual, ManualEntry, ManualPage } from '../../domain/operations/manual/manual.ts';
import type { ManualHit } from '../../domain/operations/manual/search-manual.ts';
import { html, trustedHtml, type Safe } from '../../lib/html.ts';
import { layout } from './layout.ts';

/** Maximum length of the search query, in characters. */
export const maxQueryLength = 200;

interface Shell {
  readonly basePath: string;
  readonly manual: Manual;
}

interface Content {
  readonly title: string;
  /** The page that is shown; absent for search results. */
  readonly page?: ManualPage;
  /** Content of the search field. */
  readonly query?: string;
  readonly parts: readonly Safe[];
}

/** Returns a page of the manual as HTML, with the table of contents and links to the previous and the next page. */
export function manualPage({ basePath, manual }: Shell, page: ManualPage): string {
  const at = manual.pages.indexOf(page);
  const near = (other: ManualPage | undefined, label: string, rel: string) =>
    other
      ? html`<a rel="${rel}" href="${basePath}/manual${other.path}"><span>${label}</span>${other.title}</a>`
      : html`<span></span>`;
  const parts = [
    html`<h1 id="${page.anchor}">${page.title}</h1>`,
    trustedHtml(page.html),
    html`<nav class="near" aria-label="Previous and next page">
      ${near(manual.pages[at - 1], 'Previous', 'prev')}${near(manual.pages[at + 1], 'Next', 'next')}
    </nav>`,
  ];
  return manualShell({ basePath, manual }, { title: page.title, page, parts });
}

/** Returns the search results as HTML. */
export function manualResults({ basePath, manual }: Shell, query: string, hits: readonly ManualHit[]): string {
  const count = hits.length === 1 ? '1 page' : `${hits.length} pages`;
  const heading = html`<h1>Search</h1>
    <p>${hits.length === 0 ? 'No page contains' : `${count} for`} <q>${query}</q></p>`;
  const link = (path: string, title: string) => html`<a href="${basePath}/manual${path}">${title}</a>`;
  const found = hits.map(
    ({ page, sections }) =>
      html`<section class="hit">
        <h2>${link(page.path, page.title)} <small>${page.path}</small></h2>
        ${sections.map(
          ({ title, anchor, excerpt }) =>
            html`<p>
              ${link(anchor === null ? page.path : `${page.path}#${anchor}`, title || page.title)}
              <span>${trustedHtml(excerpt)}</span>
            </p>`,
        )}
      </section>`,
  );
  return manualShell({ basePath, manual }, { title: `Search: ${query}`, query, parts: [heading, ...found] });
}

/** Returns the page for an unknown address below `/manual` as HTML. */
export const manualMissing = (shell: Shell): string =>
  manualShell(shell, {
    title: 'Page not found',
    parts: [
      html`<h1>Page not found</h1>
        <p>The manual has no page at this address. The table of contents lists all pages.</p>`,
    ],
  });

function manualShell({ basePath, manual }: Shell, { title, page, query = '', parts }: Content): string {
  return layout({
    basePath,
    title: `${title} · Octavo`,
    current: 'manual',
    styles: ['manual-page.css'],
    scripts: [],
    body: html`<div class="manual">
      <aside>
        <form role="search" action="${basePath}/manual">
          <label for="query">Search the manual</label>
          <input
            id="query"
            type="search"
            name="query"
            value="${query}"
            maxlength="${String(maxQueryLength)}"
            required
          />
          <button type="submit">Search</button>
        </form>
        <input type="checkbox" id="unfold" class="unfold" />
        <label for="unfold" class="unfold-label">Contents</label>
        <nav class="contents" aria-label="Contents">${entriesHtml(manual.contents, basePath, page)}</nav>
      </aside>
      <main>${parts}</main>
    </div>`,
  });
}

function entriesHtml(entries: readonly ManualEntry[], basePath: string, current: ManualPage | undefined): Safe {
  const items = entries.map(({ title, path, children }) => {
    const link =
      path === null
        ? html`<strong>${title}</strong>`
        : html`<a href="${basePath}/manual${path}" ${here(path === current?.path)}>${title}</a>`;
    return html`<li>${link}${children.length > 0 ? entriesHtml(children, basePath, current) : ''}</li>`;
  });
  return html`<ul>
    ${items}
  </ul>`;
}

const here = (isCurrent: boolean) => (isCurrent ? html`aria-current="page"` : html``);
