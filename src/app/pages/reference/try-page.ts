import { html, jsonBlock } from '../../../lib/html.ts';
import { layout } from '../layout.ts';

/** Returns the page that sends requests as HTML, to be sent with `scriptedHeaders`. `basePath` is `''` or `/prefix`. */
export function tryPage({ basePath }: { basePath: string }): string {
  const documentUrl = `${basePath}/v1/openapi.json`;
  return layout({
    basePath,
    title: 'Send requests · Octavo',
    current: 'reference',
    styles: ['try-page.css'],
    scripts: ['scalar.js', 'try-page.js'],
    body: html`<p class="notice" id="notice" role="alert" hidden></p>
      <noscript
        ><p class="notice">
          This page needs JavaScript. The <a href="${basePath}/docs">reference</a> does not.
        </p></noscript
      >
      <div id="reference"></div>
      ${jsonBlock('settings', { documentUrl, basePath })}`,
  });
}
