import { html } from '../../lib/html.ts';
import type { ShownPlace } from '../../domain/publishing/published-pages/shown.ts';
import { siteTitle } from '../shell/frame.ts';
import { writeXml } from './xml.ts';

/** Maximum length of the short name, in characters. */
const maxName = 16;

/** Lets browsers search the site from their address bar. */
export function writeOpenSearch(place: ShownPlace): string {
  const title = siteTitle(place);
  // Without half of a letter at its end.
  const name = title
    .slice(0, maxName)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
  return writeXml(
    html`<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>${name}</ShortName><Description>${title}</Description><InputEncoding>UTF-8</InputEncoding><Url type="text/html" template="${place.url}~/search?q={searchTerms}" /></OpenSearchDescription>`,
  );
}
