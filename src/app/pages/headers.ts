import { hash } from 'node:crypto';

/** Response headers of one page. */
export type PageHeaders = Readonly<Record<string, string>>;

type Policy = Readonly<Record<string, string>>;

// Pages load nothing from other hosts, and have no inline scripts but the one of the desk, which is named by its hash.
const strict: Policy = {
  'default-src': "'none'",
  'style-src': "'self'",
  'img-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** The headers of a page without scripts. */
export const staticHeaders: PageHeaders = pageHeaders(strict);

/** The headers of a page of the reader: its script searches on this server, and its forms do so without it. */
export const readingHeaders: PageHeaders = pageHeaders({
  ...strict,
  'script-src': "'self'",
  'connect-src': "'self'",
  'form-action': "'self'",
});

/**
 * The headers of a page whose script posts a form to another host, which may lead the browser to further hosts. Identity
 * providers on this machine have no TLS.
 */
export const postingHeaders: PageHeaders = pageHeaders({
  ...strict,
  'script-src': "'self'",
  'form-action': 'https: http://localhost:* http://127.0.0.1:*',
});

/** The headers of an image, except for its content type. Inline styles are allowed, because SVG images use them. */
export const imageHeaders: PageHeaders = {
  ...pageHeaders({ ...strict, 'style-src': "'unsafe-inline'", sandbox: '' }),
  'cross-origin-resource-policy': 'same-origin',
};

/** The headers of a page whose script calls this server. */
export const callingHeaders: PageHeaders = pageHeaders({
  ...strict,
  'script-src': "'self'",
  'connect-src': "'self'",
});

/** The same of a page that has a script of its own in it, which is the same for all. */
export const callingHeadersWith = (script: string): PageHeaders =>
  pageHeaders({
    ...strict,
    'script-src': `'self' 'sha256-${hash('sha256', script, 'base64')}'`,
    'connect-src': "'self'",
  });

/**
 * The headers of a page with scripts, which may connect to this server only. Inline styles are allowed because the editor
 * of GraphiQL 5.4 and Scalar 1.46 create style elements without a nonce.
 */
export const scriptedHeaders: PageHeaders = pageHeaders({
  ...strict,
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'font-src': "'self' data:",
  'img-src': "'self' data:",
  'connect-src': "'self'",
});

function pageHeaders(policy: Policy): PageHeaders {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': Object.entries(policy)
      .map(([directive, sources]) => `${directive} ${sources}`.trim())
      .join('; '),
    'cache-control': 'no-cache',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    vary: 'Accept',
  };
}
