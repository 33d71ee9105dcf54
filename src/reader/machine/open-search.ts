import { html } from '../../lib/html.ts';
import type { ShownPlace } from '../../domain/publishing/published-pages/shown.ts';
import { siteTitle } from '../shell/frame.ts';

/** Lets browsers search the site from their address bar. */
export function writeOpenSearch(place: ShownPlace): string {
  const title = siteTitle(place);
  return `<?xml version="1.0" encoding="UTF-8"?>
${html`<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>${title.slice(0, 16)}</ShortName><Description>${title}</Description><InputEncoding>UTF-8</InputEncoding><Url type="text/html" template="${place.url}~/search?q={searchTerms}" /></OpenSearchDescription>`.html}
`;
}
