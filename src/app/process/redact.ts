const secrets: readonly (readonly [RegExp, string])[] = [
  // Tokens of lib/secret-token.ts, truncated ones included.
  [/\b(oc[upibsor])_[0-9A-Za-z]{8,}(_[0-9A-Za-z]*)?/g, '$1_***'],
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, 'jwt_***'],
  [/\b(Bearer|Basic) +[^\s"',]+/gi, '$1 ***'],
  // User name and password of a URL.
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^/\s@"']+@/gi, '$1***@'],
  [/\b((?:share_?key|jwt_token|token|signature|password|secret)["']?\s*[=:]\s*["']?)[^\s&"',)]+/gi, '$1***'],
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '***@***'],
];

/** Removes tokens, passwords, signatures and email addresses from a text. */
export const redacted = (text: string): string =>
  secrets.reduce((kept, [pattern, replacement]) => kept.replace(pattern, replacement), text);
