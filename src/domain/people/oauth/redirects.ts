/** Hosts that are this machine, for a program on it (RFC 8252, section 7.3). */
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Longest URL to which a code is sent. */
const maxRedirect = 2_048;

export const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && loopback.has(hostname);

/** A scheme of a program in the form of RFC 8252, section 7.1: a name of a domain, so none that a browser runs. */
const ownScheme = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/;

/**
 * Reads a URL to which a code may be sent: https, http on this machine, or the scheme of a program. Null for any other, and for
 * one with a fragment, a user name or a password.
 */
export function readRedirect(text: string): URL | null {
  const url = text.length <= maxRedirect && URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== '' || url.password !== '' || text.includes('#')) return null;
  return url.protocol === 'https:' || isLoopback(url) || ownScheme.test(url.protocol) ? url : null;
}

/** Whether a client may have a code sent to a URL: to those that it publishes exactly, and to any port of this machine. */
export function isPublished(given: string, published: readonly string[]): boolean {
  const url = readRedirect(given);
  if (url === null) return false;
  if (published.includes(given)) return true;
  return isLoopback(url) && published.some((text) => hasOtherPort(url, text));
}

function hasOtherPort(url: URL, text: string): boolean {
  const published = readRedirect(text);
  if (published === null || !isLoopback(published)) return false;
  const atPort = new URL(published);
  atPort.port = url.port;
  return atPort.href === url.href;
}

/** Where a URL leads, for people: its host, or the scheme of a program. */
export const placeOf = (url: URL): string => (/^https?:$/.test(url.protocol) ? url.host : url.protocol.slice(0, -1));

/** A URL with an answer to a client in its query. Null leaves a parameter out. */
export function withAnswer(redirect: string, answer: Readonly<Record<string, string | null>>): string {
  const url = new URL(redirect);
  for (const [name, value] of Object.entries(answer)) if (value !== null) url.searchParams.set(name, value);
  return url.href;
}
