import { decodePercent } from '../../lib/percent.ts';
import { fetchRefused } from '../fetch/fetch-errors.ts';

/** A repository on a server. */
export interface Remote {
  /** Without credentials. */
  readonly url: string;
  readonly credential: Credential | null;
}

export interface Credential {
  readonly username: string;
  readonly password: string;
}

const maxUrlLength = 2_048;

/**
 * Parses the URL of a repository, and separates the credential that it may contain. Throws fetch_refused for another scheme than http
 * and https, and for a URL that cannot be that of a repository.
 */
export function parseRemote(text: string): Remote {
  if (text.length > maxUrlLength) throw fetchRefused(`The URL is longer than ${maxUrlLength} characters`);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw fetchRefused('The URL of a repository must begin with https://');
  if (url.search !== '' || url.hash !== '')
    throw fetchRefused('The URL of a repository has neither a query nor a fragment');
  if (url.pathname === '/') throw fetchRefused('The URL has no path of a repository');
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const credential =
    username === '' && password === ''
      ? null
      : { username: decodePercent(username), password: decodePercent(password) };
  return { url: url.href, credential };
}

/** Value of the header `Authorization` for a credential. */
export const basicAuthorization = ({ username, password }: Credential): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/**
 * Removes a credential from what git or a server says, in every form in which it may be there. A user name alone is the
 * secret where a host takes a token as the name.
 */
export function withoutCredential(text: string, credential: Credential | null): string {
  const inUrls = text.replaceAll(/(?<=:\/\/)[^\s/@]+@/g, '');
  if (credential === null) return inUrls;
  const { username, password } = credential;
  const secret = password === '' ? username : password;
  const forms = [basicAuthorization(credential).slice('Basic '.length), secret, encodeURIComponent(secret)];
  return forms.filter((form) => form !== '').reduce((rest, form) => rest.replaceAll(form, '***'), inUrls);
}
