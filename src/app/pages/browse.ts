import { html, jsonBlock, type Safe } from '../../lib/html.ts';

/** What a page shows to a signed-in person: everything of theirs, or one object. */
export interface BrowseSettings {
  readonly basePath: string;
  readonly kind: string;
  readonly id?: string;
  readonly child?: string;
}

/** The part of a page that `browse-page.js` fills. */
export const browsePart = (settings: BrowseSettings): Safe => html`
  <div id="found" aria-live="polite" aria-busy="true"></div>
  <p class="sign-in" id="sign-in" hidden>
    <a href="${settings.basePath}/login">Sign in</a>, or paste an API token in
    <a href="${settings.basePath}/graphql">GraphiQL</a>, to see here what you may read.
  </p>
  ${jsonBlock('settings', settings)}
`;
