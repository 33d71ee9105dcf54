interface PagePolicy {
  readonly runsScripts: boolean;
  /** Origins of fonts that the owner of the site has set. */
  readonly fontOrigins: readonly string[];
  /** Hosts of the frames that readers may ask for on the page. */
  readonly frameHosts?: readonly string[];
  /** Origins that readers may send requests of operations to. */
  readonly trialOrigins?: readonly string[];
  /** Whether the page has diagrams, which a frame of the site draws. */
  readonly hasDiagrams?: boolean;
}

/**
 * The headers of a page of a site. It loads nothing from other hosts but images, the fonts of its owner, the frames of its embeds and what
 * readers ask the servers of its operations, and runs no inline script or style.
 */
export function pageHeaders({
  runsScripts,
  fontOrigins,
  frameHosts = [],
  trialOrigins = [],
  hasDiagrams = false,
}: PagePolicy): Record<string, string> {
  const frames = [...(hasDiagrams ? ["'self'"] : []), ...frameHosts.map((host) => `https://${host}`)];
  const policy = [
    "default-src 'none'",
    `script-src ${runsScripts ? "'self'" : "'none'"}`,
    "style-src 'self'",
    `img-src 'self' https:${hasDiagrams ? ' blob:' : ''}`,
    `font-src 'self'${fontOrigins.map((origin) => ` ${origin}`).join('')}`,
    ["connect-src 'self'", ...trialOrigins].join(' '),
    ...(frames.length === 0 ? [] : [`frame-src ${frames.join(' ')}`]),
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

/**
 * The headers of the frame that draws diagrams: it has no origin, reaches nothing but its scripts, and may set styles, without which
 * the library cannot draw.
 */
export const diagramFrameHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': [
    'sandbox allow-scripts',
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
};
