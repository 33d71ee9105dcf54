import { invalid } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { signInPage } from '../passkeys/relying-party.ts';

const maxLength = 2_048;

/**
 * Validates the URL to which a browser returns after a sign-in. Throws validation_failed unless it belongs to this
 * service, the application, an origin in `CORS_ORIGINS`, or a program on the loopback interface (RFC 8252, section
 * 7.3).
 */
export function requireReturnUrl(
  { config, urls }: Pick<Context, 'config' | 'urls'>,
  text: string,
  path = 'query.RelayState',
): URL {
  const url = text.length <= maxLength && URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.hash !== '')
    throw invalid(path, `${path}: must be an http(s) URL without a fragment`);
  const own = [urls.base, urls.app, signInPage(urls), ...config.CORS_ORIGINS.filter((origin) => origin !== '*')];
  const isLoopback = url.protocol === 'http:' && (url.hostname === '127.0.0.1' || url.hostname === '[::1]');
  if (!isLoopback && !own.some((address) => new URL(address).origin === url.origin))
    throw invalid(path, `${path}: ${url.origin} is not an origin that sign-ins may return to`);
  return url;
}
