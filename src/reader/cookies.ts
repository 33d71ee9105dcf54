import type { ReaderAnswer } from './answer.ts';

/** Name of the cookie with the session of a visitor of a site. */
export const sessionCookie = (siteId: string): string => `octavo-${siteId}`;

/** Name of the cookie with the claims that nobody has signed. */
export const claimsCookie = (siteId: string): string => `octavo-claims-${siteId}`;

/** Name of the cookie by which a browser is known again after a sign-in at a provider. */
export const signInCookie = (siteId: string): string => `octavo-signin-${siteId}`;

/** Leads to an address and sets cookies. */
export const seeOther = (location: string, ...cookies: readonly string[]): ReaderAnswer => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  cookies,
  body: Buffer.alloc(0),
});

interface SiteCookie {
  readonly name: string;
  readonly root: string;
  readonly value: string;
  readonly seconds: number;
}

/** A cookie for the paths of one site, which no script reads. */
export function writeCookie({ name, root, value, seconds }: SiteCookie): string {
  const { protocol, pathname } = new URL(root);
  const [prefix, secure] = protocol === 'https:' ? ['__Secure-', '; Secure'] : ['', ''];
  return `${prefix}${name}=${value}; Path=${pathname}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}
