import { html, jsonBlock, type Safe } from '../../lib/html.ts';

/** What a page shows to a signed-in person: everything of theirs, or one object. */
export interface Shown {
  readonly basePath: string;
  readonly kind: string;
  readonly id?: string;
  readonly child?: string;
}

/** The part of a page that `browse-page.js` fills. */
export const browsePart = (shown: Shown): Safe => html`
  <div id="found" aria-live="polite" aria-busy="true"></div>
  <p class="sign-in" id="sign-in" hidden>
    <a href="${shown.basePath}/login">Sign in</a>, or paste an API token in
    <a href="${shown.basePath}/graphql">GraphiQL</a>, to see here what you may read.
  </p>
  ${jsonBlock('settings', shown)}
`;
