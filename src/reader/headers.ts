interface PagePolicy {
  readonly runsScripts: boolean;
  /** Origins of fonts that the owner of the site has set. */
  readonly fontOrigins: readonly string[];
  /** Hosts of the frames that readers may ask for on the page. */
  readonly frameHosts?: readonly string[];
}

/**
 * The headers of a page of a site. It loads nothing from other hosts but images, the fonts of its owner and the frames of its embeds, and
 * runs no inline script or style.
 */
export function pageHeaders({ runsScripts, fontOrigins, frameHosts = [] }: PagePolicy): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src ${runsScripts ? "'self'" : "'none'"}`,
    "style-src 'self'",
    "img-src 'self' https:",
    `font-src 'self'${fontOrigins.map((origin) => ` ${origin}`).join('')}`,
    "connect-src 'self'",
    ...(frameHosts.length === 0 ? [] : [`frame-src ${frameHosts.map((host) => `https://${host}`).join(' ')}`]),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}
