import { html, jsonBlock } from '../../lib/html.ts';
import { layout } from './layout.ts';

/** Returns the API reference as HTML, to be sent with `scriptedHeaders`. `basePath` is `''` or `/prefix`. */
export function referencePage({ basePath }: { basePath: string }): string {
  const documentUrl = `${basePath}/v1/openapi.json`;
  return layout({
    basePath,
    title: 'API reference · Octavo',
    current: 'reference',
    styles: ['reference-page.css'],
    scripts: ['scalar.js', 'reference-page.js'],
    body: html`<p class="notice" id="notice" role="alert" hidden></p>
      <noscript
        ><p class="notice">
          The API reference needs JavaScript. Its OpenAPI document is at <a href="${documentUrl}">${documentUrl}</a>.
        </p></noscript
      >
      <div id="reference"></div>
      ${jsonBlock('settings', { documentUrl, basePath })}`,
  });
}
