import { shorten } from '../../lib/errors.ts';
import { fetchRefused } from './fetch-errors.ts';

/** Maximum length of a URL, in characters; a common limit of proxies. */
const maxUrlLength = 8192;

/**
 * Parses the URL to fetch, relative to the page that contains it. Throws fetch_refused unless it is http(s) without
 * credentials.
 */
export function parseTarget(text: string, base?: URL): URL {
  if (text.length > maxUrlLength) {
    throw fetchRefused(`The URL is longer than ${maxUrlLength} characters`);
  }
  if (!URL.canParse(text, base?.href)) {
    throw fetchRefused('The URL must be an absolute http or https URL');
  }
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw fetchRefused(`The URL scheme "${shorten(url.protocol)}" is not http: or https:`);
  }
  if (url.username !== '' || url.password !== '') {
    throw fetchRefused('The URL must not contain a user name or password');
  }
  return url;
}
