import { html } from '../../lib/html.ts';
import { basePathOf, layout } from './layout.ts';

/** Returns the page that ends the digests of somebody, or says that it has, as HTML. Its form posts to its own address. */
export const unsubscribePage = (baseUrl: string, isDone: boolean): string =>
  layout({
    basePath: basePathOf(baseUrl),
    title: 'Mails · Octavo',
    current: 'login',
    styles: ['login-page.css'],
    scripts: [],
    body: isDone
      ? html`<main class="login">
          <h1>No more mails</h1>
          <p class="hint">Your notifications are not sent any more. You still find them when you sign in.</p>
        </main>`
      : html`<main class="login">
          <h1>End these mails?</h1>
          <p class="hint">Your notifications are then not sent any more. You still find them when you sign in.</p>
          <form method="post"><button type="submit">End these mails</button></form>
        </main>`,
  });
