import { html } from '../../lib/html.ts';
import { basePathOf, layout } from './layout.ts';

/** Returns the page for an address that the server does not have, to be sent with `staticHeaders`. */
export function notFoundPage(baseUrl: string): string {
  const basePath = basePathOf(baseUrl);
  return layout({
    basePath,
    title: 'Not found · Octavo',
    current: 'resource',
    styles: ['home.css'],
    scripts: [],
    body: html`<main class="home">
      <h1>Nothing is at this address</h1>
      <p class="lead">Check its spelling, or go on from one of these pages.</p>
      <ul class="doors">
        <li>
          <a href="${basePath}/"><strong>Desk</strong><span>What waits for you, and all spaces</span></a>
        </li>
        <li>
          <a href="${basePath}/manual/"><strong>Manual</strong><span>Everything about Octavo, with search</span></a>
        </li>
        <li>
          <a href="${basePath}/docs"><strong>API reference</strong><span>Every address of the REST API</span></a>
        </li>
      </ul>
    </main>`,
  });
}
