import type { AssetName } from './asset-files.ts';
import { assetUrl } from './assets.ts';
import { html, type Safe } from '../../lib/html.ts';

/** The parts of a page that the common layout contains. */
export type PageParts = {
  /** Base path of the service, `''` or `/prefix`. */
  readonly basePath: string;
  readonly title: string;
  readonly current: 'home' | 'graphiql' | 'reference' | 'login' | 'resource';
  readonly styles: readonly AssetName[];
  readonly scripts: readonly AssetName[];
  /** Content of the header bar besides the links. */
  readonly tools?: Safe;
  readonly body: Safe;
};

/** The pages that every page links to. */
export const pageLinks = [
  { key: 'graphiql', path: '/graphql', text: 'GraphiQL' },
  { key: 'reference', path: '/docs', text: 'API reference' },
  { key: 'manual', path: '/manual/', text: 'Manual' },
] as const;

/** Returns the base path of a service, `''` or `/prefix`, from its URL. */
export const basePathOf = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/+$/, '');

/** Returns a complete HTML document with the header bar and the deferred scripts of the page. */
export function layout(parts: PageParts): string {
  const asset = (name: AssetName) => assetUrl(parts.basePath, name);
  const styles = (['pages.css', ...parts.styles] as const).map(
    (name) => html`<link rel="stylesheet" href="${asset(name)}" /> `,
  );
  const scripts = parts.scripts.map((name) => html`<script src="${asset(name)}" defer></script> `);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${parts.title}</title>
        <link rel="icon" type="image/svg+xml" href="${asset('favicon.svg')}" />
        ${styles}${scripts}
      </head>
      <body class="page-${parts.current}">
        ${header(parts)} ${parts.body}
      </body>
    </html> `.html;
}

function header(parts: PageParts): Safe {
  const items = pageLinks.map(({ key, path, text }) =>
    key === parts.current
      ? html`<a href="${parts.basePath + path}" aria-current="page">${text}</a>`
      : html`<a href="${parts.basePath + path}">${text}</a>`,
  );
  return html`<header class="bar">
    <a class="brand" href="${parts.basePath}/"
      ><img src="${assetUrl(parts.basePath, 'favicon.svg')}" alt="" width="22" height="22" />Octavo</a
    >
    <nav>${items}</nav>
    ${parts.tools ?? html``}
  </header>`;
}
