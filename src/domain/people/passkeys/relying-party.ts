import { isIP } from 'node:net';
import type { Urls } from '../../core/context.ts';
import { failure } from '../../../lib/errors.ts';

/** For whom passkeys are made: a host, and the origin of the page that makes and uses them. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]']);

/**
 * The relying party of the service at a base URL; null at an IP address, which browsers make no passkeys for. The loopback
 * address is known as `localhost`.
 */
export function relyingPartyOf({ base }: Pick<Urls, 'base'>): RelyingParty | null {
  const { hostname, protocol, port } = new URL(base);
  if (loopback.has(hostname))
    return { id: 'localhost', origin: `${protocol}//localhost${port === '' ? '' : `:${port}`}` };
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return null;
  return { id: hostname, origin: new URL(base).origin };
}

/** The same. Throws invalid_state at an IP address. */
export function requireRelyingParty(urls: Pick<Urls, 'base'>): RelyingParty {
  const party = relyingPartyOf(urls);
  if (party === null) throw failure('invalid_state', passkeyProblem(urls) ?? 'This service has no passkeys');
  return party;
}

/** Why browsers make no passkeys for the service, for its page and for operators; null where they do. */
export function passkeyProblem(urls: Pick<Urls, 'base'>): string | null {
  const party = relyingPartyOf(urls);
  if (party === null)
    return `Browsers make no passkeys for an IP address. Give the service a name, and set BASE_URL to it: it is ${urls.base} now.`;
  const isLocal = party.id === 'localhost' || party.id.endsWith('.localhost');
  if (isLocal || party.origin.startsWith('https:')) return null;
  return `Browsers make passkeys over https alone. Set BASE_URL to an https address: it is ${urls.base} now.`;
}

/** The address of the sign-in page where passkeys work, with a link in its fragment. */
export function signInPage(urls: Pick<Urls, 'base'>, link?: string): string {
  const { pathname } = new URL(urls.base);
  const origin = relyingPartyOf(urls)?.origin ?? new URL(urls.base).origin;
  return `${origin}${pathname.replace(/\/+$/, '')}/login${link === undefined ? '' : `#link=${link}`}`;
}
